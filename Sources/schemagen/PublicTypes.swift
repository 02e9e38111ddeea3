/// Which generated types users of the library see: the one place that says it.
package enum PublicTypes {
    /// The types that callers create, as a part of their commands or queries.
    private static let madeByCallers: Set<String> = [
        "Attachment", "LimitChanges", "LinkPreview", "Location", "RateLimit", "SettingsChanged",
    ]

    /// Returns the access level of the values and enumerations of a proto file.
    ///
    /// Events are public; the frame around them and the tests' sampler are not, and encoded
    /// messages never are.
    static func access(in file: SchemaFile) -> String {
        file.name == "record" || OutputFolder.isForTests(file) ? "package" : "public"
    }

    /// The access of a value's own initialiser.
    static func initializerAccess(of type: String) -> String {
        madeByCallers.contains(type) ? "public" : "package"
    }
}
