public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MessagesQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.messages(query) }
    }
}

extension UserQueryEvaluator {
    /// Returns a page of a conversation's entries for the viewer, oldest first.
    ///
    /// - Throws: `notFound` for a conversation or a message that the viewer cannot see,
    ///   `invalidCursor` for a cursor that is not of this query.
    package mutating func messages(_ query: MessagesQuery) throws(QueryError) -> MessagePage {
        let limit = try ask { _ throws(Refusal) in try PageLimit(query.limit) }
        let seat = try seat(in: query.conversation)
        let stretch = Stretch(
            seat: seat,
            runs: try sight(from: seat),
            showsDeleted: query.showsDeleted
        )
        let page = try entries(of: query, limit, stretch)
        return MessagePage(
            try items(of: page.entries, from: seat),
            before: page.before.map { cursors(of: query, .before).cursor(at: $0) },
            after: page.after.map { cursors(of: query, .after).cursor(at: $0) }
        )
    }

    /// Finds the entries of a page, and the places where the pages beside it continue.
    private borrowing func entries(
        of query: MessagesQuery,
        _ limit: PageLimit,
        _ stretch: Stretch
    ) throws(QueryError) -> EntryPage {
        switch query.window {
        case .newest:
            return try entries(below: .max, limit, stretch)
        case .before(let mark):
            let ordinal = try ordinal(of: mark, query, .before, from: stretch.seat)
            var page = try entries(below: ordinal, limit, stretch)
            let last = page.entries.last?.ordinal ?? ordinal &- 1
            if try !entries(above: last, count: 1, in: stretch).isEmpty { page.after = last }
            return page
        case .after(let mark):
            let ordinal = try ordinal(of: mark, query, .after, from: stretch.seat)
            var found = try entries(above: ordinal, count: limit.count + 1, in: stretch)
            let goesOn = found.count > limit.count
            if goesOn { found.removeLast() }
            var page = EntryPage(entries: found)
            if goesOn { page.after = found.last?.ordinal }
            let first = found.first?.ordinal ?? ordinal &+ 1
            if try !entries(below: first, count: 1, in: stretch).isEmpty { page.before = first }
            return page
        case .around(let id):
            return try entries(around: ordinal(of: id, from: stretch.seat), limit, stretch)
        case .aroundOrdinal(let ordinal):
            // Ordinals begin at 1; nothing lies around an earlier or much later one.
            return try entries(around: min(max(ordinal, 1), .max - 1), limit, stretch)
        case .aroundTime(let time):
            guard let ordinal = try ordinal(at: time, stretch) else {
                return EntryPage(entries: [])
            }
            return try entries(around: ordinal, limit, stretch)
        }
    }

    private borrowing func entries(
        below ordinal: UInt64,
        _ limit: PageLimit,
        _ stretch: Stretch
    ) throws(QueryError) -> EntryPage {
        var found = try entries(below: ordinal, count: limit.count + 1, in: stretch)
        let goesOn = found.count > limit.count
        if goesOn { found.removeLast() }
        found.reverse()
        return EntryPage(entries: found, before: goesOn ? found.first?.ordinal : nil)
    }

    private borrowing func entries(
        around ordinal: UInt64,
        _ limit: PageLimit,
        _ stretch: Stretch
    ) throws(QueryError) -> EntryPage {
        var earlier = try entries(below: ordinal, count: limit.before + 1, in: stretch)
        var later = try entries(above: ordinal, count: limit.after + 1, in: stretch)
        let (hasBefore, hasAfter) = (earlier.count > limit.before, later.count > limit.after)
        if hasBefore { earlier.removeLast() }
        if hasAfter { later.removeLast() }
        // The one in the middle may be deleted or unseen, and is not shown then.
        let middle = try entries(above: ordinal - 1, count: 1, in: stretch)
            .filter { $0.ordinal == ordinal }
        let found = earlier.reversed() + middle + later
        return EntryPage(
            entries: found,
            before: hasBefore ? found.first?.ordinal ?? ordinal : nil,
            after: hasAfter ? found.last?.ordinal ?? ordinal : nil
        )
    }

