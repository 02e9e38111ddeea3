package import Wire

/// When a command is decided, and the names it may give.
package struct Asked: Sendable {
    package let now: Timestamp
    package var fresh: FreshIDs

    package init(now: Timestamp, fresh: FreshIDs) {
        self.now = now
        self.fresh = fresh
    }
}

/// A user's present or former place in a conversation.
package struct Seat: Sendable {
    package let conversation: ConversationFacts
    package let member: MemberFacts
    package let visibility: Visibility
}

/// What an actor may change in a conversation: a member as role and flags allow, the operator
/// everything.
struct Authority {
    let conversation: ConversationFacts
    let permissions: Permissions
    /// Whether it is the creator's, an admin's or the operator's.
    let isLeading: Bool
}

/// An entry of a timeline, and the seat from which it is seen.
package struct SeenMessage: Sendable {
    package let message: MessageFacts
    package let seat: Seat
}

extension Facts where Self: ~Copyable {
    /// Returns a user's visibility of a conversation.
    package func visibility(
        of member: MemberFacts,
        in conversation: ConversationFacts,
        now: Timestamp
    ) -> Visibility {
        Visibility(
            history: conversation.history,
            intervals: member.intervals,
            cleared: cleared(by: member.user, in: conversation.id),
            keptFrom: settings(of: member.user).keepMessages.keptFrom(now)
        )
    }

    /// Returns the seat of a present or former member.
    ///
    /// - Throws: `notFound` for other users, who are not to learn that the conversation exists.
    package func anySeat(
        of user: UserID,
        in id: ConversationID,
        now: Timestamp
    ) throws(Refusal) -> Seat {
        guard let conversation = conversation(id), let member = member(user, of: id) else {
            throw .conversation(.notFound)
        }
        return Seat(
            conversation: conversation,
            member: member,
            visibility: visibility(of: member, in: conversation, now: now)
        )
    }

    /// Returns the seat of a present member.
    package func seat(
        of user: UserID,
        in id: ConversationID,
        now: Timestamp
    ) throws(Refusal) -> Seat {
        let seat = try anySeat(of: user, in: id, now: now)
        try seat.requireMember()
        return seat
    }

    /// Returns the authority of a present member or of the operator.
    ///
    /// - Throws: `notFound` for a conversation that does not exist or that the user does not know.
    func authority(
        of actor: Actor,
        in id: ConversationID,
        now: Timestamp
    ) throws(Refusal) -> Authority {
        guard let user = actor.user else {
            guard let conversation = conversation(id) else { throw .conversation(.notFound) }
            return Authority(conversation: conversation, permissions: .all, isLeading: true)
        }
        let seat = try seat(of: user, in: id, now: now)
        return Authority(
            conversation: seat.conversation,
            permissions: seat.member.effective,
            isLeading: seat.member.leadsConversation
        )
    }

    /// Returns an entry that a user can see as a present or former member of its conversation.
    ///
    /// - Throws: `notFound`, the same for an entry that does not exist and one that the user may
    ///   not see.
    package func seenMessage(
        _ id: MessageID,
        by user: UserID,
        now: Timestamp
    ) throws(Refusal) -> SeenMessage {
        guard let message = message(id), let conversation = conversation(message.conversation),
            let member = member(user, of: message.conversation)
        else { throw .message(.notFound) }
        let seat = Seat(
            conversation: conversation,
            member: member,
            visibility: visibility(of: member, in: conversation, now: now)
        )
        guard seat.visibility.showsEntry(at: message.position, sentAt: message.sentAt) else {
            throw .message(.notFound)
        }
        return SeenMessage(message: message, seat: seat)
    }

    /// Whether one of the two in a direct conversation has blocked the other.
    package func isSilenced(_ conversation: ConversationFacts, for user: UserID) -> Bool {
        guard let other = conversation.other(than: user) else { return false }
        return isBlocked(user, by: other) || isBlocked(other, by: user)
    }
}

extension Seat {
    func requireMember() throws(Refusal) {
        guard member.isActive else { throw .conversation(.actorIsNoLongerAMember) }
    }

    func requireOpen() throws(Refusal) { try conversation.requireOpen() }

    func requireNotDirect() throws(Refusal) { try conversation.requireNotDirect() }
}

extension ConversationFacts {
    func requireOpen() throws(Refusal) {
        guard !isClosed else { throw .conversation(.isClosed) }
    }

    func requireNotDirect() throws(Refusal) {
        guard kind != .direct else { throw .conversation(.notInADirectConversation) }
    }
}

extension KeepMessages {
    /// Before which time messages are no longer kept for a user; nil keeps all.
    package func keptFrom(_ now: Timestamp) -> Timestamp? {
        switch self {
        case .thirtyDays: now.earlier(byDays: 30)
        case .ninetyDays: now.earlier(byDays: 90)
        case .oneYear: now.earlier(byDays: 365)
        case .forever, .unspecified, .unrecognized: nil
        }
    }
}
