internal import LogSchema
internal import Wire

/// Deletes a message; the timeline keeps its place.
public struct DeleteMessage: Hashable, Sendable {
    /// The message to delete.
    public var message: MessageID

    /// Names the message.
    public init(message: MessageID) { self.message = message }
}

extension DeleteMessage: UserRule {
    var name: CommandName { .delete }
    var number: CommandKind? { .delete }
    var changedCounts: CountChange { .about(message) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .delete(DeleteMessage(message: try intention.requiredMessage))
    }

    /// The sender, the creator, admins and moderators may delete; moderators need not be members.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let deletion = try target(for: actor, asked, on: facts)
        // A deleted or erased message cannot be deleted again.
        guard !deletion.isGone else { return Decision() }
        let deleted = MessageDeleted(
            message: message.rawValue,
            ordinal: deletion.ordinal,
            messageNumber: deletion.messageNumber,
            sender: deletion.sender.rawValue
        )
        return Decision([
            NewEvent(.messageDeleted(deleted), in: .conversation(deletion.conversation))
        ])
    }

    private func target(
        for actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts {
        if facts.isModerator(actor) { return try targetForModerator(on: facts) }
        let seen = try facts.actedOn(message, by: actor, asked)
        // The creator of a direct conversation has no more rights than the other user.
        let leads = seen.seat.conversation.kind != .direct && seen.seat.member.leadsConversation
        guard seen.message.sender == actor || leads else {
            throw .message(.actorMayNotDelete)
        }
        return seen.message
    }

    /// By its id a moderator finds every message, in order to delete it and for nothing else.
    private func targetForModerator(
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> MessageFacts {
        guard let message = facts.message(message),
            let conversation = facts.conversation(message.conversation)
        else { throw .message(.notFound) }
        guard !conversation.isClosed else { throw .conversation(.isClosed) }
        try message.requireNoSystemEntry()
        return message
    }
}

extension DeleteMessage: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .messageDeleted(let deleted) = first.event else { return false }
        return deleted.message == message.rawValue
    }
}
