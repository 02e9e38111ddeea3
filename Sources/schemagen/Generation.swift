/// The Swift for a schema, as files.
package enum Generation {
    /// The generated files: their paths from the package's root, and what is in them.
    package static func files(for schema: Schema) throws -> [(path: String, source: String)] {
        try SchemaRules.check(schema)
        let descriptions = DescriptionWriter(of: schema)
        return try schema.files.filter(\.isGenerated).map { file in
            let path = OutputFolder.folder(for: file) + "/" + OutputFolder.fileName(for: file)
            return (path, try SwiftWriter(file, of: schema).source())
        } + (descriptions.isNeeded ? [(DescriptionWriter.path, try descriptions.source())] : [])
    }
}

extension SchemaFile {
    /// Whether Swift is written for the file: protobuf's own files and the options need none.
    var isGenerated: Bool {
        !package.hasPrefix("google.") && !(messages.isEmpty && enumerations.isEmpty)
    }
}
