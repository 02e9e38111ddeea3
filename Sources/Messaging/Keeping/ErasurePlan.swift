internal import LogSchema
internal import Wire

/// What can be erased now, and what has to wait for what.
///
/// A legal hold is above minimum retention, and that is above every wish to erase: a request, and
/// below it the maximum retention. What both forbid waits for the hold, of several for the first
/// that was placed.
struct ErasurePlan {
    private let holds: [HoldFacts]
    /// What was sent later is not old enough.
    private let oldEnough: [ConversationKind: Timestamp]
    /// When the messages were sent that some contents are parts of.
    private var firstSent: [Position: Timestamp] = [:]
    private var erasable: Set<Position> = []
    private var deferred: [Position: Erasure.Reason] = [:]

    /// Plans for a time, as if a hold had been released that ends with this.
    init(
        now: Timestamp,
        without released: HoldID? = nil,
        on facts: borrowing some Facts & ~Copyable
    ) {
        holds = facts.activeHolds().filter { $0.id != released }
        var oldEnough: [ConversationKind: Timestamp] = [:]
        for kind in ConversationKind.known {
            guard let days = facts.retention(of: kind).minimumDays else { continue }
            oldEnough[kind] = now.earlier(byDays: Int64(days))
        }
        self.oldEnough = oldEnough
    }

    /// Adds what is to go; what is erased already, or was added before, changes nothing.
    ///
    /// A message of which one part has to wait waits as a whole: half of it gone would leave an
    /// earlier text to be read as the present one. It is as old as its sending, so that nobody
    /// keeps it young by editing.
    mutating func add(_ contents: [ContentFacts]) {
        var sendings: [MessageID: Timestamp] = [:]
        for part in contents {
            guard let message = part.message else { continue }
            sendings[message] = min(sendings[message] ?? part.sentAt, part.sentAt)
        }
        for part in contents { firstSent[part.position] = part.message.flatMap { sendings[$0] } }
        let left = contents.filter { !$0.isErased }
        var reasons: [MessageID: (position: Position, reason: Erasure.Reason)] = [:]
        for part in left {
            guard let message = part.message, let reason = reason(toKeep: part),
                reasons[message].map({ part.position < $0.position }) ?? true
            else { continue }
            reasons[message] = (part.position, reason)
        }
        for content in left {
            let ofMessage = content.message.flatMap { reasons[$0]?.reason }
            if let reason = reason(toKeep: content) ?? ofMessage {
                deferred[content.position] = reason
            } else {
                erasable.insert(content.position)
            }
        }
    }

    private func reason(toKeep content: ContentFacts) -> Erasure.Reason? {
        if let hold = holds.first(where: { $0.covers(content) }) { return .hold(hold.id) }
        guard let kind = content.kind, let limit = oldEnough[kind],
            (firstSent[content.position] ?? content.sentAt) > limit
        else { return nil }
        return .minimumRetention
    }

    /// Everything that is still to go: for the next run, where nothing forbids it any more.
    var waiting: [Erasure.Deferred] {
        let free = erasable.map { Erasure.Deferred(position: $0, why: .nextRun) }
        let kept = deferred.map { Erasure.Deferred(position: $0.key, why: $0.value) }
        return (free + kept).sorted { $0.position < $1.position }
    }

    /// What happens when the plan is carried out, and the events that say so.
    ///
    /// What is more than one append takes is deferred to the next run, the oldest going first.
    func carriedOut() -> (erasure: Erasure, events: [NewEvent]) {
        let runs = Self.runs(of: erasable.sorted())
        let now = runs.prefix(Limits.runsTogether)
        var waiting = deferred.map { Erasure.Deferred(position: $0.key, why: $0.value) }
        for run in runs.dropFirst(Limits.runsTogether) {
            for offset in 0..<run.count {
                let position = Position(run.first).advanced(by: offset)
                waiting.append(Erasure.Deferred(position: position, why: .nextRun))
            }
        }
        waiting.sort { $0.position < $1.position }
        let erasure = Erasure(erased: now.reduce(0) { $0 + Int($1.count) }, deferred: waiting)
        return (erasure, Self.events(now))
    }

    private static func runs(of positions: [Position]) -> [PositionRange] {
        var runs: [PositionRange] = []
        for position in positions {
            if let last = runs.last, last.first + last.count == position.rawValue {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(PositionRange(first: position.rawValue, count: 1))
            }
        }
        return runs
    }

    private static func events(_ runs: ArraySlice<PositionRange>) -> [NewEvent] {
        var events: [NewEvent] = []
        var rest = runs
        while !rest.isEmpty {
            let erased = ContentErased(ranges: Array(rest.prefix(Limits.runsInErasure)))
            events.append(NewEvent(.contentErased(erased), in: .store))
            rest = rest.dropFirst(Limits.runsInErasure)
        }
        return events
    }
}

extension ConversationKind {
    /// Every kind that a conversation can have.
    package static var known: [ConversationKind] { [.direct, .group, .request] }
}
