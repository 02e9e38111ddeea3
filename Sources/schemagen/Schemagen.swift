/// The commands of schemagen.
package enum Schemagen {
    package static let usage = """
        usage: schemagen generate <descriptor set> <package folder>
               schemagen check <descriptor set> <lock file>
               schemagen accept <descriptor set> <lock file>
        """

    /// Runs a command and returns its output.
    package static func run(_ arguments: [String]) throws -> [String] {
        guard arguments.count == 3 else { throw SchemaError(usage) }
        let descriptorSet = try Files.read(arguments[1])
        let schema = try DescriptorReader.schema(of: descriptorSet.span.bytes)
        switch arguments[0] {
        case "generate": return try generate(schema, into: arguments[2])
        case "check": return try check(schema, against: arguments[2])
        case "accept": return try accept(schema, into: arguments[2])
        default: throw SchemaError(usage)
        }
    }

    /// Writes the Swift, leaving files alone that are right already.
    private static func generate(_ schema: Schema, into folder: String) throws -> [String] {
        var lines: [String] = []
        for file in try Generation.files(for: schema) {
            let path = folder + "/" + file.path
            if try Files.readText(path) == file.source { continue }
            try Files.write(file.source, to: path)
            lines.append("wrote \(file.path)")
        }
        return lines.isEmpty ? ["the generated Swift is up to date"] : lines
    }

    private static func check(_ schema: Schema, against path: String) throws -> [String] {
        let lock = try SchemaLock(try Files.readText(path) ?? "")
        try refuseBreaks(in: schema, against: lock)
        let additions = lock.additions(in: schema)
        guard additions.isEmpty else {
            throw SchemaError(
                "the schemas have what the lock does not; once it has its golden files, run "
                    + "`swift package generate-schemas --accept`:\n"
                    + additions.joined(separator: "\n")
            )
        }
        return ["the schemas agree with the lock"]
    }

    private static func accept(_ schema: Schema, into path: String) throws -> [String] {
        let lock = try SchemaLock(try Files.readText(path) ?? "")
        try refuseBreaks(in: schema, against: lock)
        let additions = lock.additions(in: schema)
        guard !additions.isEmpty else { return ["the lock had everything"] }
        try Files.write(SchemaLock(schema).text, to: path)
        return additions.map { "accepted \($0)" }
    }

    private static func refuseBreaks(in schema: Schema, against lock: SchemaLock) throws {
        let breaks = lock.breaks(in: schema)
        guard breaks.isEmpty else {
            throw SchemaError(
                "stored events would no longer be readable:\n" + breaks.joined(separator: "\n")
            )
        }
    }
}
