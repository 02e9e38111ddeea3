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
        var plan = ErasurePlan(now: asked.now, on: facts)
        plan.addPending(on: facts)
        for kind in ConversationKind.known {
            guard let days = facts.retention(of: kind).maximumDays else { continue }
            let limit = asked.now.earlier(byDays: Int64(days))
            let said = facts.contents(of: kind, before: limit).filter { facts.wasSaid(in: $0) }
            plan.add(facts.wholeMessages(said).contents)
        }
        let (erasure, events) = plan.carriedOut()
        return Decision(isDryRun ? [] : events, answer: .erasure(erasure))
    }
}

extension Facts where Self: ~Copyable {
    /// Whether content is something that was said, not what a conversation is called: a title does
    /// not grow old while the conversation lives.
    fileprivate func wasSaid(in content: ContentFacts) -> Bool {
        switch event(at: content.position)?.event {
        case .messageSent, .messageEdited, .messageAnnotated, .customRecorded: true
        default: false
        }
    }
}
