/// The Swift for a schema, as files.
package enum Generation {
    /// Returns the generated files: their paths from the package's root, and their contents.
    package static func files(for schema: Schema) throws -> [(path: String, source: String)] {
        try SchemaRules.check(schema)
        var files = try schema.files.filter(\.isGenerated).map { file in
            let path = OutputFolder.folder(for: file) + "/" + OutputFolder.fileName(for: file)
            return (path: path, source: try SwiftWriter(file, of: schema).source())
        }
        let descriptions = DescriptionWriter(of: schema)
        if descriptions.isNeeded {
            files.append((DescriptionWriter.path, try descriptions.source()))
        }
        if let events = try EventWriter(of: schema) {
            files.append((EventWriter.path, events.source()))
        }
        return files
    }
}

extension SchemaFile {
    /// Whether Swift is written for the file: protobuf's own files and the options need none.
    var isGenerated: Bool {
        !package.hasPrefix("google.") && !definesOptions
            && !(messages.isEmpty && enumerations.isEmpty)
    }

    /// Whether a log may contain the messages of the file.
    var isOfLog: Bool { isGenerated && !OutputFolder.isForTests(self) }
}
