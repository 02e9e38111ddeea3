internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// The members of a conversation with their marks; for a viewer who left, as of leaving.
struct ReceiptAudience: Sendable {
    let conversation: ConversationID
    /// The position up to which the viewer may know of receipts.
    let end: Position
    /// How many messages there were then.
    let messages: UInt64
    /// In the order of their ids.
    let recipients: [Recipient]
    let sight: ReceiptSight
    /// The parts that the viewer sees, if the viewer was away; else empty.
    let stretches: [SeenStretch]

    /// Returns a recipient; nil for a user that is no member.
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

/// The place for which receipts are requested, independent of earlier reads of the conversation.
struct ReceiptPlace {
    let conversation: ConversationID
    let history: HistoryPolicy
    let entries: UInt64
    let messages: UInt64
    /// How many members there are now.
    let members: Int
    /// Whether the viewer is a member now.
    let isMember: Bool
    /// The position up to which the viewer may know of receipts.
    let end: Position
    let visibility: Visibility

    init(_ seat: Seat) {
        conversation = seat.conversation.id
        history = seat.conversation.history
        entries = seat.conversation.entryCount
        messages = seat.conversation.messageCount
        members = seat.conversation.memberCount
        isMember = seat.member.isActive
        visibility = seat.visibility
        end = visibility.newest ?? .zero
    }

    init(_ seen: SeenChat) {
        conversation = seen.id
        history = seen.row.history
        entries = seen.head.entries
        messages = seen.head.messages
        members = Int(seen.row.members)
        isMember = seen.isActive
        visibility = seen.visibility
        end = seen.end
    }
}

extension UserQueryEvaluator {
    /// Loads the members of a conversation once for all the messages of a page.
    mutating func audience(in seat: Seat) throws(QueryError) -> ReceiptAudience {
        if let audience, audience.conversation == seat.conversation.id { return audience }
        return try audience(in: ReceiptPlace(seat))
    }

    /// The same, from rows that were read already.
    mutating func audience(in place: ReceiptPlace) throws(QueryError) -> ReceiptAudience {
        if let audience, audience.conversation == place.conversation { return audience }
        let loaded = try loadAudience(in: place)
        audience = loaded
        return loaded
    }

    private mutating func loadAudience(
        in place: ReceiptPlace
    ) throws(QueryError) -> ReceiptAudience {
        let end = place.end
        let sight = receiptSight
        return try read { (state) throws(ViewsError) in
            let messages =
                place.isMember
                ? place.messages
                : try state.messageCount(of: place.conversation, asOf: end)
            let stretches = try state.stretches(of: place.conversation, seenBy: place.visibility)
            let recipients =
                place.isMember && stretches.isEmpty
                ? try state.recipients(in: place)
                : try state.recipients(
                    in: place,
                    asOf: end,
                    messages: messages,
                    seenIn: stretches
                )
            return ReceiptAudience(
                conversation: place.conversation,
                end: end,
                messages: messages,
                recipients: recipients,
                sight: sight,
                stretches: stretches
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

    /// Returns the present members with their marks.
    fileprivate borrowing func recipients(
        in place: ReceiptPlace
    ) throws(ViewsError) -> [Recipient] {
        var recipients: [Recipient] = []
        recipients.reserveCapacity(place.members)
        try forEachRecipient(in: place) { (recipient) throws(ViewsError) in
            var recipient = recipient
            // Nothing that they have sent is behind the end.
            try joinSending(to: &recipient, unlessReadUpTo: place.entries, in: place)
            recipients.append(recipient)
            return .goOn
        }
        return recipients
    }

    /// Visits the present members in the order of their ids, each with the marks of their newest
    /// move; sendings are not looked up.
    borrowing func forEachRecipient(
        in place: ReceiptPlace,
        _ body: (Recipient) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try projectors.forEachMember(of: place.conversation.rawValue, in: views) {
            (user, row, move) throws(ViewsError) in
            let recipient = Recipient(
                MemberFacts(UserID(user), row),
                history: place.history,
                marks: ReceiptMarks(move?.marks, sent: nil)
            )
            return try recipient.map(body) ?? .goOn
        }
    }

    /// The same for one user; nil if the user is no member now.
    borrowing func recipient(
        _ user: UserID,
        in place: ReceiptPlace
    ) throws(ViewsError) -> Recipient? {
        let (id, conversation) = (user.rawValue, place.conversation.rawValue)
        let row = try projectors.membership.row(of: id, in: conversation, views: views)
        guard let row else { return nil }
        let move = try projectors.receipts.newest(of: id, in: conversation, views: views)
        return Recipient(
            MemberFacts(user, row),
            history: place.history,
            marks: ReceiptMarks(move?.marks, sent: nil)
        )
    }

    /// Joins the reading that a recipient's newest sending implies, unless they have read as far as
    /// an entry anyway.
    borrowing func joinSending(
        to recipient: inout Recipient,
        unlessReadUpTo ordinal: UInt64,
        in place: ReceiptPlace
    ) throws(ViewsError) {
        guard recipient.marks.loudlyReadUpTo < ordinal else { return }
        let sent = try projectors.senders.newest(
            of: recipient.user.rawValue,
            in: place.conversation.rawValue,
            views: views
        )
        recipient.marks = recipient.marks.joined(with: ReceiptMarks(nil, sent: sent))
    }

    /// Returns the members at a position, with their marks at that time.
    fileprivate borrowing func recipients(
        in place: ReceiptPlace,
        asOf position: Position,
        messages: UInt64,
        seenIn stretches: [SeenStretch]
    ) throws(ViewsError) -> [Recipient] {
        let id = place.conversation.rawValue
        var recipients: [Recipient] = []
        try projectors.membership.forEach(of: id, in: views) { (user, row) throws(ViewsError) in
            guard let member = MemberFacts(UserID(user), row).asOf(position),
                var recipient = Recipient(member, history: place.history)
            else { return .goOn }
            recipient.marks =
                try stretches.isEmpty
                ? marks(of: user, in: id, asOf: position, messages: messages)
                : marks(of: user, in: id, seenIn: stretches)
            recipients.append(recipient)
            return .goOn
        }
        return recipients
    }

    /// How far a user had come at a position, behind which there were so many messages.
    borrowing func marks(
        of user: UniqueID,
        in conversation: UniqueID,
        asOf position: Position,
        messages: UInt64
    ) throws(ViewsError) -> ReceiptMarks {
        let move = try projectors.receipts.newest(
            of: user,
            in: conversation,
            asOf: position,
            views: views
        )
        let sent = try projectors.senders.newest(
            of: user,
            in: conversation,
            upTo: messages,
            views: views
        )
        return ReceiptMarks(move?.marks, sent: sent)
    }
}
