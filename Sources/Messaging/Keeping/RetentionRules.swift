internal import LogSchema
internal import Wire

extension SetRetention: OperatorRule {
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
}

extension Retention {
    fileprivate var isConsistent: Bool {
        guard let minimumDays, let maximumDays else { return true }
        return minimumDays <= maximumDays
    }
}

extension RunRetention: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let scope = facts.scope(before: facts.size.next, at: asked.now, withOld: true)
        guard let plan = facts.plan(of: scope) else { return Decision() }
        if isDryRun || plan.sliceCount == 0 {
            return Decision(answer: .erasure(plan.carriedOut().erasure))
        }
        return plan.decision(asking: NewEvent(.retentionRun(RetentionRun()), in: .store), on: facts)
    }
}
