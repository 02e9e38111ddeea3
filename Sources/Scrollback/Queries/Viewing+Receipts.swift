public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ReceiptsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, viewing) throws(QueryError) in
            try viewing.receipts(of: query.message, limit: query.limit, cursor: query.cursor)
        }
    }
}

extension Viewing {
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

    /// The status alone, from rows that were read already.
    ///
    /// - Complexity: O(members): reads the marks of all.
    mutating func status(
        of message: MessageFacts,
        in place: ReceiptPlace
    ) throws(QueryError) -> ReceiptSummary.Status? {
        guard message.sender == viewer, !message.isSystem else { return nil }
        let audience = try audience(in: place)
        return audience.sight.tally(of: message, among: audience.recipients).status
    }

    /// Returns the time when the last counted recipient reached a message's status.
    ///
    /// - Complexity: some look-ups for each recipient if all have come so far, and again for each
    ///   message of a page that they reached by another move: no row has the time of all, because
    ///   it depends on who is a member now. A page of 50 that 5,000 members read takes 8 ms if they
    ///   read it at once, 0.4 s if each read each message by itself.
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
        reachTimes.begin(audience, status)
        var latest = message.sentAt
        for place in audience.recipients.indices
        where audience.recipients[place].countsFor(message) {
            if let at = reachTimes.time(of: place, message.ordinal, where: isReached) {
                latest = max(latest, at)
                continue
            }
            let reach = try firstReach(
                of: audience.recipients[place].user,
                with: message,
                audience,
                where: isReached
            )
            guard let reach else { continue }
            reachTimes.note(reach, of: place, message.ordinal)
            latest = max(latest, reach.at)
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
            let reach = try firstReach(of: user, with: message, audience, where: isReached)
            guard let reach else { continue }
            reaches.append(TimedPerson(face(of: user), at: reach.at))
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
    ) throws(QueryError) -> ReachTimes.Reach? {
        let conversation = message.conversation.rawValue
        return try read { (state) throws(ViewsError) in
            guard audience.stretches.isEmpty else {
                let at = try state.firstTime(
                    of: user.rawValue,
                    with: message,
                    seenIn: audience.stretches,
                    where: isReached
                )
                // How far it went is not known, so that it says nothing of other messages.
                return at.map { ReachTimes.Reach(at: $0, marks: ReceiptMarks()) }
            }
            let move = try state.projectors.receipts.first(
                of: user.rawValue,
                in: conversation,
                behind: message.position,
                asOf: audience.end,
                views: state.views
            ) { isReached(ReceiptMarks($0, sent: nil)) }
            let sending = try state.projectors.senders.first(
                of: user.rawValue,
                in: conversation,
                behind: message.messageNumber,
                upTo: audience.messages,
                views: state.views
            ) { isReached(ReceiptMarks(nil, sent: $0)) }
            let reaches = [
                move.map { ReachTimes.Reach(at: $0.at, marks: ReceiptMarks($0.marks, sent: nil)) },
                sending.map { ReachTimes.Reach(at: $0.at, marks: ReceiptMarks(nil, sent: $0)) },
            ]
            return reaches.compactMap { $0 }.min { $0.at < $1.at }
        }
    }
}
