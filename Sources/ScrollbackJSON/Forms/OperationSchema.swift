package import Messaging

/// The schemas of a command or a query for a carrier that names it apart from its fields, as HTTP
/// does in the path.
package struct OperationSchema: Sendable {
    package let name: String
    package let isCommand: Bool
    /// The audience, in words.
    package let people: String
    /// Its fields beside who asks.
    private let fields: Schema.Object
    /// The schema of `ok` in an answer.
    package let answer: Schema

    /// The name of the answer's definition.
    package var answerName: String {
        "\((isCommand ? LineName.do : LineName.ask).text).\(name)"
    }

    /// The name of the definition of the answer to a query.
    package static func name(ofAnswerTo query: QueryName) -> String {
        AnswerSchema.name(of: query)
    }

    /// Every command, the tasks that every client may send, and every query.
    package static func all(_ queries: [any JSONQuery.Type]) -> [OperationSchema] {
        let commands = CommandName.allCases.map { name in
            OperationSchema(
                name: name.rawValue,
                isCommand: true,
                people: name.audience.people,
                fields: CommandSchema.schema(of: name).withoutName,
                answer: name.answer
            )
        }
        let tasks = StoreTaskName.ofClients.map { name in
            OperationSchema(
                name: name.rawValue,
                isCommand: true,
                people: StoreTask.audience.people,
                fields: CommandSchema.schema(of: name).withoutName,
                answer: name.answer
            )
        }
        let answers = queries.map { $0.answerPart }
        // Around a query of users, the operator's own too.
        let ofPast = Schema.either(answers.map { .reference($0.name) })
        let parts =
            zip(queries, answers).map { ($0.linePart, $1.schema) } + [(PastForm.linePart, ofPast)]
        let asked = parts.map { (part, answer) in
            var fields = part.schema.withoutName
            let isPast = part.name == PastForm.name
            let beside = LineForm.querySchema.properties.filter { property in
                property.name == LineName.reason.text
                    || property.name == LineName.asOf.text && !isPast
            }
            fields.properties += beside
            return OperationSchema(
                name: part.name,
                isCommand: false,
                people: part.audience.people,
                fields: fields,
                answer: answer
            )
        }
        return commands + tasks + asked
    }

    /// Its fields and who asks, which something beside the body may say instead.
    package var body: Schema.Object {
        var body = fields
        body.properties = LineForm.actor.schema.properties + body.properties
        body.properties[0].isRequired = false
        return body
    }

    /// Whether it names a position, which a restore may have lost.
    package var hasEpoch: Bool {
        fields.properties.contains { $0.name == AnswerSchema.epochName }
    }

    /// An answer, which refers to what it has under `ok` by name.
    package var line: Schema.Object {
        Schema.Object(properties: [
            .init(name: "ok", schema: .reference(answerName), isRequired: true),
            .init(name: "position", schema: Rendering.position.schema, isRequired: true),
            .init(name: AnswerSchema.epochName, schema: Rendering.bits.schema, isRequired: false),
            .init(
                name: AnswerSchema.keepingName,
                schema: Rendering<UInt64>.count.schema,
                isRequired: false
            ),
        ])
    }

    /// An error, with the members that HTTP adds.
    package static var problem: Schema.Object {
        let added = [("title", Schema.text), ("status", .integer(400...599)), ("detail", .text)]
        var problem = Schema.Object(
            properties: added.map { .init(name: $0.0, schema: $0.1, isRequired: true) }
        )
        if case .object(let error) = Rendering.error.schema {
            problem.properties += error.properties
        }
        return problem
    }

    /// Writes what schemas refer to by name, beside answers.
    package static func writeDefinitions(to writer: inout JSONWriter) {
        writer.name("id")
        LineSchema.writeID(to: &writer)
        writer.name(CommandSchema.together)
        writer.object { writer in
            writer.name("oneOf")
            writer.array { writer in
                for name in CommandName.allCases where name != .all {
                    writer.object { CommandSchema.schema(of: name).writeFields(to: &$0) }
                }
            }
        }
    }
}

extension Schema.Object {
    /// The fields without the one that names the command or the query.
    fileprivate var withoutName: Schema.Object {
        var schema = self
        schema.properties.removeAll { [LineName.do.text, LineName.ask.text].contains($0.name) }
        return schema
    }
}
