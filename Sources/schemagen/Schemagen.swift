/// The commands of schemagen.
package enum Schemagen {
    package static let usage = """
        usage: schemagen generate <descriptor set> <package folder>
        """

    /// Runs a command and returns what it has to say.
    package static func run(_ arguments: [String]) throws -> [String] {
        guard arguments.count == 3 else { throw SchemaError(usage) }
        let descriptorSet = try Files.read(arguments[1])
        let schema = try DescriptorReader.schema(of: descriptorSet.span.bytes)
        switch arguments[0] {
        case "generate":
            let files = try Generation.files(for: schema)
            for file in files {
                try Files.write(file.source, to: arguments[2] + "/" + file.path)
            }
            return files.map { "wrote \($0.path)" }
        default:
            throw SchemaError(usage)
        }
    }
}
