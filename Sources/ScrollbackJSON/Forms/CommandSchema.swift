package import Messaging

/// The JSON Schema of a line with a command, made of the forms that lines are read by.
package enum CommandSchema {
    private static let idPattern =
        "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"

    /// The text of `schemas/json/commands.json`.
    package static func text() throws(JSONFault) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("$schema", "https://json-schema.org/draft/2020-12/schema")
            writer.field("title", "A line of the pipe with a command")
            writer.field(
                "$comment",
                "Made from the code. Beyond what a schema can say: no name comes twice in an "
                    + "object, integers have no fraction and no exponent, a line has at most "
                    + "\(JSONDocument.maximumBytes) bytes and depth \(JSONDocument.maximumDepth)."
            )
            writer.name("allOf")
            writer.array { writer in
                writer.object { $0.field("$ref", "#/$defs/line") }
                writer.object { $0.field("$ref", "#/$defs/command") }
            }
            writer.field("unevaluatedProperties", false)
            writer.name("$defs")
            writer.object { writer in writeDefinitions(to: &writer) }
        }
        return try JSONDocument(writer.bytes).indented()
    }

    private static func writeDefinitions(to writer: inout JSONWriter) {
        writer.name("id")
        writer.object { writer in
            writer.field("type", "string")
            writer.field("pattern", idPattern)
        }
        writer.name("line")
        writer.object { writer in LineForm.schema.writeFields(to: &writer) }
        writer.name("command")
        writer.object { writer in
            writer.name("oneOf")
            writer.array { writer in
                for name in CommandName.allCases {
                    writer.object { $0.field("$ref", "#/$defs/\(name.rawValue)") }
                }
            }
        }
        for name in CommandName.allCases {
            writer.name(name.rawValue)
            writer.object { writer in
                writer.field("$comment", "Asked by \(name.audience.people).")
                schema(of: name).writeFields(to: &writer)
            }
        }
    }

    /// Every field that a command may have besides who asks and when.
    package static func schema(of name: CommandName) -> Schema.Object {
        let form = CommandForm.of(name)
        var schema = form?.schema ?? BatchForm.schema
        let own = Schema.Property(
            name: LineName.do.text,
            schema: .choice([name.rawValue]),
            isRequired: true
        )
        schema.properties.insert(own, at: 0)
        if form?.creates != true {
            let id = Schema.Property(
                name: LineName.id.text,
                schema: .id,
                isRequired: form?.needsID ?? false
            )
            schema.properties.append(id)
        }
        return schema
    }
}

extension Audience {
    fileprivate var people: String {
        switch self {
        case .users: "users"
        case .moderators: "moderators"
        case .operator: "the operator"
        }
    }
}
