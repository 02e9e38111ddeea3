internal import LogSchema
public import Wire

/// Keeps a conversation from making itself heard, for a while or for good.
public struct Mute: Hashable, Sendable {
    /// The conversation to mute.
    public var conversation: ConversationID
    /// When it makes itself heard again; never by itself if nil.
    public var until: Timestamp?

    /// Names the conversation, and until when it is quiet.
    public init(conversation: ConversationID, until: Timestamp? = nil) {
        self.conversation = conversation
        self.until = until
    }
}

// A user's own settings of a conversation concern no other user, so they may be changed in a closed
// conversation too. Former members may still hide it in their list and clear it.

extension Mute: UserRule {
    var name: CommandName { .mute }
    var number: CommandKind? { .mute }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .mute(Mute(conversation: try intention.requiredConversation))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        _ = try facts.seat(of: actor, in: conversation, now: asked.now)
        let personal = facts.personal(actor, in: conversation)
        if personal.isMuted && personal.mutedUntil == until { return Decision() }
        let muted = Muted(conversation: conversation.rawValue, until: until?.microseconds)
        return Decision([NewEvent(.muted(muted), in: .user(actor))])
    }
}

extension Mute: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .muted(let muted) = first.event else { return false }
        return muted.conversation == conversation.rawValue && muted.until == until?.microseconds
    }
}

extension PersonalFacts {
    /// Whether a conversation is muted at a time; muting can have ended by itself.
    package func isMuted(at now: Timestamp) -> Bool {
        isMuted && mutedUntil.map { now < $0 } ?? true
    }
}
