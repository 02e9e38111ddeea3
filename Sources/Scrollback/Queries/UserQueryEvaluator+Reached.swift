internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension UserQueryEvaluator {
    /// Returns the newest of the viewer's messages that a member reached by an event and not
    /// before; nil if there is none, or the viewer may not know.
    ///
    /// Former members no longer count, as in everything that a sender is shown. A silent reading is
    /// shown as a delivery, and not at all if a delivery was shown before: a second one would
    /// reveal the receipt that is switched off. If receipts are mandatory, none is silent.
    mutating func reached(
        _ move: EventMeaning.Move,
        at position: Position,
        from seat: Seat,
        _ reading: inout ChangeReading
    ) throws(QueryError) -> ChangeItem.Receipt? {
        // Most of what others send and read has none of the viewer's messages before it.
        guard move.user != viewer, let newest = try ownSending(upTo: move.messageNumber, in: seat)
        else { return nil }
        let isLoud = !move.isSilent || state.configuration.receipts.isMandatory
        let audience = try audience(in: seat)
        let sight = audience.sight
        guard let recipient = audience.recipient(move.user) else { return nil }
        let before = try marks(of: move.user, before: position, in: seat)
        if move.isReading, isLoud, sight.isToldOfReadings {
            let message = try newlyReached(from: newest, by: recipient, from: seat, &reading) {
                before.reads($0, under: sight.policy)
            }
            if let message { return .init(.read, upTo: message, by: person(move.user)) }
        }
        let message = try newlyReached(from: newest, by: recipient, from: seat, &reading) {
            before.delivers($0)
        }
        return message.map { .init(.delivered, upTo: $0, by: person(move.user)) }
    }

    /// Returns the newest of the viewer's messages up to a sending that was not reached before,
    /// that the viewer can see, and for which the member counts.
    private mutating func newlyReached(
        from newest: Senders.Sending,
        by recipient: Recipient,
        from seat: Seat,
        _ reading: inout ChangeReading,
        wasReached: (UInt64) -> Bool
    ) throws(QueryError) -> MessageID? {
        var next: Senders.Sending? = newest
        // If a message was reached before, so were all older ones.
        while let sending = next, !wasReached(sending.ordinal) {
            let item = try ownItem(at: sending.ordinal, of: recipient, from: seat)
            if let item { return item }
            reading.looked += 1
            next = try ownSending(upTo: sending.messageNumber - 1, in: seat)
        }
        return nil
    }

    /// Returns one of the viewer's messages, if they can see it and the member counts for its
    /// receipts.
    private borrowing func ownItem(
        at ordinal: UInt64,
        of recipient: Recipient,
        from seat: Seat
    ) throws(QueryError) -> MessageID? {
        guard let entry = try entry(at: ordinal, from: seat),
            let seen = try see(entry, at: ordinal, from: seat), !seen.isGone
        else { return nil }
        return try ask { (state) throws(Refusal) in
            guard let id = state.id(of: entry) else { return nil }
            let message = state.facts(id, in: seat.conversation.id, at: ordinal, entry)
            return recipient.countsFor(message) ? id : nil
        }
    }

    private borrowing func ownSending(
        upTo messageNumber: UInt64,
        in seat: Seat
    ) throws(QueryError) -> Senders.Sending? {
        try read { (state) throws(ViewsError) in
            try state.projectors.senders.newest(
                of: viewer.rawValue,
                in: seat.conversation.id.rawValue,
                upTo: messageNumber,
                views: state.views
            )
        }
    }

    /// Returns a member's marks before an event, from receipts and sendings.
    private borrowing func marks(
        of user: UserID,
        before position: Position,
        in seat: Seat
    ) throws(QueryError) -> ReceiptMarks {
        let before = Position(position.rawValue - 1)
        return try read { (state) throws(ViewsError) in
            let conversation = seat.conversation.id
            let stretches = try state.stretches(
                of: conversation,
                seenBy: seat.visibility,
                through: before
            )
            guard stretches.isEmpty else {
                return try state.marks(
                    of: user.rawValue,
                    in: conversation.rawValue,
                    seenIn: stretches
                )
            }
            return try state.marks(
                of: user.rawValue,
                in: conversation.rawValue,
                asOf: before,
                messages: try state.messageCount(of: conversation, asOf: before)
            )
        }
    }
}
