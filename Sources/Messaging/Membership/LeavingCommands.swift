internal import LogSchema
internal import Wire

/// Removes a member from a conversation; removing oneself is leaving.
public struct RemoveParticipant: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// The member to remove.
    public var user: UserID

    /// Names the conversation and the member to remove.
    public init(conversation: ConversationID, user: UserID) {
        self.conversation = conversation
        self.user = user
    }
}

extension RemoveParticipant: ConversationRule {
    var name: CommandName { .remove }
    var number: CommandKind? { .remove }
    var changedCounts: CountChange { .seen(by: user) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .remove(
            RemoveParticipant(
                conversation: try intention.requiredConversation,
                user: try intention.requiredUser
            )
        )
    }

    /// The operator may remove any member.
    ///
    /// The creator's ownership passes on, and the end of the last membership closes the
    /// conversation. Both come before the removal, as before a leaving.
    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if user == actor.user {
            return try Leave(conversation: conversation).decide(by: user, asked, on: facts)
        }
        let authority = try facts.authority(of: actor, in: conversation, now: asked.now)
        try authority.conversation.requireNotDirect()
        try authority.conversation.requireOpen()
        guard authority.permissions.canRemove else { throw .membership(.actorMayNotRemove) }
        guard let member = facts.activeMember(user, of: conversation) else {
            throw .membership(.userIsNotAMember)
        }
        var events: [Event] = []
        if actor == .operator {
            events = facts.consequences(ofEnding: member, in: authority.conversation, by: actor)
        } else if member.role == .creator {
            throw .membership(.creatorCannotBeRemoved)
        }
        var fresh = asked.fresh
        let removed = ParticipantRemoved(
            user: user.rawValue,
            entry: fresh.next(),
            ordinal: authority.conversation.nextOrdinal
        )
        events.append(.participantRemoved(removed))
        return Decision(events.map { NewEvent($0, in: .conversation(conversation)) })
    }
}

extension RemoveParticipant {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let last = events.last, last.isIn(conversation) else { return nil }
        switch last.event {
        case .participantRemoved(let removed) where removed.user == user.rawValue: return .done
        // Removing oneself is leaving.
        case .participantLeft(let left) where left.user == user.rawValue: return .done
        default: return nil
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

/// Leaves a conversation.
public struct Leave: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID

    /// Names the conversation to leave.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

extension Leave: UserRule {
    var name: CommandName { .leave }
    var number: CommandKind? { .leave }
    var changedCounts: CountChange { .seenByActor }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .leave(Leave(conversation: try intention.requiredConversation))
    }

    /// The consequences of leaving come before it, so that the leaving member may see them.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
        try seat.requireNotDirect()
        var events = facts.consequences(
            ofEnding: seat.member,
            in: seat.conversation,
            by: .user(actor)
        )
        var fresh = asked.fresh
        let left = ParticipantLeft(
            user: actor.rawValue,
            entry: fresh.next(),
            ordinal: seat.conversation.nextOrdinal
        )
        events.append(.participantLeft(left))
        return Decision(events.map { NewEvent($0, in: .conversation(conversation)) })
    }
}

extension Leave {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.allSatisfy { $0.isIn(conversation) } ? .done : nil
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}
