/// The output folder of each proto file's Swift, defined only here.
package enum OutputFolder {
    /// Returns the folder, from the package's root, of a proto file's Swift.
    ///
    /// The frame of every event, and the few events that the log and an auditor understand, lie
    /// apart; the rest of the schemas belongs to the domain. The sampler has one field of every
    /// kind, for the tests only.
    package static func folder(for file: SchemaFile) -> String {
        switch file.name {
        case "record", "log", "keeping": "Sources/LogSchema/Generated"
        case "sampler": "Tests/WireTests/Generated"
        default: "Sources/Messaging/Generated"
        }
    }

    /// The name of a proto file's Swift: `user_profile.proto` becomes `UserProfile.swift`.
    package static func fileName(for file: SchemaFile) -> String {
        SwiftNames.type(file.name) + ".swift"
    }

    /// Whether a file's messages exist for the tests alone, so that no log holds them.
    static func isForTests(_ file: SchemaFile) -> Bool {
        folder(for: file).hasPrefix("Tests/")
    }
}
