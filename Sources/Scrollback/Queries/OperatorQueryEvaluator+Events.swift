internal import EventLog
internal import LogSchema
internal import Merkle
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension EventsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.events(query) }
    }
}

extension OperatorQueryEvaluator {
    /// Returns events of the log as recorded, oldest first.
    ///
    /// A call reads at most `Limits.eventsSearched` events and returns at most `Limits.eventBytes`
    /// of them: with a filter a page may be empty; continue from `next`.
    ///
    /// - Throws: `notFound` for a conversation that never existed, and `otherEpoch` for a position
    ///   that a restore lost.
    /// - Complexity: the events read; of one stream, only its own. A search by actor, user, message
    ///   or type reads an index of nine bytes for each event, and the events that may fit.
    package borrowing func events(
        _ query: EventsQuery
    ) throws(QueryError) -> EventPage {
        let limit = try state.ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        if query.types?.isEmpty == true { throw .refused(.request(.noTypes)) }
        if let from = query.from, let until = query.until, until < from {
            throw .refused(.request(.rangeIsReversed))
        }
        if let from = query.from { try require(from, in: query.epoch, field: "from") }
        if let until = query.until { try require(until, in: query.epoch, field: "until") }
        let range = try range(of: query)
        var gathering = EventGathering(query, limit: limit, state.contents)
        guard let stream = try stream(of: query) else {
            guard range.first <= range.last else { return EventPage() }
            let search = query.search
            guard search.isSelective else {
                return try read { (state) throws(LogError) in
                    try state.gatherLog(range, &gathering)
                }
            }
            return try state.read { (state) throws(ViewsError) in
                try state.gather(search, range, &gathering)
            }
        }
        guard let head = stream.head, range.first <= range.last else { return EventPage() }
        return try state.read { (state) throws(ViewsError) in
            try state.gather(stream.id, upTo: head.version, range, &gathering)
        }
    }

    private borrowing func range(of query: EventsQuery) throws(QueryError) -> EventRange {
        if let from = query.fromTime, let until = query.untilTime, until < from {
            throw .refused(.request(.rangeIsReversed))
        }
        var range = EventRange(
            first: max(query.from ?? .zero, Position(1)),
            last: min(query.until ?? position, position)
        )
        if let from = query.fromTime {
            range.first = max(range.first, try first(recordedAtOrAfter: from))
        }
        if let until = query.untilTime {
            let end = try first(recordedAtOrAfter: until)
            range.last = min(range.last, Position(end.rawValue - 1))
        }
        return range
    }

    /// The stream that is asked for and its newest event; nil where none is asked for.
    ///
    /// - Throws: `notFound` for a conversation that never was.
    private borrowing func stream(
        of query: EventsQuery
    ) throws(QueryError) -> (id: StreamID, head: StreamHead?)? {
        if let id = query.streamID {
            let found = try state.read { (state) throws(ViewsError) -> (StreamID, StreamHead)? in
                for stream in [StreamID.conversation(id), .user(id)] {
                    if let head = try state.head(of: stream) { return (stream, head) }
                }
                return nil
            }
            // Every id may belong to a user without events.
            return (found?.0 ?? .user(id), found?.1)
        }
        guard let stream = query.stream else { return nil }
        let head = try state.read { (state) throws(ViewsError) in try state.head(of: stream.id) }
        if head == nil, case .conversation = stream { throw .refused(.conversation(.notFound)) }
        return (stream.id, head)
    }
}

extension EventsQuery {
    /// The search of the index.
    var search: EventSearch {
        EventSearch(
            types: types ?? [],
            identifiers: [actor?.rawValue, user?.rawValue, message?.rawValue].compactMap { $0 }
        )
    }
}

extension OperatorQueryEvaluator {
    /// Refuses a position that does not belong to the log.
    borrowing func require(
        _ position: Position,
        in epoch: UInt64?,
        field: String
    ) throws(QueryError) {
        let epochs = state.eventLog.epochs
        try state.ask { (_) throws(Refusal) in
            try epochs.require(position, in: epoch, field: field)
        }
    }
}

/// Which positions are asked for, both included.
private struct EventRange {
    var first: Position
    var last: Position
}

extension EngineSnapshot {
    fileprivate borrowing func gatherLog(
        _ range: EventRange,
        _ gathering: inout EventGathering
    ) throws(LogError) -> EventPage {
        var records = try log.records(from: range.first)
        while let record = try records.next(), record.position <= range.last {
            if gathering.isFull { return EventPage(gathering.items, next: record.position) }
            try gathering.take(record)
        }
        return EventPage(gathering.items)
    }

