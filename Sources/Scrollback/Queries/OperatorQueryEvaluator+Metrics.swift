internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MetricsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.metrics(query) }
    }
}

extension OperatorQueryEvaluator {
    /// How the chat was used from one moment until before another.
    ///
    /// - Complexity: reads the envelope of every event between the two, and remembers each person
    ///   and conversation that it met there, never a message; and a row for each user and each
    ///   active member.
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
        let usersInGroups = try usersInGroups()
        let users = try usersWithProfile()
        return try state.read { (state) throws(ViewsError) in
            var metrics = try usage.metrics { (conversation) throws(ViewsError) in
                try state.projectors.conversations.row(of: conversation, in: state.views)?.kind
            }
            metrics.users = users
            metrics.usersInGroups = usersInGroups
            return metrics
        }
    }

    /// How many users are active in a group or request now.
    private borrowing func usersInGroups() throws(QueryError) -> UInt64 {
        try state.read { (state) throws(ViewsError) in
            let conversations = state.projectors.conversations
            var users: Set<UniqueID> = []
            var last: (conversation: UniqueID, isGroup: Bool)?
            try state.projectors.membership.forEachActive(in: state.views) {
                (conversation, user) throws(ViewsError) in
                if last?.conversation != conversation {
                    let kind = try conversations.row(of: conversation, in: state.views)?.kind
                    last = (conversation, kind.map { $0 != .direct } ?? false)
                }
                if last?.isGroup == true { users.insert(user) }
                return .goOn
            }
            return UInt64(users.count)
        }
    }

    /// How many users have a profile whose content is there.
    private borrowing func usersWithProfile() throws(QueryError) -> UInt64 {
        let profiles = try state.read { (state) throws(ViewsError) in
            var profiles: [Position] = []
            try state.projectors.users.forEach(in: state.views) { _, row in
                if let profile = row.profile { profiles.append(profile) }
                return .goOn
            }
            return profiles
        }
        var count: UInt64 = 0
        for profile in profiles {
            let isThere = state.withRecord(at: profile) { (record) throws(LogError) in
                try state.contents.read { (contents) throws(LogError) in
                    try contents.hasContent(record)
                }
            }
            if isThere == true { count += 1 }
        }
        return try state.whole(count)
    }
}

extension EventLog {
    /// Returns the usage between two positions, the second one not included.
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

/// The figures about a chat's use, as far as the envelopes contain them.
private struct Usage {
    private static let microsecondsOfDay: Int64 = 86_400_000_000

    private var counted = Metrics()
    /// The senders in each conversation; the kinds of the conversations are looked up once,
    /// afterwards.
    private var senders: [UniqueID: Set<UniqueID>] = [:]
    /// The senders of the day that the walk has reached.
    private var sendersOfDay: Set<UniqueID> = []
    private var day: Int64?
    /// On how many days how many people sent something.
    private var senderDays = 0

    mutating func count(_ record: borrowing StoredRecord) throws(WireError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageSent:
            let sent = try EncodedMessageSent(record.envelope.event)
            counted.messages += 1
            if sent.replyTo != nil { counted.replies += 1 }
            if sent.attachments.count > 0 { counted.media += 1 }
            try count(mediaOf: sent)
            if let sender = record.envelope.actor {
                senders[record.stream.id, default: []].insert(sender)
                begin(dayOf: record.recorded)
                if sendersOfDay.insert(sender).inserted { senderDays += 1 }
            }
        case EnvelopeEvent.reactionSet: counted.reactions += 1
        default: break
        }
    }

    /// A message counts once for each kind.
    private mutating func count(mediaOf sent: borrowing EncodedMessageSent) throws(WireError) {
        if sent.location { counted.mediaByKind.location += 1 }
        guard sent.attachments.count > 0 else { return }
        var (hasImage, hasAudio, hasFile) = (false, false, false)
        var kinds = sent.attachments
        while let kind = try kinds.next() {
            switch kind {
            case .image: hasImage = true
            case .audio: hasAudio = true
            case .file: hasFile = true
            case .unspecified, .unrecognized: break
            }
        }
        if hasImage { counted.mediaByKind.image += 1 }
        if hasAudio { counted.mediaByKind.audio += 1 }
        if hasFile { counted.mediaByKind.file += 1 }
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
