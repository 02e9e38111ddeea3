/// The rules for the options of events.
enum EventRules {
    /// Refuses an event that does not name its sealed content, a content that is not one, and a
    /// message that no event uses.
    static func check(_ schema: Schema) throws {
        guard let (_, oneof) = schema.events else { return }
        let messages = schema.files.filter(\.isOfLog).flatMap(\.messages)
        guard messages.count(where: { !$0.oneofs.isEmpty }) == 1 else {
            throw SchemaError("\(oneof.name): one oneof has all events, and there is another")
        }
        let events = try oneof.members.map { try SchemaEvent($0, in: schema) }
        let structures = Set(events.map(\.structure.fullName))
        guard structures.count == events.count else {
            throw SchemaError("\(oneof.name): each event needs a message of its own")
        }
        let parts = Set(messages.flatMap(\.fields).compactMap(messageHeld))
        for event in events {
            guard let content = event.content else { continue }
            let name = content.fullName
            guard content.oneofs.isEmpty, !structures.contains(name), !parts.contains(name) else {
                throw SchemaError(
                    "\(event.name): \(name) is no content, but an event or a part of a message"
                )
            }
        }
        let contents = Set(events.compactMap(\.content?.fullName))
        let held = structures.union(contents).union(parts)
        for message in messages where !held.contains(message.fullName) {
            guard isFrame(message, in: schema) else {
                throw SchemaError(
                    "\(message.fullName): nothing holds this message; if it is sealed with an "
                        + "event, the event says so: [(content) = \"\(message.swiftName)\"]"
                )
            }
        }
    }

    private static func messageHeld(by field: SchemaField) -> String? {
        if case .message(let fullName) = field.kind { fullName } else { nil }
    }

    /// Whether a message is the envelope, or holds it.
    private static func isFrame(_ message: SchemaMessage, in schema: Schema) -> Bool {
        !message.oneofs.isEmpty
            || message.fields.contains { field in
                messageHeld(by: field).flatMap(schema.message)?.oneofs.isEmpty == false
            }
    }
}