    /// The events that a search finds: of those that may fit, each is read.
    fileprivate borrowing func gather(
        _ search: EventSearch,
        _ range: EventRange,
        _ gathering: inout EventGathering
    ) throws(ViewsError) -> EventPage {
        let reach = range.first.advanced(by: Limits.positionsSearched - 1)
        let last = min(range.last, reach)
        var next: Position?
        try projectors.outlines.forEachCandidate(
            of: search,
            from: range.first,
            through: last,
            in: views
        ) { (position) throws(ViewsError) in
            if gathering.isFull {
                next = position
                return .stop
            }
            try log.readRecord(position) { (record) throws(LogError) in try gathering.take(record) }
            return .goOn
        }
        if next == nil, last < range.last { next = last.next }
        return EventPage(gathering.items, next: next)
    }

    fileprivate borrowing func gather(
        _ stream: StreamID,
        upTo last: Version,
        _ range: EventRange,
        _ gathering: inout EventGathering
    ) throws(ViewsError) -> EventPage {
        var version = try firstVersion(of: stream, upTo: last, at: range.first)
        while version <= last {
            guard let position = try position(of: version, in: stream) else {
                throw .damagedRow(table: "streams")
            }
            if position > range.last { break }
            if gathering.isFull { return EventPage(gathering.items, next: position) }
            try log.readRecord(position) { (record) throws(LogError) in try gathering.take(record) }
            version = version.next
        }
        return EventPage(gathering.items)
    }

    /// The first event of a stream that lies at a position or behind it; the one after the last
    /// where none does.
    borrowing func firstVersion(
        of stream: StreamID,
        upTo last: Version,
        at position: Position
    ) throws(ViewsError) -> Version {
        var (low, high) = (UInt64(1), last.rawValue + 1)
        while low < high {
            let middle = low + (high - low) / 2
            guard let found = try self.position(of: Version(middle), in: stream) else {
                throw .damagedRow(table: "streams")
            }
            if found < position { low = middle + 1 } else { high = middle }
        }
        return Version(low)
    }
}

/// The events of a page while it is filled.
private struct EventGathering {
    private(set) var items: [EventItem] = []
    private var looked = 0
    private var bytes = 0
    private let limit: PageLimit
    private let query: EventsQuery
    private let showsContent: Bool
    private let contents: SharedContents

    init(_ query: EventsQuery, limit: PageLimit, _ contents: SharedContents) {
        self.limit = limit
        self.query = query
        showsContent = query.showsContent
        self.contents = contents
    }

    var isFull: Bool {
        items.count == limit.count || looked == Limits.eventsSearched
            || bytes >= Limits.eventBytes
    }

    mutating func take(_ record: borrowing StoredRecord) throws(LogError) {
        looked += 1
        guard try query.finds(record) else { return }
        bytes += showsContent ? record.bytes.byteCount : record.envelope.bytes.byteCount
        items.append(
            try contents.read { (contents) throws(LogError) in
                try Self.item(of: record, showsContent: showsContent, &contents)
            }
        )
    }

    private static func item(
        of record: borrowing StoredRecord,
        showsContent: Bool,
        _ contents: inout ContentReader
    ) throws(LogError) -> EventItem {
        guard record.envelope.seal != nil else { return try item(of: record, nil, false) }
        guard showsContent else {
            return try item(of: record, nil, try !contents.hasContent(record))
        }
        let content = try contents.content(of: record)
        return switch content.state {
        case .none: try item(of: record, nil, false)
        case .erased: try item(of: record, nil, true)
        case .present: try item(of: record, content.bytes, false)
        }
    }

    private static func item(
        of record: borrowing StoredRecord,
        _ content: RawSpan?,
        _ isErased: Bool
    ) throws(LogError) -> EventItem {
        do throws(WireError) {
            return try EventItem(
                at: record.position,
                record.envelope,
                leaf: record.leafHash,
                content: content,
                isErased: isErased
            )
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
    }
}

extension EventsQuery {
    /// Whether an event has a requested type and concerns the requested users and messages.
    func finds(_ record: borrowing StoredRecord) throws(LogError) -> Bool {
        guard types?.contains(record.envelope.eventNumber) ?? true,
            actor == nil || record.envelope.actor == actor?.rawValue
        else { return false }
        let isUsers = user == nil || record.stream == user.map { StreamID.user($0.rawValue) }
        if isUsers, message == nil { return true }
        do throws(WireError) {
            var (namesUser, namesMessage) = (isUsers, message == nil)
            var reader = try WireReader(record.envelope.event)
            while let id = try reader.nextIdentifier() {
                if id == user?.rawValue { namesUser = true }
                if id == message?.rawValue { namesMessage = true }
            }
            return namesUser && namesMessage
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
    }
}
