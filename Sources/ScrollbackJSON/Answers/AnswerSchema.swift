internal import Messaging
internal import Wire

/// The JSON Schema of answer lines, derived from the renderings that write them.
package enum AnswerSchema {
    /// Makes `answers.json`, with the answers to these queries.
    package static func file(
        _ queries: [any JSONQuery.Type]
    ) throws(JSONFault) -> SchemaFile {
        let parts =
            CommandName.allCases.map { ("\(LineName.do.text).\($0.rawValue)", $0.answer) }
            + StoreTaskName.allCases.map { ("\(LineName.do.text).\($0.rawValue)", $0.answer) }
            + queries.map { $0.answerPart }
        let text = try LineSchema.file(
            title: "A line of the pipe with an answer",
            idDigits: LineSchema.answeredDigits
        ) { writer in
            writer.name("oneOf")
            writer.array { writer in
                writer.object { $0.field("$ref", "#/$defs/answered") }
                writer.object { $0.field("$ref", "#/$defs/refused") }
                writer.object { $0.field("$ref", "#/$defs/progressed") }
            }
        } definitions: { writer in
            writer.name("answered")
            answered.write(to: &writer)
            writer.name("refused")
            refused.write(to: &writer)
            writer.name("progressed")
            progressed.write(to: &writer)
            writer.name(answerName)
            writer.object { writer in
                writer.name("anyOf")
                writer.array { writer in
                    for (name, _) in parts {
                        writer.object { $0.field("$ref", "#/$defs/\(name)") }
                    }
                }
            }
            for (name, schema) in parts {
                writer.name(name)
                schema.write(to: &writer)
            }
        }
        return SchemaFile(path: "answers.json", text: text)
    }

    private static let answerName = "answer"
    static let epochName = "epoch"
    package static let keepingName = "keeping"

    /// Returns the schema's name of the answer to a query.
    static func name(of query: QueryName) -> String { "\(LineName.ask.text).\(query.rawValue)" }

    private static let ref = Schema.Property(
        name: LineName.ref.text,
        schema: .anything,
        isRequired: false
    )

    private static let answered = Schema.object(
        Schema.Object(properties: [
            ref, .init(name: "ok", schema: .reference(answerName), isRequired: true),
            .init(name: "position", schema: Rendering.position.schema, isRequired: true),
            .init(
                name: epochName,
                schema: .noted(
                    "The position's epoch, once the store was restored.",
                    Rendering.bits.schema
                ),
                isRequired: false
            ),
            .init(
                name: keepingName,
                schema: .noted(
                    "The newest line of the journal, after erasures, requests and holds.",
                    Rendering<UInt64>.count.schema
                ),
                isRequired: false
            ),
        ])
    )

    private static let refused = Schema.object(
        Schema.Object(properties: [
            ref, .init(name: "error", schema: Rendering.error.schema, isRequired: true),
        ])
    )

    private static let progressed = Schema.noted(
        "Before the answer to a line that asked for it.",
        .object(
            Schema.Object(properties: [
                ref,
                .init(name: "progress", schema: Rendering.progress.schema, isRequired: true),
            ])
        )
    )
}

extension Rendering<ErrorForm> {
    static let error = object {
        always("code", .code) { $0.code }
        always("message", .text) { $0.message }
        optional("field", .text) { $0.field }
        optional("index", .count) { $0.index }
        optional("retryAfter", .count) { $0.retryAfterMilliseconds }
        optional("fork", .position) { $0.fork }
        optional("until", .time) { $0.until }
        optional(AnswerSchema.keepingName, .count) { $0.keeping }
    } make: { code, message, field, index, retryAfter, fork, until, keeping in
        var error = ErrorForm(
            code,
            message,
            field: field,
            index: index,
            retryAfterMilliseconds: retryAfter
        )
        error.fork = fork
        error.until = until
        error.keeping = keeping
        return error
    }
}
