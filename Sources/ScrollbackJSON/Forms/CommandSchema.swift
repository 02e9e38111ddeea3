package import Messaging

/// The JSON Schema of a line with a command.
package enum CommandSchema {
    /// The text of `schemas/json/commands.json`.
    package static func text() throws(JSONFault) -> [UInt8] {
        try LineSchema.text(
            title: "A line of the pipe with a command",
            kind: "command",
            CommandName.allCases.map { name in
                LineSchema.Part(
                    name: name.rawValue,
                    audience: name.audience,
                    schema: schema(of: name)
                )
            }
                + StoreTaskName.allCases.map { name in
                    LineSchema.Part(
                        name: name.rawValue,
                        audience: StoreTask.audience,
                        schema: schema(of: name)
                    )
                }
        )
    }

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

    private static func schema(of name: StoreTaskName) -> Schema.Object {
        var schema = TaskForm.of(name).schema
        schema.properties.append(.init(name: LineName.id.text, schema: .id, isRequired: false))
        return schema.naming(.do, name.rawValue)
    }
}
