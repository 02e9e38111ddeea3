internal import LogSchema
internal import Wire

extension Erase: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, let first = events.first,
            case .erasureRequested(let requested, let content) = first.event,
            requested == self.requested, first.holds(as: content, self.content)
        else { return nil }
        let request = ErasureFacts(
            position: first.position,
            target: target,
            includesForwards: includesForwards
        )
        let scope = ErasureScope(of: request, at: first.recorded, listingForwards: true)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}

extension ForgetUser: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, first.stream == .user(user),
            case .userForgotten(_, let content) = first.event,
            first.holds(Note.required(basis).map { ForgettingContent(basis: $0) }, as: content)
        else { return nil }
        let request = ErasureFacts(
            position: first.position,
            target: .user(user),
            forgetsUser: true
        )
        let scope = ErasureScope(of: request, at: first.recorded)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}

extension RunRetention: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard !isDryRun, let first = events.first else { return nil }
        let scope = facts.scope(before: first.position, at: first.recorded, withOld: true)
        return facts.erasure(by: events, scope).map { .erasure($0) }
    }
}

extension Facts where Self: ~Copyable {
    /// What an erasure has done, and what of it still waits.
    fileprivate func erasure(by events: [RecordedEvent], _ scope: ErasureScope) -> Erasure? {
        guard let first = events.first else { return nil }
        var count = 0
        var positions: [Position] = []
        for case .contentErased(let event) in events.lazy.map(\.event) {
            for range in event.ranges {
                let sum = count.addingReportingOverflow(Int(clamping: range.count))
                count = sum.overflow ? .max : sum.partialValue
                let room = UInt64(Limits.listedErasures - positions.count)
                for offset in 0..<min(range.count, room) {
                    positions.append(Position(range.first).advanced(by: offset))
                }
            }
        }
        // Decided later, as its caller is told nothing then.
        guard let plan = plan(of: scope) else { return Erasure() }
        let progress = progress(ofErasureAt: first.position)
        var erasure = plan.left(isGoingOn: (progress?.pending ?? 0) > 0)
        erasure.erased = erasure.pending + (progress.map { Int(clamping: $0.erased) } ?? count)
        erasure.erasedList = positions
        if case .contentErased = first.event {} else { erasure.request = first.position }
        return erasure
    }
}

extension PlaceHold: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .holdPlaced(let placed, let content) = first.event else { return false }
        return placed.conversation == conversation?.rawValue && placed.user == user?.rawValue
            && placed.from == from?.microseconds
            && placed.until == until?.microseconds
            && first.holds(Note.required(matter).map { HoldContent(matter: $0) }, as: content)
    }

    var repeatedAnswer: Answer { .hold(hold) }
}

extension ReleaseHold: Repeatable {
    /// What had waited for the hold to end is erased in the same append.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard case .holdReleased(let released) = events.first?.event,
            released.hold == hold.rawValue
        else { return nil }
        return .done
    }
}

extension SetRetention: Repeatable {
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
    fileprivate func allows(_ days: UInt32?) -> Bool {
        switch self {
        case .unchanged: true
        case .none: days == nil
        case .days(let wanted): days.map { Int($0) } == wanted
        }
    }
}

extension Configure: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .configurationChanged(let change) = first.event else { return false }
        let rate: RateChange? =
            change.removesRateLimit ? .unlimited : change.rateLimit.map { .limit($0) }
        return textLimit == change.textLimit.map { Int($0) } && receipts == change.receipts
            && rateLimit == rate && emails == change.emails
    }
}

extension RecordCustom: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        guard case .customRecorded(let recorded, let content) = first.event else { return false }
        return first.stream == (conversation.map { .conversation($0) } ?? .store)
            && recorded.type == type
            && first.holds(data.isEmpty ? nil : CustomContent(data: data), as: content)
    }
}
