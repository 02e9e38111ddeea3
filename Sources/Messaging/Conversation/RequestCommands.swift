internal import LogSchema
internal import Wire

/// Removes the context of a request; the conversation continues.
public struct ClearContext: Hashable, Sendable {
    /// The request.
    public var conversation: ConversationID

    /// Removes the context of this request.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

extension ClearContext: ConversationRule {
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
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        // The context may be removed from a closed request too.
        let authority = try facts.authority(inRequest: conversation, of: actor, now: asked.now)
        try authority.requireLeader()
        guard authority.conversation.context != nil else { return Decision() }
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

extension CompleteRequest: ConversationRule {
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
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let authority = try facts.authority(inRequest: conversation, of: actor, now: asked.now)
        try authority.conversation.requireOpen()
        try authority.requireLeader()
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

extension CancelRequest: ConversationRule {
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
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let authority = try facts.authority(inRequest: conversation, of: actor, now: asked.now)
        try authority.requireLeader()
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
    fileprivate func authority(
        inRequest conversation: ConversationID,
        of actor: Actor,
        now: Timestamp
    ) throws(Refusal) -> Authority {
        let authority = try authority(of: actor, in: conversation, now: now)
        guard authority.conversation.kind == .request else {
            throw .conversation(.onlyRequestsHaveAContext)
        }
        return authority
    }
}

extension Authority {
    fileprivate func requireLeader() throws(Refusal) {
        guard isLeading else { throw .conversation(.onlyCreatorAndAdmins) }
    }
}
