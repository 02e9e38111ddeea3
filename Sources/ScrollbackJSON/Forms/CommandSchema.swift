package import Messaging

/// The JSON Schemas of lines with a command.
package enum CommandSchema {
    /// Makes `commands.json` and the files of `commands`.
    ///
    /// - Parameter examples: Lines, by the name of their command.
    /// - Returns: The files.
    /// - Throws: `JSONFault` if an example is not JSON.
    package static func files(
        examples: [String: [String]]
    ) throws(JSONFault) -> [SchemaFile] {
        let commands = CommandName.allCases.map { name in
            LineSchema.Part(
                name: name.rawValue,
                audience: name.audience,
                schema: schema(of: name)
            )
        }
        let tasks = StoreTaskName.allCases.map { name in
            LineSchema.Part(
                name: name.rawValue,
                audience: StoreTask.audience,
                schema: schema(of: name)
            )
        }
        return try LineSchema.files(
            of: "command",
            in: "commands",
            commands + tasks,
            definitions: { (part, writer) in
                guard part.name == CommandName.all.rawValue else { return }
                writer.name(together)
                writer.object { writer in
                    writer.name("oneOf")
                    writer.array { writer in
                        for other in commands where other.name != part.name {
                            writer.object {
                                $0.field("$ref", "\(other.name).json\(LineSchema.fields)")
                            }
                        }
                    }
                }
            },
            examples: examples
        )
    }

    /// The name of the definition of a command in a batch.
    static let together = "command"

    /// Every field that a command may have besides who asks and when.
    package static func schema(of name: CommandName) -> Schema.Object {
        let form = CommandForm.of(name)
        var schema = form?.schema ?? BatchForm.schema
        if form?.creates != true {
            let id = Schema.Property(
                name: LineName.id.text,
                schema: .id,
                isRequired: form?.needsID ?? false
            )
            schema.properties.append(id)
        }
        return schema.naming(.do, name.rawValue)
    }

    /// The same of a task.
    package static func schema(of name: StoreTaskName) -> Schema.Object {
        var schema = TaskForm.of(name).schema
        schema.properties.append(.init(name: LineName.id.text, schema: .id, isRequired: false))
        return schema.naming(.do, name.rawValue)
    }
}
