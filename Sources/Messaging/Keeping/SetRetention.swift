internal import LogSchema
internal import Wire

/// Bounds how long content is kept.
public struct SetRetention: Hashable, Sendable {
    /// A change of one bound.
    public enum Bound: Hashable, Sendable {
        /// The bound stays as it is.
        case unchanged
        /// The bound is removed.
        case none
        /// The bound becomes this many days.
        case days(Int)
    }

    /// All kinds if nil.
    public var kind: ConversationKind?
    /// The one conversation that they are for, instead of a kind.
    public var conversation: ConversationID?
    /// For how long nothing may be erased.
    public var minimum: Bound
    /// After how long a run of retention erases content.
    public var maximum: Bound

    /// Gives the bounds of one kind of conversation, of all, or of one conversation.
    ///
    /// Of one conversation, each bound replaces that of its kind; without one of its own, that of
    /// its kind counts.
    public init(
        kind: ConversationKind? = nil,
        conversation: ConversationID? = nil,
        minimum: Bound = .unchanged,
        maximum: Bound = .unchanged
    ) {
        self.kind = kind
        self.conversation = conversation
        self.minimum = minimum
        self.maximum = maximum
    }
}

extension SetRetention: OperatorRule {
    static var restsOnKeeping: Bool { true }
    var name: CommandName { .setRetention }
    var number: CommandKind? { .setRetention }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard kind.map(ConversationKind.known.contains) ?? true else {
            throw .keeping(.kindIsUnknown)
        }
        guard minimum.isInRange else { throw .keeping(.minimumIsOutOfRange) }
        guard maximum.isInRange else { throw .keeping(.maximumIsOutOfRange) }
        guard let conversation else { return try decideForKinds(on: facts) }
        guard kind == nil else { throw .keeping(.retentionIsOfTwo) }
        guard let present = facts.conversation(conversation) else {
            throw .keeping(.conversationIsNotFound)
        }
        let own = facts.ownRetentions().first { $0.conversation == conversation }
        let current = own?.retention ?? Retention()
        let changed = changed(current)
        guard changed.replacing(facts.retention(of: present.kind)).isConsistent else {
            throw .keeping(.minimumIsAboveMaximum)
        }
        if changed == current { return Decision() }
        return Decision([event(changed, of: present.kind)])
    }

    private func decideForKinds(
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let own = facts.ownRetentions()
        var events: [NewEvent] = []
        for kind in kind.map({ [$0] }) ?? ConversationKind.known {
            let current = facts.retention(of: kind)
            let changed = changed(current)
            guard changed.isConsistent else { throw .keeping(.minimumIsAboveMaximum) }
            let areConsistent = own.allSatisfy {
                $0.kind != kind || $0.retention.replacing(changed).isConsistent
            }
            guard areConsistent else { throw .keeping(.boundOfAConversationContradicts) }
            if changed != current { events.append(event(changed, of: kind)) }
        }
        return Decision(events)
    }

    private func changed(_ current: Retention) -> Retention {
        Retention(
            minimumDays: minimum.applied(to: current.minimumDays),
            maximumDays: maximum.applied(to: current.maximumDays)
        )
    }

    private func event(_ retention: Retention, of kind: ConversationKind) -> NewEvent {
        let event = RetentionSet(
            kind: kind,
            minimumDays: retention.minimumDays.map(UInt32.init(clamping:)),
            maximumDays: retention.maximumDays.map(UInt32.init(clamping:)),
            conversation: conversation?.rawValue
        )
        return NewEvent(.retentionSet(event), in: .store)
    }
}

extension SetRetention {
    /// Without a kind, each kind whose bounds change has an event of its own.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.allSatisfy { matches($0) } ? .done : nil
    }

    private func matches(_ event: RecordedEvent) -> Bool {
        guard case .retentionSet(let set) = event.event else { return false }
        return conversation?.rawValue == set.conversation && kind ?? set.kind == set.kind
            && minimum.allows(set.minimumDays) && maximum.allows(set.maximumDays)
    }
}

extension SetRetention.Bound {
    fileprivate var isInRange: Bool {
        switch self {
        case .unchanged, .none: true
        case .days(let days): (1...Limits.retentionDays).contains(days)
        }
    }

    fileprivate func applied(to current: Int?) -> Int? {
        switch self {
        case .unchanged: current
        case .none: nil
        case .days(let days): days
        }
    }

    fileprivate func allows(_ days: UInt32?) -> Bool {
        switch self {
        case .unchanged: true
        case .none: days == nil
        case .days(let wanted): days.map { Int($0) } == wanted
        }
    }
}
