internal import LogSchema
internal import Wire

/// Changes the text of one of the user's messages, and removes a link preview that no longer
/// belongs to it.
public struct EditMessage: Hashable, Sendable {
    /// The message, sent by the user.
    public var message: MessageID
    /// The new text.
    public var text: String

    /// Names the message and its new text.
    public init(message: MessageID, text: String) {
        self.message = message
        self.text = text
    }
}

extension EditMessage: UserRule {
    var name: CommandName { .edit }
    var number: CommandKind? { .edit }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .edit(EditMessage(message: try intention.requiredMessage, text: "a"))
    }

    /// Only the sender edits, and as often and as late as they like; an edit that changes no byte
    /// is none.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seen = try facts.actedOn(message, by: actor, asked)
        try seen.message.requireSender(actor)
        try seen.message.requireContent()
        try facts.requireNotSilenced(in: seen.seat)
        let text = NormalisedText(text)
        guard !text.isEmpty else { throw .message(.isEmpty) }
        try text.requireLength(atMost: facts.configuration.textLimit)
        guard !facts.text(of: message).isSpelled(as: text.text) else { return Decision() }
        let preview = facts.linkPreview(of: message)
        let edited = MessageEdited(
            message: message.rawValue,
            ordinal: seen.message.ordinal,
            messageNumber: seen.message.messageNumber,
            mentions: text.mentionedUsers,
            links: text.linkCount,
            characters: UInt32(clamping: text.characters),
            removesLinkPreview: preview.map { !$0.belongs(to: text.text) } ?? false
        )
        return Decision([
            NewEvent(
                .messageEdited(edited, storedContent),
                in: .conversation(seen.message.conversation)
            )
        ])
    }

    /// The recorded content.
    var storedContent: EditContent { EditContent(text: NormalisedText(text).text) }
}

extension EditMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageEdited(let edited, let content) = first.event else { return false }
        return edited.message == message.rawValue && first.holds(storedContent, as: content)
    }
}
