/// Writes the Swift of one proto file.
package struct SwiftWriter {
    private let schema: Schema
    private let file: SchemaFile

    /// Makes a writer for a file of a schema that `SchemaRules` has accepted.
    package init(_ file: SchemaFile, of schema: Schema) {
        self.file = file
        self.schema = schema
    }

    /// The source of the file's messages and enumerations.
    package func source() throws -> String {
        var body = SwiftText()
        for message in file.messages {
            let shapes = try message.fields.map { try FieldShape($0, in: schema) }
            writeEncoded(message, shapes, &body)
            writeValue(message, shapes, &body)
            if let oneof = message.oneofs.first { writeNumbers(oneof, of: message, &body) }
        }
        for enumeration in file.enumerations { writeEnumeration(enumeration, &body) }
        var head =
            "// Generated from \(file.path) by `swift package generate-schemas`; not to be edited.\n\n"
        if body.text.contains("Digest?") || body.text.contains("[Digest]") {
            head += "\(try digestAccess) import Merkle\n"
        }
        return head + "\(access) import Wire\n\n" + body.text
    }

    /// The access of the file's values and enumerations.
    var access: String { PublicTypes.access(in: file) }

    /// The access of the values' digests.
    private var digestAccess: String {
        get throws {
            for field in file.messages.flatMap(\.fields)
            where try FieldShape(field, in: schema).ownedType.contains("Digest") {
                return access
            }
            return "package"
        }
    }

    private func writeNumbers(
        _ oneof: SchemaOneof,
        of message: SchemaMessage,
        _ text: inout SwiftText
    ) {
        text.gap()
        text.document("The numbers of the members of `\(message.swiftName)`'s `\(oneof.name)`.")
        text.block("package enum \(message.swiftName)\(SwiftNames.type(oneof.name))") { text in
            for member in oneof.members {
                text.document(member.comment)
                let name = SwiftNames.quoted(SwiftNames.property(member.name))
                text.line("package static let \(name): UInt32 = \(member.number)")
            }
        }
    }

    private func writeEnumeration(_ enumeration: SchemaEnumeration, _ text: inout SwiftText) {
        let values = enumeration.values.map { value in
            let name = SwiftNames.enumerationCase(value.name, of: enumeration.swiftName)
            return (name: SwiftNames.quoted(name), number: value.number, comment: value.comment)
        }
        text.gap()
        text.document(enumeration.comment)
        text.block("\(access) enum \(enumeration.swiftName): WireEnumeration") { text in
            for value in values {
                text.document(value.comment)
                text.line("case \(value.name)")
            }
            text.gap()
            text.document("A number that these schemas do not know.")
            text.line("case unrecognized(Int32)")
            text.gap()
            text.document("Names a number as it stands in the log.")
            text.block("\(access) init(rawValue: Int32)") { text in
                text.line("switch rawValue {")
                for value in values {
                    text.line("case \(value.number): self = .\(value.name)")
                }
                text.line("default: self = .unrecognized(rawValue)")
                text.line("}")
            }
            text.gap()
            text.document("The number that stands in the log.")
            text.block("\(access) var rawValue: Int32") { text in
                text.line("switch self {")
                for value in values {
                    text.line("case .\(value.name): \(value.number)")
                }
                text.line("case .unrecognized(let number): number")
                text.line("}")
            }
        }
    }
}
