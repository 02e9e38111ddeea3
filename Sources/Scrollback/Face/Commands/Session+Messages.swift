public import Messaging
public import Wire

extension Session {
    /// Sends a text.
    ///
    /// The id is the message's; with the same one, trying again is safe.
    @discardableResult
    public func send(
        _ text: String,
        to conversation: ConversationID,
        replyingTo parent: (any MessageReference)? = nil,
        id: MessageID? = nil
    ) async throws(StoreError) -> SentMessage {
        try await send(
            SendMessage(
                conversation: conversation,
                message: id ?? MessageID(store.nextID()),
                text: text,
                replyTo: parent?.message
            )
        )
    }

    /// Sends a message with whatever belongs to it: attachments, a place, the embedder's own data.
    ///
    /// With the same message's id, trying again is safe.
    @discardableResult
    public func send(_ message: SendMessage) async throws(StoreError) -> SentMessage {
        let outcome = try await carryOut(.send(message))
        guard case .message(let id, let ordinal, let sentAt) = outcome.answer else {
            throw StoreError(unexpected: outcome)
        }
        return SentMessage(
            message: id,
            ordinal: ordinal,
            sentAt: sentAt,
            position: outcome.position
        )
    }

    /// Gives one's own message another text.
    @discardableResult
    public func edit(
        _ message: some MessageReference,
        to text: String,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.edit(message, to: text), id: id).position
    }

    /// Takes a message out of sight; its place stays.
    @discardableResult
    public func delete(
        _ message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.delete(message), id: id).position
    }

    /// Adds what was found out about one's own message later on; what is nil stays as it is.
    @discardableResult
    public func annotate(
        _ message: some MessageReference,
        linkPreview: LinkPreview? = nil,
        priority: AnnotateMessage.Priority? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let command = Command.annotate(message, linkPreview: linkPreview, priority: priority)
        return try await carryOut(command, id: id).position
    }

    /// Reacts to a message; the same reaction again changes nothing.
    ///
    /// One of the six takes the place of one's earlier reaction; emoji stand beside each other.
    @discardableResult
    public func react(
        _ reaction: Reaction,
        to message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.react(reaction, to: message), id: id).position
    }

    /// Takes a reaction back.
    @discardableResult
    public func unreact(
        _ reaction: Reaction,
        from message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unreact(reaction, from: message), id: id).position
    }

    /// Reacts to a message, or takes that reaction back if it is there: what a tap does.
    ///
    /// It needs an id, because trying again without one would undo it.
    @discardableResult
    public func toggleReaction(
        _ reaction: Reaction,
        on message: some MessageReference,
        id: CommandID
    ) async throws(StoreError) -> Position {
        try await carryOut(.toggleReaction(reaction, on: message), id: id).position
    }

    /// Says that a device has everything up to a message.
    @discardableResult
    public func markDelivered(
        _ conversation: ConversationID,
        upTo message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markDelivered(conversation, upTo: message), id: id).position
    }

    /// Marks a conversation as read, up to a message or to the newest that there is.
    @discardableResult
    public func markRead(
        _ conversation: ConversationID,
        upTo message: (any MessageReference)? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markRead(conversation, upTo: message), id: id).position
    }

    /// Marks a conversation as unread again, from a message on.
    @discardableResult
    public func markUnread(
        _ conversation: ConversationID,
        from message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markUnread(conversation, from: message), id: id).position
    }

    /// Says that one types, or types no longer; nothing is logged.
    public func signalTyping(
        _ isTyping: Bool,
        in conversation: ConversationID
    ) async throws(StoreError) {
        let command = SignalTyping(conversation: conversation, isTyping: isTyping)
        try await carryOut(.typing(command))
    }
}
