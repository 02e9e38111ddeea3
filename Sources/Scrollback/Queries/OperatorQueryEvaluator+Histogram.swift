internal import EventLog
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension HistogramQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.histogram(query)
        }
    }
}

extension OperatorQueryEvaluator {
    /// Counts the events of equal spans of time, exactly.
    ///
    /// - Throws: `notFound` for a conversation that never was.
    /// - Complexity: O(spans · log n) without a type and a user. With one, the index of nine bytes
    ///   for each event between the times, and the events that may fit; with a conversation too, its
    ///   events.
    package borrowing func histogram(
        _ query: HistogramQuery
    ) throws(QueryError) -> [HistogramSpan] {
        let limit = try state.ask { (_) throws(Refusal) in try PageLimit(query.buckets) }
        if let from = query.from, let until = query.until, until <= from {
            throw .refused(.request(.rangeIsReversed))
        }
        let stream = try head(of: query.conversation)
        let times = try times(of: query, atMost: limit.count)
        guard times.count > 1 else { return [] }
        var ends: [Position] = []
        for time in times { ends.append(try first(recordedAtOrAfter: time)) }
        let counts = try counts(query, ends, stream)
        return counts.indices.map { index in
            HistogramSpan(from: times[index], until: times[index + 1], count: counts[index])
        }
    }

    private borrowing func head(
        of conversation: ConversationID?
    ) throws(QueryError) -> (id: StreamID, head: StreamHead)? {
        guard let conversation else { return nil }
        let id = StreamID.conversation(conversation.rawValue)
        let head = try state.read { (state) throws(ViewsError) in try state.head(of: id) }
        guard let head else { throw .refused(.conversation(.notFound)) }
        return (id, head)
    }

    /// The ends of the spans, in whole milliseconds, from the first to the last.
    private borrowing func times(
        of query: HistogramQuery,
        atMost count: Int
    ) throws(QueryError) -> [Timestamp] {
        let (oldest, newest) = try read { (state) throws(LogError) in
            (
                try state.log.record(at: Position(1)).recorded,
                try state.log.record(at: state.position).recorded
            )
        }
        let from = Self.floor(query.from ?? oldest)
        let until = query.until.map(Self.ceiling) ?? Self.floor(newest) + 1
        guard from < until else { return [] }
        let width = max(1, ((until - from) + Int64(count) - 1) / Int64(count))
        var times = Array(stride(from: from, to: until, by: Int(width)))
        times.append(until)
        return times.map { time in
            let (whole, isTooFar) = time.multipliedReportingOverflow(by: 1_000)
            return Timestamp(microseconds: isTooFar ? (time < 0 ? .min : .max) : whole)
        }
    }

    /// The number of events between each two positions, the second not included.
    private borrowing func counts(
        _ query: HistogramQuery,
        _ ends: [Position],
        _ stream: (id: StreamID, head: StreamHead)?
    ) throws(QueryError) -> [UInt64] {
        let filter = EventsQuery(concerning: query.user, types: query.type.map { [$0] })
        let isFiltered = query.type != nil || query.user != nil
        guard isFiltered || stream != nil else {
            return zip(ends, ends.dropFirst()).map { $1.rawValue - $0.rawValue }
        }
        return try state.read { (state) throws(ViewsError) in
            guard let stream else { return try state.count(filter, ends) }
            var versions: [Version] = []
            for end in ends {
                versions.append(
                    try state.firstVersion(of: stream.id, upTo: stream.head.version, at: end)
                )
            }
            guard isFiltered else {
                return zip(versions, versions.dropFirst()).map { $1.rawValue - $0.rawValue }
            }
            return try state.count(filter, in: stream.id, versions)
        }
    }

    private static func floor(_ time: Timestamp) -> Int64 {
        let (whole, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000)
        return rest < 0 ? whole - 1 : whole
    }

    private static func ceiling(_ time: Timestamp) -> Int64 {
        let (whole, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000)
        return rest > 0 ? whole + 1 : whole
    }
}

extension EngineSnapshot {
    /// How many of the events between each two positions a search finds, by the index.
    fileprivate borrowing func count(
        _ filter: EventsQuery,
        _ ends: [Position]
    ) throws(ViewsError) -> [UInt64] {
        var counts = [UInt64](repeating: 0, count: ends.count - 1)
        guard let first = ends.first, let end = ends.last, first < end else { return counts }
        let search = filter.search
        var place = 0
        try projectors.outlines.forEachCandidate(
            of: search,
            from: first,
            through: Position(end.rawValue - 1),
            in: views
        ) { (position) throws(ViewsError) in
            while position >= ends[place + 1] { place += 1 }
            var isFound = search.isExact
            if !isFound {
                isFound = try log.readRecord(position) { (record) throws(LogError) in
                    try filter.finds(record)
                }
            }
            if isFound { counts[place] += 1 }
            return .goOn
        }
        return counts
    }

    /// How many of the events of a stream between each two versions a search finds.
    fileprivate borrowing func count(
        _ filter: EventsQuery,
        in stream: StreamID,
        _ ends: [Version]
    ) throws(ViewsError) -> [UInt64] {
        var counts = [UInt64](repeating: 0, count: ends.count - 1)
        for place in counts.indices {
            var version = ends[place]
            while version < ends[place + 1] {
                guard let position = try position(of: version, in: stream) else {
                    throw .damagedRow(table: "streams")
                }
                let isFound = try log.readRecord(position) { (record) throws(LogError) in
                    try filter.finds(record)
                }
                if isFound { counts[place] += 1 }
                version = version.next
            }
        }
        return counts
    }
}
