internal import LogSchema
internal import Wire

/// Removes the context of a request; the conversation goes on.
public struct ClearContext: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Removes the context of this request.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

extension ClearContext: UserRule {
    var name: CommandName { .clearContext }
    var number: CommandKind? { .clearContext }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .clearContext(ClearContext(conversation: try intention.requiredConversation))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        // The context may be removed from a closed request too.
        let seat = try facts.seatInRequest(conversation, of: actor, now: asked.now)
        try seat.requireLeader()
        guard seat.conversation.context != nil else { return Decision() }
        return Decision([
            NewEvent(.contextCleared(ContextCleared()), in: .conversation(conversation))
        ])
    }
}

extension ClearContext: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
}

/// Marks a request as completed, and closes it.
public struct CompleteRequest: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Completes this request.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

extension CompleteRequest: UserRule {
    var name: CommandName { .completeRequest }
    var number: CommandKind? { .completeRequest }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .completeRequest(CompleteRequest(conversation: try intention.requiredConversation))
    }

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

extension CompleteRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
}

/// Marks a request as cancelled; it stays open.
public struct CancelRequest: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Cancels this request.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

extension CancelRequest: UserRule {
    var name: CommandName { .cancelRequest }
    var number: CommandKind? { .cancelRequest }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .cancelRequest(CancelRequest(conversation: try intention.requiredConversation))
    }

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

extension CancelRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
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
