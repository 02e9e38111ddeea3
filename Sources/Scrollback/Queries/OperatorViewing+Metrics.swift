internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MetricsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, viewing) throws(QueryError) in try viewing.metrics(query) }
    }
}

extension OperatorViewing {
    /// How the chat was used from one moment until before another.
    ///
    /// - Complexity: reads the envelope of every event between the two, and remembers each person
    ///   and conversation that it met there, never a message.
    package borrowing func metrics(
        _ query: MetricsQuery = MetricsQuery()
    ) throws(QueryError) -> Metrics {
        if let from = query.from, let until = query.until, until <= from {
            throw .refused(.request(.rangeIsReversed))
        }
        let first = try query.from.map { (from) throws(QueryError) in
            try self.first(recordedAtOrAfter: from)
        }
        let end = try query.until.map { (until) throws(QueryError) in
            try self.first(recordedAtOrAfter: until)
        }
        let range = (first ?? Position(1), before: end ?? position.next)
        let usage = try state.read { (state) throws(ViewsError) in
            try state.whileResting { () throws(LogError) in
                try state.eventLog.usage(from: range.0, before: range.before)
            }
        }
        return try state.read { (state) throws(ViewsError) in
            try usage.metrics { (conversation) throws(ViewsError) in
                try state.projectors.conversations.row(of: conversation, in: state.views)?.kind
            }
        }
    }

    /// The first event recorded at a time or later; the position behind the newest where none was.
    private borrowing func first(
        recordedAtOrAfter time: Timestamp
    ) throws(QueryError) -> Position {
        let size = position
        return try read { (state) throws(LogError) in
            var (low, high) = (UInt64(1), size.rawValue + 1)
            while low < high {
                let middle = low + (high - low) / 2
                let recorded = try state.log.record(at: Position(middle)).recorded
                if recorded < time { low = middle + 1 } else { high = middle }
            }
            return Position(low)
        }
    }
}

extension EventLog {
    /// What happened between two positions, the second one not included.
    fileprivate func usage(from first: Position, before end: Position) throws(LogError) -> Usage {
        var usage = Usage()
        guard first < end else { return usage }
        let last = Position(end.rawValue - 1)
        try forEachRecord(from: first, through: last) { (record) throws(LogError) in
            do throws(WireError) {
                try usage.count(record)
            } catch {
                throw .damagedRecord(record.position, .frame(error))
            }
        }
        return usage
    }
}

/// What is counted of a chat's use, as far as the envelopes tell.
private struct Usage {
    private static let microsecondsOfDay: Int64 = 86_400_000_000

    private var counted = Metrics()
    /// Who sent something in which conversation; what kinds these are is asked once, afterwards.
    private var senders: [UniqueID: Set<UniqueID>] = [:]
    /// Who sent something on the day that the walk has come to.
    private var sendersOfDay: Set<UniqueID> = []
    private var day: Int64?
    /// On how many days how many people sent something.
    private var senderDays = 0

    mutating func count(_ record: borrowing StoredRecord) throws(WireError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageSent:
            let sent = try MessageSentView(record.envelope.event)
            counted.messages += 1
            if sent.replyTo != nil { counted.replies += 1 }
            if sent.attachments.count > 0 { counted.media += 1 }
            if let sender = record.envelope.actor {
                senders[record.stream.id, default: []].insert(sender)
                begin(dayOf: record.recorded)
                if sendersOfDay.insert(sender).inserted { senderDays += 1 }
            }
        case EnvelopeEvent.reactionSet: counted.reactions += 1
        default: break
        }
    }

    /// Days follow each other, because recorded times never decrease.
    private mutating func begin(dayOf time: Timestamp) {
        let day = time.microseconds / Self.microsecondsOfDay
        if day != self.day { sendersOfDay.removeAll(keepingCapacity: true) }
        self.day = day
    }

    func metrics<Failure: Error>(
        kind: (UniqueID) throws(Failure) -> ConversationKind?
    ) throws(Failure) -> Metrics {
        var everybody: Set<UniqueID> = []
        var inGroups: Set<UniqueID> = []
        for (conversation, users) in senders {
            everybody.formUnion(users)
            if try kind(conversation) != .direct { inGroups.formUnion(users) }
        }
        var metrics = counted
        metrics.activeSenders = UInt64(everybody.count)
        metrics.perUserPerDay = Self.mean(counted.messages, over: senderDays)
        metrics.shareInGroups = Self.mean(UInt64(inGroups.count), over: everybody.count)
        metrics.meanConversationLength = Self.mean(counted.messages, over: senders.count)
        return metrics
    }

    private static func mean(_ sum: UInt64, over count: Int) -> Double {
        count == 0 ? 0 : Double(sum) / Double(count)
    }
}
