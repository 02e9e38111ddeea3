internal import Messaging

/// The JSON Schema of a kind of line, made of the forms that lines are read by.
enum LineSchema {
    /// A command or a query by its name.
    struct Part {
        var name: String
        var audience: Audience
        /// Its fields, including the one that names it.
        var schema: Schema.Object
    }

    /// Writes a schema for lines that hold one of some parts.
    static func text(
        title: String,
        kind: String,
        line: Schema.Object = LineForm.schema,
        _ parts: [Part]
    ) throws(JSONFault) -> [UInt8] {
        try file(title: title) { writer in
            writer.name("allOf")
            writer.array { writer in
                writer.object { $0.field("$ref", "#/$defs/line") }
                writer.object { $0.field("$ref", "#/$defs/\(kind)") }
            }
            writer.field("unevaluatedProperties", false)
        } definitions: { writer in
            writer.name("line")
            writer.object { writer in line.writeFields(to: &writer) }
            writer.name(kind)
            writer.object { writer in
                writer.name("oneOf")
                writer.array { writer in
                    for part in parts {
                        writer.object { $0.field("$ref", "#/$defs/\(part.name)") }
                    }
                }
            }
            for part in parts {
                writer.name(part.name)
                writer.object { writer in
                    writer.field("$comment", "Asked by \(part.audience.people).")
                    part.schema.writeFields(to: &writer)
                }
            }
        }
    }

    /// The digits of an id that is asked with, and of one that is answered.
    static let askedDigits = "[0-9a-fA-F]"
    static let answeredDigits = "[0-9a-f]"

    /// Writes a file of its own, laid out for people.
    static func file(
        title: String,
        idDigits: String = askedDigits,
        _ writeRoot: (inout JSONWriter) -> Void,
        definitions: (inout JSONWriter) -> Void
    ) throws(JSONFault) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("$schema", "https://json-schema.org/draft/2020-12/schema")
            writer.field("title", title)
            writer.field(
                "$comment",
                "Made from the code. Beyond what a schema can say: no name comes twice in an "
                    + "object, integers have no fraction and no exponent, a line has at most "
                    + "\(JSONDocument.maximumBytes) bytes and depth \(JSONDocument.maximumDepth)."
            )
            writeRoot(&writer)
            writer.name("$defs")
            writer.object { writer in
                writer.name("id")
                writer.object { writer in
                    writer.field("type", "string")
                    let groups = [8, 4, 4, 4, 12].map { "\(idDigits){\($0)}" }
                    writer.field("pattern", "^\(groups.joined(separator: "-"))$")
                }
                definitions(&writer)
            }
        }
        return try JSONDocument(writer.bytes).indented()
    }
}

extension Audience {
    fileprivate var people: String {
        switch self {
        case .users: "users"
        case .usersAndOperator: "users and the operator"
        case .moderators: "moderators"
        case .operator: "the operator"
        }
    }
}

extension Schema.Object {
    /// The same with the field that names a command or a query, in front.
    func naming(_ line: LineName, _ name: String) -> Schema.Object {
        var schema = self
        schema.properties.insert(
            Schema.Property(name: line.text, schema: .choice([name]), isRequired: true),
            at: 0
        )
        return schema
    }
}
