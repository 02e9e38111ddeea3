internal import Wire

extension ClearContext: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        // What a finished request was about can still go away, so a closed one is no obstacle.
        let seat = try facts.seatInRequest(conversation, of: actor, now: asked.now)
        try seat.requireLeader()
        guard seat.conversation.context != nil else { return Decision() }
        return Decision([
            NewEvent(.contextCleared(ContextCleared()), in: .conversation(conversation))
        ])
    }
}

extension CompleteRequest: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.seatInRequest(conversation, of: actor, now: asked.now)
        try seat.requireOpen()
        try seat.requireLeader()
        let closed = ConversationClosed(reason: .completed)
        return Decision([NewEvent(.conversationClosed(closed), in: .conversation(conversation))])
    }
}

extension CancelRequest: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.seatInRequest(conversation, of: actor, now: asked.now)
        try seat.requireLeader()
        return Decision([
            NewEvent(.requestCancelled(RequestCancelled()), in: .conversation(conversation))
        ])
    }
}

extension Facts where Self: ~Copyable {
    fileprivate func seatInRequest(
        _ conversation: ConversationID,
        of actor: UserID,
        now: Timestamp
    ) throws(Refusal) -> Seat {
        let seat = try seat(of: actor, in: conversation, now: now)
        guard seat.conversation.kind == .request else {
            throw .conversation(.onlyRequestsHaveAContext)
        }
        return seat
    }
}

extension Seat {
    fileprivate func requireLeader() throws(Refusal) {
        guard member.leadsConversation else { throw .conversation(.onlyCreatorAndAdmins) }
    }
}
