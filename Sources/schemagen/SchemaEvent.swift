/// An event, as a member of the oneof in the envelope describes it.
struct SchemaEvent {
    let number: UInt32
    /// `messageSent` for `message_sent`.
    let name: String
    /// The structure, in the envelope.
    let structure: SchemaMessage
    /// The sealed content; nil for an event that has only structure.
    let content: SchemaMessage?

    init(_ member: SchemaField, in schema: Schema) throws {
        guard case .message(let type) = member.kind, let structure = schema.message(type) else {
            throw SchemaError("\(member.name): there is no message for this event")
        }
        number = member.number
        name = SwiftNames.property(member.name)
        self.structure = structure
        switch member.content {
        case nil:
            throw SchemaError(
                "\(member.name): say which message is sealed with this event: "
                    + "[(content) = \"…Content\"], or \"none\""
            )
        case .nothing: content = nil
        case .message(let fullName):
            guard let message = schema.message(fullName) else {
                throw SchemaError("\(member.name): there is no message \(fullName) to be sealed")
            }
            content = message
        }
    }
}
