public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ReceiptsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.receipts(of: query.message, limit: query.limit, cursor: query.cursor)
        }
    }
}

extension UserQueryEvaluator {
    /// Returns the receipt counts of a message; nil for a message of another sender.
    package mutating func receipt(
        of message: MessageFacts,
        in seat: Seat
    ) throws(QueryError) -> MessageItem.Receipt? {
        guard message.sender == viewer, !message.isSystem else { return nil }
        let audience = try audience(in: seat)
        let tally = audience.sight.tally(of: message, among: audience.recipients)
        return MessageItem.Receipt(
            tally.status,
            at: try statusTime(of: message, tally.status, audience),
            readings: audience.sight.isToldOfReadings
                ? MessageItem.Receipt.Readings(count: tally.read, of: tally.audience) : nil
        )
    }

    /// The status alone of a message that a row of the list shows.
    ///
    /// - Complexity: O(members), up to the first who has not received it; one member of a direct
    ///   conversation.
    mutating func status(
        of message: MessageFacts,
        in seen: SeenChat
    ) throws(QueryError) -> ReceiptSummary.Status? {
        guard message.sender == viewer, !message.isSystem else { return nil }
        let (place, sight) = (ReceiptPlace(seen), receiptSight)
        guard seen.isActive, seen.visibility.ranges.count == 1 else {
            let audience = try audience(in: place)
            return sight.tally(of: message, among: audience.recipients).status
        }
        let other = seen.pair?.first { $0 != viewer }
        return try read { (state) throws(ViewsError) in
            var tally = ReceiptTally()
            if let other {
                if let recipient = try state.recipient(other, in: place) {
                    try state.add(recipient, to: &tally, of: message, in: place, sight)
                }
            } else {
                try state.forEachRecipient(in: place) { (recipient) throws(ViewsError) in
                    try state.add(recipient, to: &tally, of: message, in: place, sight)
                    return tally.delivered < tally.audience ? .stop : .goOn
                }
            }
            return tally.status
        }
    }

    /// Returns the time when the last counted recipient reached a message's status.
    ///
    /// - Complexity: some look-ups for each recipient if all have come so far, and again for every
    ///   sixteen messages of a page that they reached one by one: no row has the time of all,
    ///   because it depends on who is a member now.
    private mutating func statusTime(
        of message: MessageFacts,
        _ status: ReceiptSummary.Status,
        _ audience: ReceiptAudience
    ) throws(QueryError) -> Timestamp {
        guard status != .sent else { return message.sentAt }
        let policy = audience.sight.policy
        func isReached(_ marks: ReceiptMarks) -> Bool {
            status == .read
                ? marks.reads(message.ordinal, under: policy) : marks.delivers(message.ordinal)
        }
        // Taken out, because the look-ups read the rest of this value.
        var times = ReachTimes()
        swap(&times, &reachTimes)
        defer { swap(&times, &reachTimes) }
        times.begin(audience, status, message.ordinal)
        var latest = message.sentAt
        for place in audience.recipients.indices
        where audience.recipients[place].countsFor(message) {
            let user = audience.recipients[place].user
            let at: Timestamp?
            if audience.stretches.isEmpty {
                at = try times.time(
                    of: place,
                    where: isReached,
                    move: { () throws(QueryError) in
                        try move(of: user, reaching: message, audience, where: isReached)
                    },
                    moves: { (count) throws(QueryError) in
                        try moves(of: user, count, reaching: message, audience, where: isReached)
                    },
                    sending: { () throws(QueryError) in
                        try sending(of: user, reaching: message, audience, where: isReached)
                    }
                )
            } else {
                at = try firstReach(of: user, with: message, audience, where: isReached)
            }
            if let at { latest = max(latest, at) }
        }
        return latest
    }

    /// Returns the receipts of one of the viewer's messages with their times: a page of its
    /// audience in the order of joining, with the totals of all of it.
    ///
    /// - Throws: `notTheSender` for a message of another sender, `systemEntry` for a system entry.
    package mutating func receipts(
        of id: MessageID,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> ReceiptItem {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(limit) }
        let (_, message, seat) = try seenEntry(id)
        guard !message.isSystem else { throw .refused(.message(.isASystemEntry)) }
        guard message.sender == viewer else { throw .refused(.message(.actorIsNotTheSender)) }
        let scope = cursors(.receipts, "\(id)")
        let start = try position(of: cursor, in: scope)
        let audience = try audience(in: seat)
        let sight = audience.sight
        let totals = sight.tally(of: message, among: audience.recipients)
        let members = try knownMembers(in: seenChat(message.conversation), addedAfter: start)
        var rest: [(added: Position, recipient: Recipient)] = []
        for member in members where rest.count <= limit.count {
            guard let recipient = audience.recipient(member.user), recipient.countsFor(message)
            else { continue }
            rest.append((member.membership.addedAt, recipient))
        }
        let page = ReceiptSummary(
            of: message,
            audience: rest.prefix(limit.count).map { ($0.recipient.user, $0.recipient.marks) },
            sight: sight
        )
        let next = rest.count > limit.count ? rest[limit.count - 1].added : nil
        return ReceiptItem(
            sentAt: message.sentAt,
            delivered: try reaches(of: message, among: page.delivered, audience) {
                $0.delivers(message.ordinal)
            },
            read: try reaches(of: message, among: page.readings?.readers ?? [], audience) {
                $0.reads(message.ordinal, under: sight.policy)
            },
            waiting: try whole(people(page.waiting)),
            readCount: totals.read,
            audience: totals.audience,
            allRead: totals.allRead,
            status: totals.status,
            next: next.map { scope.cursor(at: $0.rawValue) }
        )
    }

