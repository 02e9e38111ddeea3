internal import LogSchema
internal import Wire

/// Signals that the user types, or has stopped; nothing is logged.
public struct SignalTyping: Hashable, Sendable {
    /// The conversation in which the user types.
    public var conversation: ConversationID
    /// Whether the user types; false when they have stopped.
    public var isTyping: Bool

    /// Creates the signal for the members of a conversation.
    public init(conversation: ConversationID, isTyping: Bool) {
        self.conversation = conversation
        self.isTyping = isTyping
    }
}

extension SignalTyping: UserRule {
    var name: CommandName { .typing }
    var number: CommandKind? { nil }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .typing(
            SignalTyping(conversation: try intention.requiredConversation, isTyping: true)
        )
    }

    /// Nothing is recorded; the query that shows the signal decides who sees it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try facts.seat(of: actor, in: conversation, now: asked.now).requireOpen()
        return Decision()
    }

    /// No event records it, so no event is a first attempt's.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}
