extension Facts where Self: ~Copyable {
    /// A message that a member may act on, in a conversation that is open.
    func actedOn(_ id: MessageID, by user: UserID, _ asked: Asked) throws(Refusal) -> SeenMessage {
        let seen = try seenMessage(id, by: user, now: asked.now)
        try seen.seat.requireMember()
        try seen.seat.requireOpen()
        try seen.message.requireNoSystemEntry()
        return seen
    }

    /// - Throws: `blocked` in a direct conversation if one of the two users has blocked the other;
    ///   the error does not tell which.
    func requireNotSilenced(in seat: Seat) throws(Refusal) {
        guard !isSilenced(seat.conversation, for: seat.member.user) else {
            throw .message(.blocked)
        }
    }
}

extension MessageFacts {
    /// Whether there is no content any more.
    var isGone: Bool { isDeleted || isErased }

    func requireNoSystemEntry() throws(Refusal) {
        guard !isSystem else { throw .message(.isASystemEntry) }
    }

    func requireSender(_ user: UserID) throws(Refusal) {
        guard sender == user else { throw .message(.actorIsNotTheSender) }
    }

    func requireContent() throws(Refusal) {
        guard !isGone else { throw .message(.isDeleted) }
    }
}
