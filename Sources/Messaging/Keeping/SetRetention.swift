internal import LogSchema
internal import Wire

/// Bounds how long content is kept.
public struct SetRetention: Hashable, Sendable {
    /// A change of one bound.
    public enum Bound: Hashable, Sendable {
        case unchanged
        case none
        case days(Int)
    }

    /// All kinds if nil.
    public var kind: ConversationKind?
    /// For how long nothing may be erased.
    public var minimum: Bound
    /// After how long content goes by itself, when retention is run.
    public var maximum: Bound

    /// Gives the bounds of one kind of conversation, or of all.
    public init(
        kind: ConversationKind? = nil,
        minimum: Bound = .unchanged,
        maximum: Bound = .unchanged
    ) {
        self.kind = kind
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
        var events: [NewEvent] = []
        for kind in kind.map({ [$0] }) ?? ConversationKind.known {
            let current = facts.retention(of: kind)
            let changed = Retention(
                minimumDays: minimum.applied(to: current.minimumDays),
                maximumDays: maximum.applied(to: current.maximumDays)
            )
            guard changed.isConsistent else { throw .keeping(.minimumIsAboveMaximum) }
            guard changed != current else { continue }
            let event = RetentionSet(
                kind: kind,
                minimumDays: changed.minimumDays.map(UInt32.init(clamping:)),
                maximumDays: changed.maximumDays.map(UInt32.init(clamping:))
            )
            events.append(NewEvent(.retentionSet(event), in: .store))
        }
        return Decision(events)
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
        return kind ?? set.kind == set.kind && minimum.allows(set.minimumDays)
            && maximum.allows(set.maximumDays)
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

extension Retention {
    fileprivate var isConsistent: Bool {
        guard let minimumDays, let maximumDays else { return true }
        return minimumDays <= maximumDays
    }
}