    /// When each of some users had first come so far.
    private mutating func reaches(
        of message: MessageFacts,
        among users: [UserID],
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(QueryError) -> [TimedPerson] {
        var reaches: [TimedPerson] = []
        for user in users {
            let at = try firstReach(of: user, with: message, audience, where: isReached)
            guard let at else { continue }
            reaches.append(TimedPerson(face(of: user), at: at))
        }
        return try whole(reaches)
    }

    /// Returns the time when a member's marks first reached a message, by a receipt or by a
    /// sending.
    private borrowing func firstReach(
        of user: UserID,
        with message: MessageFacts,
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(QueryError) -> Timestamp? {
        guard audience.stretches.isEmpty else {
            return try read { (state) throws(ViewsError) in
                try state.firstTime(
                    of: user.rawValue,
                    with: message,
                    seenIn: audience.stretches,
                    where: isReached
                )
            }
        }
        let move = try move(of: user, reaching: message, audience, where: isReached)
        let sending = try sending(of: user, reaching: message, audience, where: isReached)
        return [move, sending].compactMap { $0?.at }.min()
    }

    /// Returns a member's first receipt that reaches a message, if there is one.
    private borrowing func move(
        of user: UserID,
        reaching message: MessageFacts,
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(QueryError) -> Reach? {
        try read { (state) throws(ViewsError) in
            try state.firstMove(of: user, reaching: message, audience, where: isReached)
                .map { Reach($0) }
        }
    }

    /// Returns up to so many of a member's receipts in order, from that one on.
    private borrowing func moves(
        of user: UserID,
        _ count: Int,
        reaching message: MessageFacts,
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(QueryError) -> [Reach] {
        try read { (state) throws(ViewsError) in
            let first = try state.firstMove(
                of: user,
                reaching: message,
                audience,
                where: isReached
            )
            guard let first else { return [] }
            var reaches: [Reach] = []
            try state.projectors.receipts.forEachMove(
                of: user.rawValue,
                in: message.conversation.rawValue,
                within: first.position...audience.end,
                newestFirst: false,
                views: state.views
            ) { move in
                reaches.append(Reach(move))
                return reaches.count < count ? .goOn : .stop
            }
            return reaches
        }
    }

    /// Returns a member's first sending that reaches a message, if there is one.
    private borrowing func sending(
        of user: UserID,
        reaching message: MessageFacts,
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(QueryError) -> Reach? {
        let sending = try read { (state) throws(ViewsError) in
            try state.projectors.senders.first(
                of: user.rawValue,
                in: message.conversation.rawValue,
                behind: message.messageNumber,
                upTo: audience.messages,
                views: state.views
            ) { isReached(ReceiptMarks(nil, sent: $0)) }
        }
        return sending.map { Reach(at: $0.at, marks: ReceiptMarks(nil, sent: $0)) }
    }
}

extension EngineSnapshot {
    fileprivate borrowing func firstMove(
        of user: UserID,
        reaching message: MessageFacts,
        _ audience: ReceiptAudience,
        where isReached: (ReceiptMarks) -> Bool
    ) throws(ViewsError) -> Receipts.Move? {
        try projectors.receipts.first(
            of: user.rawValue,
            in: message.conversation.rawValue,
            behind: message.position,
            asOf: audience.end,
            views: views
        ) { isReached(ReceiptMarks($0, sent: nil)) }
    }
}

extension Reach {
    fileprivate init(_ move: Receipts.Move) {
        self.init(at: move.at, marks: ReceiptMarks(move.marks, sent: nil))
    }
}

extension EngineSnapshot {
    /// Counts a recipient for a message, if they can see it.
    fileprivate borrowing func add(
        _ recipient: Recipient,
        to tally: inout ReceiptTally,
        of message: MessageFacts,
        in place: ReceiptPlace,
        _ sight: ReceiptSight
    ) throws(ViewsError) {
        guard recipient.countsFor(message) else { return }
        var recipient = recipient
        // Nothing was sent behind the very last entry.
        if message.ordinal < place.entries {
            try joinSending(to: &recipient, unlessReadUpTo: message.ordinal, in: place)
        }
        tally.add(
            isDelivered: recipient.marks.delivers(message.ordinal),
            isRead: sight.reads(recipient.marks, message.ordinal)
        )
    }
}
