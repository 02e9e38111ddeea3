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

    /// Makes a file for the lines of each part, and one for the lines of any part.
    ///
    /// - Parameters:
    ///   - kind: What the parts are, in one word.
    ///   - folder: The folder of the files of single parts.
    ///   - line: The line's own fields.
    ///   - parts: The parts, in the order of the file of any of them.
    ///   - definitions: Writes what the forms refer to beside ids, such as the parts of a batch.
    ///   - examples: Lines, by the name of their part.
    /// - Returns: The files.
    /// - Throws: `JSONFault` if an example is not JSON.
    static func files(
        of kind: String,
        in folder: String,
        line: Schema.Object = LineForm.schema,
        _ parts: [Part],
        definitions: (Part, inout JSONWriter) -> Void = { _, _ in },
        examples: [String: [String]]
    ) throws(JSONFault) -> [SchemaFile] {
        let any = try file(title: "A line of the pipe with a \(kind)") { writer in
            writer.name("oneOf")
            writer.array { writer in
                for part in parts {
                    writer.object { $0.field("$ref", "\(folder)/\(part.name).json") }
                }
            }
        }
        var files = [SchemaFile(path: "\(folder).json", text: any)]
        for part in parts {
            let title = "A line of the pipe with the \(kind) \(part.name)"
            let text = try file(title: title) { writer in
                writer.field("description", "For \(part.audience.people).")
                writer.name("allOf")
                writer.array { writer in
                    writer.object { $0.field("$ref", "#/$defs/line") }
                    writer.object { $0.field("$ref", fields) }
                }
                writer.field("unevaluatedProperties", false)
                writer.name("examples")
                writer.array { writer in
                    for example in examples[part.name] ?? [] { writer.write(json: example.utf8) }
                }
            } definitions: { writer in
                writer.name("line")
                writer.object { writer in line.writeFields(to: &writer) }
                writer.name("fields")
                writer.object { writer in part.schema.writeFields(to: &writer) }
                definitions(part, &writer)
            }
            files.append(SchemaFile(path: "\(folder)/\(part.name).json", text: text))
        }
        return files
    }

    /// Where a file defines the fields of its part.
    static let fields = "#/$defs/fields"

    /// The digits of an id that is asked with, and of one that is answered.
    static let askedDigits = "[0-9a-fA-F]"
    static let answeredDigits = "[0-9a-f]"

    /// Writes what an id is.
    static func writeID(_ digits: String = askedDigits, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("type", "string")
            let groups = [8, 4, 4, 4, 12].map { "\(digits){\($0)}" }
            writer.field("pattern", "^\(groups.joined(separator: "-"))$")
        }
    }

    /// Writes a file of its own, laid out for people.
    static func file(
        title: String,
        idDigits: String = askedDigits,
        _ writeRoot: (inout JSONWriter) -> Void,
        definitions: (inout JSONWriter) -> Void = { _ in }
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
                writeID(idDigits, to: &writer)
                definitions(&writer)
            }
        }
        return try JSONDocument(writer.bytes).indented()
    }
}

/// A file of `schemas/json`.
package struct SchemaFile {
    /// Its path in that folder.
    package let path: String
    package let text: [UInt8]
}

extension Audience {
    var people: String {
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
