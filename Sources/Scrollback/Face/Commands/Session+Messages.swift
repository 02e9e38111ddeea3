public import Messaging
public import Wire

extension Session {
    /// Sends a text message.
    ///
    /// The id becomes the id of the message. To retry, call again with the same id.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `conversationClosed`,
    ///   `blocked`, `emptyMessage`, `messageTooLong`, `invalidReply` for an unknown parent,
    ///   `rateLimited` (retry after `retryAfter`); otherwise what `carryOut` throws.
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

    /// Sends a message with attachments, a location or custom data.
    ///
    /// To retry, send the same value again: the message's id identifies it.
    ///
    /// - Throws: what `send` of a text throws; `invalidAttachment` for an attachment or location
    ///   outside the limits, `invalidRequest` for custom data of more than `Limits.customBytes`.
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

    /// Replaces the text of the user's own message.
    ///
    /// - Throws: `notFound`, `notTheSender` for another user's message, `messageDeleted`,
    ///   `conversationClosed`, `blocked`, `emptyMessage`, `messageTooLong`; otherwise what
    ///   `carryOut` throws.
    @discardableResult
    public func edit(
        _ message: some MessageReference,
        to text: String,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.edit(message, to: text), id: id).position
    }

    /// Deletes a message; its place in the timeline stays.
    ///
    /// The sender, the creator and admins of a group or request, and moderators may do this. The
    /// log keeps the sealed content; `OperatorSession.erase` removes it.
    ///
    /// - Throws: `notFound`, `notTheSender` if the user may not delete it, `conversationClosed`;
    ///   otherwise what `carryOut` throws.
    @discardableResult
    public func delete(
        _ message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.delete(message), id: id).position
    }

    /// Adds a link preview or a priority to the user's own message; nil leaves one unchanged.
    ///
    /// The URL of a preview must be in the text. An edit that takes it out takes the preview out.
    ///
    /// - Throws: `notFound`, `notTheSender`, `messageDeleted`, `conversationClosed`,
    ///   `invalidRequest` if there is nothing to change or the preview is invalid; otherwise what
    ///   `carryOut` throws.
    @discardableResult
    public func annotate(
        _ message: some MessageReference,
        linkPreview: LinkPreview? = nil,
        removingLinkPreview: Bool = false,
        priority: AnnotateMessage.Priority? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let command = Command.annotate(
            message,
            linkPreview: linkPreview,
            removingLinkPreview: removingLinkPreview,
            priority: priority
        )
        return try await carryOut(command, id: id).position
    }

    /// Reacts to a message; the same reaction again changes nothing.
    ///
    /// With `ReactionPolicy.tapback` a new reaction replaces the user's earlier one. With `open` a
    /// user has up to `Limits.reactionsOfOne` emoji on a message.
    ///
    /// - Throws: `invalidReaction` for a reaction that the conversation does not allow,
    ///   `messageDeleted`, `conversationClosed`, `blocked`; otherwise what `carryOut` throws.
    @discardableResult
    public func react(
        _ reaction: Reaction,
        to message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.react(reaction, to: message), id: id).position
    }

    /// Removes the user's reaction from a message; without that reaction nothing changes.
    ///
    /// - Throws: as `react`, but never `blocked`.
    @discardableResult
    public func unreact(
        _ reaction: Reaction,
        from message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.unreact(reaction, from: message), id: id).position
    }

    /// Adds a reaction to a message, or removes it if the user has it.
    ///
    /// The id is required: without it, a retry would undo the toggle.
    ///
    /// - Throws: as `react`.
    @discardableResult
    public func toggleReaction(
        _ reaction: Reaction,
        on message: some MessageReference,
        id: CommandID
    ) async throws(StoreError) -> Position {
        try await carryOut(.toggleReaction(reaction, on: message), id: id).position
    }

    /// Records that a device has received the messages up to a message.
    ///
    /// Delivery never goes back: an older message changes nothing.
    ///
    /// - Throws: `notFound`, `notAMember`; otherwise what `carryOut` throws.
    @discardableResult
    public func markDelivered(
        _ conversation: ConversationID,
        upTo message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markDelivered(conversation, upTo: message), id: id).position
    }

    /// Marks a conversation as read up to a message, or up to the newest one.
    ///
    /// The senders get a read receipt, unless the user has switched receipts off and the store
    /// permits that.
    ///
    /// - Throws: `notFound`, `notAMember`; otherwise what `carryOut` throws.
    @discardableResult
    public func markRead(
        _ conversation: ConversationID,
        upTo message: (any MessageReference)? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markRead(conversation, upTo: message), id: id).position
    }

    /// Marks a message and all later ones as unread; receipts do not change.
    ///
    /// - Throws: `notFound`, `notAMember`; otherwise what `carryOut` throws.
    @discardableResult
    public func markUnread(
        _ conversation: ConversationID,
        from message: some MessageReference,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.markUnread(conversation, from: message), id: id).position
    }

    /// Tells the other members that the user is typing, or has stopped.
    ///
    /// A signal lasts five seconds; repeat it while the user types. Members see it unless the
    /// user's settings hide it. It is kept in the memory of this process and never logged.
    ///
    /// - Throws: `notFound`, `notAMember`, `conversationClosed`; otherwise what `carryOut` throws.
    public func signalTyping(
        _ isTyping: Bool,
        in conversation: ConversationID
    ) async throws(StoreError) {
        let command = SignalTyping(conversation: conversation, isTyping: isTyping)
        try await carryOut(.typing(command))
    }
}
