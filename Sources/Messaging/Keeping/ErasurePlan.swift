internal import LogSchema
internal import Wire

/// The contents that can be erased now, and those that have to wait, with the reason.
///
/// A legal hold has precedence over minimum retention, and that over every reason to erase: a
/// request, and below it the maximum retention. Content that both protect waits for the hold, of
/// several holds for the first placed.
///
/// A plan may cover millions of contents: it keeps a bit for each, and its lists contain the first
/// hundred. An append carries out a slice of it, the first thousand messages added; the rest is
/// counted.
package struct ErasurePlan: Sendable {
    private let holds: [HoldFacts]
    private let rules: RetentionRules
    private let now: Timestamp
    private var erasable = PositionSet()
    private var kept = PositionSet()
    private var deferred: [Erasure.Deferred] = []
    /// The contents to erase now: only messages with all of their parts.
    private var slice = PositionSet()
    private var messagesInSlice = 0
    /// The media that the slice's contents name.
    private var media = NamedMedia()
    /// Whether it only says what goes and what waits, and its slice is not carried out.
    var isList = false
    private var copies = ForwardedCopies()
    private var listsForwards = false
    /// The content that expires soon; nil if it is not listed.
    private var upcoming: UpcomingContents?
    /// The exports that may have held an erasable content, and those that did.
    private var exports: [ExportFacts] = []
    private var holdingExports: [Position] = []
    /// The number of deferred contents that are listed.
    var listedDeferred = Limits.listedErasures

    /// Begins the plan of a scope.
    init(of scope: ErasureScope, on facts: borrowing some Facts & ~Copyable) {
        self.init(now: scope.time, without: scope.released, on: facts)
        listsForwards = scope.listsForwards
        upcoming = scope.foresight.map { UpcomingContents(until: $0.end) }
        if scope.listsExports { exports = facts.exports() }
    }

    /// Plans for a time, as if a hold had been released that ends with this.
    init(
        now: Timestamp,
        without released: HoldID? = nil,
        on facts: borrowing some Facts & ~Copyable
    ) {
        self.now = now
        holds = Self.holds(without: released, on: facts)
        rules = facts.retentionRules
    }

    private static func holds(
        without released: HoldID?,
        on facts: borrowing some Facts & ~Copyable
    ) -> [HoldFacts] {
        facts.activeHolds().filter { $0.id != released }
    }

    /// Whether holds and retention are unchanged since the plan was begun.
    func agrees(with scope: ErasureScope, on facts: borrowing some Facts & ~Copyable) -> Bool {
        holds == Self.holds(without: scope.released, on: facts)
            && rules == facts.retentionRules
    }

    /// Whether no further message is carried out with this plan.
    var isFull: Bool {
        messagesInSlice >= Limits.messagesInSlice || media.byteCount >= Limits.mediaBytesInSlice
    }

    /// Whether content was added that is still there.
    func has(_ position: Position) -> Bool {
        erasable.contains(position) || kept.contains(position)
    }

    /// Adds contents to erase; contents that are erased already, or were added before, change
    /// nothing.
    ///
    /// The parts of a message are added together. If one part has to wait, the whole message waits:
    /// with half of it erased, an earlier text would be read as the present one. Its age counts
    /// from its sending: an edit does not make it younger.
    mutating func add(_ contents: [ContentFacts], on facts: borrowing some Facts & ~Copyable) {
        var messages: [MessageID: [ContentFacts]] = [:]
        for content in contents {
            if let message = content.message {
                messages[message, default: []].append(content)
            } else {
                add(together: [content], on: facts)
            }
        }
        let inOrder = messages.values.sorted { $0[0].position < $1[0].position }
        for parts in inOrder { add(together: parts, on: facts) }
    }

    private mutating func add(
        together parts: [ContentFacts],
        on facts: borrowing some Facts & ~Copyable
    ) {
        let left = parts.filter { !$0.isErased && !has($0.position) }
        guard !left.isEmpty else { return }
        let sentAt = parts.lazy.map(\.sentAt).min()
        let reasons = left.map { reason(toKeep: $0, sentAt: sentAt ?? $0.sentAt, at: now) }
        guard let first = reasons.lazy.compactMap(\.self).first else {
            for part in left {
                erasable.insert(part.position)
                upcoming?.remove(part.position)
                noteExports(of: part)
            }
            if isFull { return }
            messagesInSlice += 1
            for part in left {
                slice.insert(part.position)
                if !isList { media.add(facts.media(namedAt: part.position)) }
            }
            return
        }
        for (part, reason) in zip(left, reasons) {
            kept.insert(part.position)
            list(Erasure.Deferred(position: part.position, why: reason ?? first))
        }
        foreseeEndOfMinimum(of: parts)
    }

    /// Moves the exports that held a content to the list.
    private mutating func noteExports(of content: ContentFacts) {
        while let place = exports.firstIndex(where: { $0.held(content) }) {
            holdingExports.append(exports.remove(at: place).position)
        }
    }

    /// Lists a deferred content, if the list is not full.
    private mutating func list(_ new: Erasure.Deferred) {
        let place = deferred.firstIndex { $0.position > new.position } ?? deferred.count
        guard place < listedDeferred else { return }
        deferred.insert(new, at: place)
        if deferred.count > listedDeferred { deferred.removeLast() }
    }

    private func reason(
        toKeep content: ContentFacts,
        sentAt: Timestamp,
        at time: Timestamp
    ) -> Erasure.Reason? {
        if let hold = holds.first(where: { $0.covers(content) }) { return .hold(hold.id) }
        guard let days = rules.minimumDays(of: content),
            sentAt > time.earlier(byDays: Int64(days))
        else { return nil }
        return .minimumRetention
    }

    /// Notes the parts of a message, or other content, that is not too old yet and is soon.
    mutating func foresee(_ parts: [ContentFacts]) {
        let rules = rules
        foresee(parts) { rules.maximumDays(of: $0) }
    }

    /// Notes what waits only for a minimum that ends soon.
    private mutating func foreseeEndOfMinimum(of parts: [ContentFacts]) {
        let rules = rules
        foresee(parts) { rules.minimumDays(of: $0) }
    }

    private mutating func foresee(
        _ parts: [ContentFacts],
        after days: (ContentFacts) -> Int?
    ) {
        guard let end = upcoming?.end, let sentAt = parts.lazy.map(\.sentAt).min() else { return }
        let left = parts.filter { !$0.isErased && !erasable.contains($0.position) }
        guard left.allSatisfy({ reason(toKeep: $0, sentAt: sentAt, at: end) == nil }) else {
            return
        }
        let time = left.lazy.compactMap(days).max().map { sentAt.later(byDays: Int64($0)) }
        for part in left { upcoming?.insert(part, goingAt: time ?? end) }
    }

    /// Adds a copy of an added content; false for a known copy.
    mutating func noteCopy(_ copy: MessageFacts) -> Bool { copies.note(copy) }

    /// The number of contents still to erase, and the reason why the oldest waits.
    var waiting: (count: Int, oldest: Erasure.Deferred)? {
        let free = erasable.first(1).first.map { Erasure.Deferred(position: $0, why: .nextRun) }
        guard
            let oldest = [free, deferred.first].compactMap(\.self).min(by: {
                $0.position < $1.position
            })
        else { return nil }
        return (erasable.count + kept.count, oldest)
    }

    /// Whether there is nothing to erase, and nothing that waits for it.
    var isEmpty: Bool { erasable.isEmpty && kept.isEmpty }

    /// How many contents are left to a later slice.
    var pending: Int { max(0, erasable.count - slice.count) }

    /// How many contents are carried out with it.
    var sliceCount: Int { slice.count }

    /// Adds the slice of another plan, with its contents as they are by now.
    mutating func addSlice(of plan: ErasurePlan, on facts: borrowing some Facts & ~Copyable) {
        for run in plan.slice.runs {
            let before = Position(run.first - 1)
            facts.forEachContent(
                after: before,
                through: before.advanced(by: run.count),
                where: { _ in true }
            ) { content in
                addWhole(content, on: facts)
                return true
            }
        }
    }

    /// Carries out what another plan carries out, and nothing else.
    ///
    /// It may hold parts that came after this plan was made, and counts as planned.
    mutating func takeSlice(of plan: ErasurePlan) {
        slice = plan.slice
        media = plan.media
        for run in slice.runs {
            for offset in 0..<run.count {
                erasable.insert(Position(run.first).advanced(by: offset))
            }
        }
    }

    /// Returns the answer to the caller, and the events that erase the slice.
    func carriedOut() -> (erasure: Erasure, events: [NewEvent]) {
        let erasure = Erasure(
            erased: erasable.count,
            erasedList: erasable.first(Limits.listedErasures),
            forwards: listsForwards ? copies.listed : [],
            forwardsCount: listsForwards ? copies.count : 0,
            deferred: deferred,
            deferredCount: kept.count,
            pending: pending,
            upcoming: upcoming?.first,
            upcomingCount: upcoming?.count,
            exports: Array(holdingExports.sorted().prefix(Limits.listedErasures))
        )
        return (erasure, Self.events(slice.runs[...]))
    }

    /// Returns the events that carry out the slice: the media that are owed then, and the erasure.
    func events(on facts: borrowing some Facts & ~Copyable) -> [NewEvent] {
        facts.owed(of: media, byErasing: slice.runs) + Self.events(slice.runs[...])
    }

    /// Returns the events that erase some contents.
    static func events(erasing positions: [Position]) -> [NewEvent] {
        var set = PositionSet()
        for position in positions { set.insert(position) }
        return events(set.runs[...])
    }

    /// Returns the rest of an erasure: it is erased with a later slice, or waits for the next run.
    func left(isGoingOn: Bool) -> Erasure {
        var erasure = carriedOut().erasure
        if isGoingOn {
            erasure.pending = erasable.count
        } else {
            let free = erasable.first(listedDeferred).map {
                Erasure.Deferred(position: $0, why: .nextRun)
            }
            let all = (free + deferred).sorted { $0.position < $1.position }
            erasure.deferred = Array(all.prefix(listedDeferred))
            erasure.deferredCount += erasable.count
            erasure.pending = 0
        }
        return erasure
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

/// The forwarded copies of the requested contents: their number, and the first hundred.
private struct ForwardedCopies {
    private var known = PositionSet()
    private var first: [(id: MessageID, position: Position)] = []

    var count: Int { known.count }
    var listed: [MessageID] { first.map(\.id) }

    mutating func note(_ copy: MessageFacts) -> Bool {
        if known.contains(copy.position) { return false }
        known.insert(copy.position)
        let place = first.firstIndex { $0.position > copy.position } ?? first.count
        if place < Limits.listedErasures {
            first.insert((copy.id, copy.position), at: place)
            if first.count > Limits.listedErasures { first.removeLast() }
        }
        return true
    }
}

extension ConversationKind {
    /// Every kind that a conversation can have.
    package static var known: [ConversationKind] { [.direct, .group, .request] }
}
