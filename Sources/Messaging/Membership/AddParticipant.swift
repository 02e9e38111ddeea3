internal import LogSchema
public import Wire

/// Adds a user to a conversation, also a former member.
public struct AddParticipant: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// The user who joins.
    public var user: UserID
    /// `admin` or `member`.
    public var role: Role
    /// The new member's flags; only the creator and admins may give any.
    public var permissions: Permissions
    /// The time since when they see the history; nil where the conversation's own rule says it.
    ///
    /// A future time counts as now. Only the creator and admins may show a member of a `sinceJoin`
    /// conversation the time before the joining.
    public var historySince: Timestamp?

    /// Names the user, the conversation, the role, the flags and the visible history.
    public init(
        conversation: ConversationID,
        user: UserID,
        role: Role = .member,
        permissions: Permissions = Permissions(),
        historySince: Timestamp? = nil
    ) {
        self.conversation = conversation
        self.user = user
        self.role = role
        self.permissions = permissions
        self.historySince = historySince
    }
}

extension AddParticipant: ConversationRule {
    var name: CommandName { .add }
    var number: CommandKind? { .add }
    var changedCounts: CountChange { .seen(by: user) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .add(
            AddParticipant(
                conversation: try intention.requiredConversation,
                user: try intention.requiredUser
            )
        )
    }

    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try role.requireAssignable()
        let authority = try facts.authority(of: actor, in: conversation, now: asked.now)
        let present = authority.conversation
        try present.requireNotDirect()
        try present.requireOpen()
        guard authority.permissions.canAdd else { throw .membership(.actorMayNotAdd) }
        if role == .admin || permissions != Permissions() { try authority.requireSetsRoles() }
        let joining = facts.size.next
        let since = historyFrom(joiningAt: joining, on: facts)
        if let since, since < joining, Visibility.beginsAtJoining(present.history),
            !authority.isLeading
        {
            throw .membership(.onlyLeadersShowWhatWasBefore)
        }
        guard facts.activeMember(user, of: conversation) == nil else {
            throw .membership(.alreadyAMember)
        }
        // Blocks and privacy are between people: the operator speaks for a world outside.
        if let adder = actor.user {
            try facts.requireUnblocked(adder, by: [user])
            if present.kind == .group { try facts.requireConsent(of: [user], to: adder) }
        }
        let limit = facts.configuration.limits.members
        guard present.memberCount < limit else {
            throw .membership(.conversationIsFull(limit: limit))
        }
        var fresh = asked.fresh
        let added = ParticipantAdded(
            user: user.rawValue,
            role: role,
            canAdd: permissions.canAdd,
            canRemove: permissions.canRemove,
            canEdit: permissions.canEdit,
            entry: fresh.next(),
            messageNumber: present.messageCount,
            ordinal: present.nextOrdinal,
            historyFrom: since?.rawValue ?? 0
        )
        return Decision([NewEvent(.participantAdded(added), in: .conversation(conversation))])
    }
}

extension AddParticipant {
    /// The first event of the time since when they see the history, or the joining itself.
    private func historyFrom(
        joiningAt joining: Position,
        on facts: borrowing some Facts & ~Copyable
    ) -> Position? {
        historySince.map { min(facts.firstEvent(recordedAtOrAfter: $0), joining) }
    }

    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, matches(first),
            case .participantAdded(let added) = first.event
        else { return nil }
        // The log before the joining never changes, so the time is the same position again.
        let since = historyFrom(joiningAt: first.position, on: facts)
        return added.historyFrom == since?.rawValue ?? 0 ? repeatedAnswer : nil
    }
}

extension AddParticipant: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        guard case .participantAdded(let added) = first.event else { return false }
        return first.isIn(conversation) && !added.founder && added.user == user.rawValue
            && added.role == role && added.permissions == permissions
    }
}

extension ParticipantAdded {
    /// The flags that the member begins with.
    fileprivate var permissions: Permissions {
        Permissions(canAdd: canAdd, canRemove: canRemove, canEdit: canEdit)
    }
}
