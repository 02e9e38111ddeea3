internal import Wire

extension MarkDelivered: UserRule {
    /// Delivery goes forward only, and what is read was delivered.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry = try facts.entry(upTo, seenFrom: seat)
        try seat.requireMember()
        let personal = facts.personal(actor, in: conversation)
        guard entry.ordinal > max(personal.deliveredUpTo, personal.readUpTo) else {
            return Decision()
        }
        let delivered = DeliveredUpTo(
            upTo: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: entry.messageNumber
        )
        return Decision([NewEvent(.deliveredUpTo(delivered), in: .conversation(conversation))])
    }
}

extension MarkRead: UserRule {
    /// Reading goes forward in three ways, and is recorded if it does in any: what was read, what
    /// others may be told of it, and where unread begins, which the reader may have moved back.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry: MessageFacts?
        if let upTo {
            entry = try facts.entry(upTo, seenFrom: seat)
        } else {
            entry = facts.newestEntry(of: conversation, for: seat.visibility)
        }
        try seat.requireMember()
        let answer = Answer.unread(in: conversation)
        let isSilent = facts.readsSilently(actor)
        let personal = facts.personal(actor, in: conversation)
        guard let entry else {
            // An empty conversation is read once: then it is no longer one that was never read.
            if personal.hasRead { return Decision(answer: answer) }
            let read = ReadUpTo(silent: isSilent)
            return Decision(
                [NewEvent(.readUpTo(read), in: .conversation(conversation))],
                answer: answer
            )
        }
        guard
            entry.ordinal > personal.readUpTo
                || !isSilent && entry.ordinal > personal.loudlyReadUpTo
                || entry.messageNumber > personal.marker
        else { return Decision(answer: answer) }
        let read = ReadUpTo(
            upTo: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: entry.messageNumber,
            silent: isSilent
        )
        return Decision(
            [NewEvent(.readUpTo(read), in: .conversation(conversation))],
            answer: answer
        )
    }
}

extension MarkUnread: UserRule {
    /// The marker goes back to just before the entry, never forward; receipts stay as they are.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        let entry = try facts.entry(from, seenFrom: seat)
        try seat.requireMember()
        let answer = Answer.unread(in: conversation)
        let before = entry.messagesBefore
        guard before < facts.personal(actor, in: conversation).marker else {
            return Decision(answer: answer)
        }
        let marked = MarkedUnread(
            conversation: conversation.rawValue,
            from: entry.id.rawValue,
            ordinal: entry.ordinal,
            messageNumber: before
        )
        return Decision([NewEvent(.markedUnread(marked), in: .user(actor))], answer: answer)
    }
}

extension Facts where Self: ~Copyable {
    /// Whether nobody is told what somebody reads, now that they read it.
    func readsSilently(_ user: UserID) -> Bool {
        !configuration.receipts.isMandatory && !settings(of: user).sendReadReceipts
    }

    /// An entry of a conversation, whether a message or what the store says between them.
    ///
    /// - Throws: `notFound` for what is not there, is elsewhere, or may not be seen from the seat.
    fileprivate func entry(
        _ id: MessageID,
        seenFrom seat: Seat
    ) throws(Refusal) -> MessageFacts {
        guard let entry = message(id), entry.conversation == seat.conversation.id,
            seat.visibility.showsEntry(at: entry.position, sentAt: entry.sentAt)
        else { throw .message(.notFound) }
        return entry
    }
}

extension MessageFacts {
    /// How many countable messages there are before this entry.
    fileprivate var messagesBefore: UInt64 {
        isSystem || messageNumber == 0 ? messageNumber : messageNumber - 1
    }
}
