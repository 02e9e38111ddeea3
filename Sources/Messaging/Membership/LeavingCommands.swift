internal import LogSchema
internal import Wire

/// Removes a member from a conversation; removing oneself is leaving.
public struct RemoveParticipant: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Who goes.
    public var user: UserID

    /// Names who goes.
    public init(conversation: ConversationID, user: UserID) {
        self.conversation = conversation
        self.user = user
    }
}

extension RemoveParticipant: UserRule {
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

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard user != actor else {
            return try Leave(conversation: conversation).decide(by: actor, asked, on: facts)
        }
        let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
        try seat.requireNotDirect()
        try seat.requireOpen()
        guard seat.member.effective.canRemove else { throw .membership(.actorMayNotRemove) }
        guard let member = facts.activeMember(user, of: conversation) else {
            throw .membership(.userIsNotAMember)
        }
        guard member.role != .creator else { throw .membership(.creatorCannotBeRemoved) }
        var fresh = asked.fresh
        let removed = ParticipantRemoved(
            user: user.rawValue,
            entry: fresh.next(),
            ordinal: seat.conversation.nextOrdinal
        )
        return Decision([NewEvent(.participantRemoved(removed), in: .conversation(conversation))])
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

    /// Names what is left.
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

    /// What the leaving brings about comes before it, so that who leaves may know of it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.seat(of: actor, in: conversation, now: asked.now)
        try seat.requireNotDirect()
        let remaining = facts.activeMembers(of: conversation).filter { $0.user != actor }
        var events: [Event] = []
        if let heir = remaining.heir {
            if seat.member.role == .creator {
                events.append(.ownershipPassed(OwnershipPassed(user: heir.user.rawValue)))
            }
        } else if !seat.conversation.isClosed {
            events.append(.conversationClosed(ConversationClosed(reason: .lastMemberLeft)))
        }
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

extension [MemberFacts] {
    /// Who becomes the creator when the creator leaves these: the longest-standing admin, else
    /// the longest-standing member; nobody if there is nobody.
    ///
    /// Only the present membership counts. Those who joined at the same event stand in the order
    /// in which it names them, which is the order here, and `min` keeps the first.
    fileprivate var heir: MemberFacts? {
        let admins = filter { $0.role == .admin }
        return (admins.isEmpty ? self : admins).min { $0.joined < $1.joined }
    }
}

extension MemberFacts {
    /// Where the present membership, or the last one, began.
    fileprivate var joined: Position { intervals.last?.joined ?? .zero }
}