    /// The entries that are nearest below an ordinal, newest first.
    private borrowing func entries(
        below ordinal: UInt64,
        count: Int,
        in stretch: Stretch
    ) throws(QueryError) -> [PlacedEntry] {
        try read { (state) throws(ViewsError) in
            var found: [PlacedEntry] = []
            found.reserveCapacity(count)
            for run in stretch.runs.reversed() where found.count < count && run.lowerBound < ordinal
            {
                try state.projectors.timeline.forEachEntry(
                    of: stretch.seat.conversation.id.rawValue,
                    from: run.lowerBound,
                    through: min(run.upperBound, ordinal - 1),
                    descending: true,
                    in: state.views
                ) { ordinal, entry in
                    if stretch.shows(entry) { found.append(PlacedEntry(ordinal, entry)) }
                    return found.count < count ? .goOn : .stop
                }
            }
            return found
        }
    }

    /// The entries that are nearest above an ordinal, oldest first.
    private borrowing func entries(
        above ordinal: UInt64,
        count: Int,
        in stretch: Stretch
    ) throws(QueryError) -> [PlacedEntry] {
        guard ordinal < .max else { return [] }
        return try read { (state) throws(ViewsError) in
            var found: [PlacedEntry] = []
            found.reserveCapacity(count)
            for run in stretch.runs where found.count < count && run.upperBound > ordinal {
                try state.projectors.timeline.forEachEntry(
                    of: stretch.seat.conversation.id.rawValue,
                    from: max(run.lowerBound, ordinal + 1),
                    through: run.upperBound,
                    descending: false,
                    in: state.views
                ) { ordinal, entry in
                    if stretch.shows(entry) { found.append(PlacedEntry(ordinal, entry)) }
                    return found.count < count ? .goOn : .stop
                }
            }
            return found
        }
    }
}

// The beginning of a page.
extension UserQueryEvaluator {
    /// On which side of its cursor a page lies.
    private enum Side: String {
        case before, after
    }

    private borrowing func cursors(of query: MessagesQuery, _ side: Side) -> CursorScope {
        let deleted = query.showsDeleted ? "all" : "living"
        return cursors(.messages, query.conversation.description, side.rawValue, deleted)
    }

    private borrowing func ordinal(
        of mark: MessagesQuery.Mark,
        _ query: MessagesQuery,
        _ side: Side,
        from seat: Seat
    ) throws(QueryError) -> UInt64 {
        switch mark {
        case .message(let id): return try ordinal(of: id, from: seat)
        case .cursor(let cursor):
            let scope = cursors(of: query, side)
            return try ask { _ throws(Refusal) in try scope.number(of: cursor) }
        }
    }

    /// Returns the first shown entry that was sent at or after a time, else the newest; nil if none
    /// is shown.
    ///
    /// - Complexity: O(log n), and the entries after it that are not shown.
    private borrowing func ordinal(
        at time: Timestamp,
        _ stretch: Stretch
    ) throws(QueryError) -> UInt64? {
        let earlier = try read { (state) throws(ViewsError) in
            try state.projectors.timeline.lastOrdinal(
                of: stretch.seat.conversation.id.rawValue,
                in: state.views
            ) { $0.sentAt < time }
        }
        if let first = try entries(above: earlier, count: 1, in: stretch).first {
            return first.ordinal
        }
        return try entries(below: .max, count: 1, in: stretch).first?.ordinal
    }

    private borrowing func ordinal(
        of id: MessageID,
        from seat: Seat
    ) throws(QueryError) -> UInt64 {
        let message = try ask { (state) throws(Refusal) in
            guard let message = state.message(id), message.conversation == seat.conversation.id,
                seat.visibility.showsEntry(at: message.position, sentAt: message.sentAt)
            else { throw .message(.notFound) }
            return message
        }
        return message.ordinal
    }
}

/// An entry and where it stands.
struct PlacedEntry {
    let ordinal: UInt64
    let entry: TimelineEntry

    init(_ ordinal: UInt64, _ entry: TimelineEntry) {
        self.ordinal = ordinal
        self.entry = entry
    }
}

/// The entries of a page, and the places where the pages beside it continue.
private struct EntryPage {
    var entries: [PlacedEntry]
    var before: UInt64?
    var after: UInt64?
}

/// The part of a timeline that is walked over for its pages.
private struct Stretch {
    let seat: Seat
    /// The runs of entries that the viewer can see, ascending.
    let runs: [ClosedRange<UInt64>]
    let showsDeleted: Bool

    func shows(_ entry: TimelineEntry) -> Bool {
        seat.visibility.showsEntry(at: entry.position, sentAt: entry.sentAt)
            && (showsDeleted || !entry.isGone(for: seat.visibility))
    }
}
