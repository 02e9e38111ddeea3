internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The members of a conversation and how far they have come: as of leaving, for who has left.
struct ReceiptAudience: Sendable {
    let conversation: ConversationID
    /// Up to where the viewer may know of receipts.
    let end: Position
    /// How many messages there were then.
    let messages: UInt64
    /// In the order of their ids.
    let recipients: [Recipient]
    let sight: ReceiptSight

    /// Nil for who is no member.
    func recipient(_ user: UserID) -> Recipient? {
        var (low, high) = (0, recipients.count)
        while low < high {
            let middle = (low + high) / 2
            if recipients[middle].user == user { return recipients[middle] }
            if recipients[middle].user < user { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

extension Viewing {
    /// Loads the members of a conversation once for all the messages of a page.
    mutating func audience(in seat: Seat) throws(QueryError) -> ReceiptAudience {
        if let audience, audience.conversation == seat.conversation.id { return audience }
        let loaded = try loadAudience(of: seat)
        audience = loaded
        return loaded
    }

    private borrowing func loadAudience(of seat: Seat) throws(QueryError) -> ReceiptAudience {
        let conversation = seat.conversation
        let end = seat.visibility.newest ?? .zero
        return try read { (state) throws(ViewsError) in
            let isNow = seat.member.isActive
            let messages =
                isNow
                ? conversation.messageCount
                : try state.messageCount(of: conversation.id, asOf: end)
            let recipients =
                isNow
                ? try state.recipients(in: conversation)
                : try state.recipients(in: conversation, asOf: end, messages: messages)
            return ReceiptAudience(
                conversation: conversation.id,
                end: end,
                messages: messages,
                recipients: recipients,
                sight: ReceiptSight(
                    policy: state.configuration.receipts,
                    isSharing: state.settings(of: viewer).sendReadReceipts
                )
            )
        }
    }
}

extension EngineSnapshot {
    /// How many countable messages there were at a position.
    borrowing func messageCount(
        of conversation: ConversationID,
        asOf position: Position
    ) throws(ViewsError) -> UInt64 {
        let last = try projectors.timeline.lastOrdinal(
            of: conversation.rawValue,
            asOf: position,
            in: views
        )
        return try projectors.timeline.entry(at: last, of: conversation.rawValue, in: views)?
            .messageNumber ?? 0
    }

    /// Who is a member now, and how far they have come: two walks side by side.
    fileprivate borrowing func recipients(
        in conversation: ConversationFacts
    ) throws(ViewsError) -> [Recipient] {
        let id = conversation.id.rawValue
        var moved: [(user: UniqueID, marks: Receipts.Marks)] = []
        try projectors.receipts.forEachNewest(of: id, in: views) { user, move in
            moved.append((user, move.marks))
            return .goOn
        }
        var recipients: [Recipient] = []
        var next = 0
        try projectors.membership.forEach(of: id, in: views) { (user, row) throws(ViewsError) in
            while next < moved.count, moved[next].user < user { next += 1 }
            let marks = next < moved.count && moved[next].user == user ? moved[next].marks : nil
            guard
                var recipient = Recipient(
                    MemberFacts(UserID(user), row),
                    history: conversation.history
                )
            else { return .goOn }
            // Nothing that they have sent is behind the end.
            let hasReadAll = marks.map { $0.loudlyRead >= conversation.entryCount } ?? false
            recipient.marks = ReceiptMarks(
                marks,
                sent: hasReadAll
                    ? nil : try projectors.senders.newest(of: user, in: id, views: views)
            )
            recipients.append(recipient)
            return .goOn
        }
        return recipients
    }

    /// Who was a member at a position, and how far they had come.
    fileprivate borrowing func recipients(
        in conversation: ConversationFacts,
        asOf position: Position,
        messages: UInt64
    ) throws(ViewsError) -> [Recipient] {
        let id = conversation.id.rawValue
        var recipients: [Recipient] = []
        try projectors.membership.forEach(of: id, in: views) { (user, row) throws(ViewsError) in
            guard let member = MemberFacts(UserID(user), row).asOf(position),
                var recipient = Recipient(member, history: conversation.history)
            else { return .goOn }
            let move = try projectors.receipts.newest(
                of: user,
                in: id,
                asOf: position,
                views: views
            )
            recipient.marks = ReceiptMarks(
                move?.marks,
                sent: try projectors.senders.newest(
                    of: user,
                    in: id,
                    upTo: messages,
                    views: views
                )
            )
            recipients.append(recipient)
            return .goOn
        }
        return recipients
    }
}
