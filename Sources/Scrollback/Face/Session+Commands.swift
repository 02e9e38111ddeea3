package import Messaging
package import Wire

/// A message that was sent.
package struct SentMessage: Hashable, Sendable {
    package let message: MessageID
    /// Its place in the conversation's timeline.
    package let ordinal: UInt64
    package let sentAt: Timestamp
    package let position: Position
}

extension Session {
    /// Begins the direct conversation with somebody, or finds the one that there is.
    @discardableResult
    package func startDirect(
        with other: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> ConversationID {
        let outcome = try await carryOut(.startDirect(StartDirect(with: other)), id: id)
        guard case .direct(let conversation, _) = outcome.answer else { throw unexpected(outcome) }
        return conversation
    }

    /// Creates a group, with the session's user as its creator.
    ///
    /// The id is the group's; with the same one, trying again is safe.
    @discardableResult
    package func createGroup(
        _ id: ConversationID? = nil,
        title: String? = nil,
        members: [UserID],
        history: HistoryPolicy = .full
    ) async throws(StoreError) -> ConversationID {
        let group = id ?? ConversationID(store.nextID())
        try await carryOut(
            .createGroup(
                CreateGroup(conversation: group, title: title, members: members, history: history)
            )
        )
        return group
    }

    /// Opens a request: a conversation about something of the embedder's.
    @discardableResult
    package func openRequest(
        _ id: ConversationID? = nil,
        about context: Context,
        members: [UserID],
        title: String? = nil
    ) async throws(StoreError) -> ConversationID {
        let request = id ?? ConversationID(store.nextID())
        try await carryOut(
            .openRequest(
                OpenRequest(conversation: request, context: context, members: members, title: title)
            )
        )
        return request
    }

    /// Sends a text.
    ///
    /// The id is the message's; with the same one, trying again is safe.
    @discardableResult
    package func send(
        _ text: String,
        to conversation: ConversationID,
        replyingTo parent: MessageID? = nil,
        id: MessageID? = nil
    ) async throws(StoreError) -> SentMessage {
        try await send(
            SendMessage(
                conversation: conversation,
                message: id ?? MessageID(store.nextID()),
                text: text,
                replyTo: parent
            )
        )
    }

    /// Sends a message with whatever belongs to it.
    @discardableResult
    package func send(_ message: SendMessage) async throws(StoreError) -> SentMessage {
        let outcome = try await carryOut(.send(message))
        guard case .message(let id, let ordinal, let sentAt) = outcome.answer else {
            throw unexpected(outcome)
        }
        return SentMessage(
            message: id,
            ordinal: ordinal,
            sentAt: sentAt,
            position: outcome.position
        )
    }

    /// Gives one's own message another text.
    package func edit(
        _ message: MessageID,
        to text: String,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.edit(EditMessage(message: message, text: text)), id: id)
    }

    /// Takes a message out of sight; its place stays.
    package func delete(_ message: MessageID, id: CommandID? = nil) async throws(StoreError) {
        try await carryOut(.delete(DeleteMessage(message: message)), id: id)
    }

    /// Reacts to a message; the same reaction again changes nothing.
    package func react(
        _ reaction: String,
        to message: MessageID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.react(React(message: message, reaction: reaction)), id: id)
    }

    /// Takes a reaction back.
    package func unreact(
        _ reaction: String,
        from message: MessageID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.unreact(Unreact(message: message, reaction: reaction)), id: id)
    }

    /// Marks a conversation as read, up to a message or to the newest that there is.
    package func markRead(
        _ conversation: ConversationID,
        upTo message: MessageID? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.markRead(MarkRead(conversation: conversation, upTo: message)), id: id)
    }

    /// Marks a conversation as unread again, from a message on.
    package func markUnread(
        _ conversation: ConversationID,
        from message: MessageID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        let command = MarkUnread(conversation: conversation, from: message)
        try await carryOut(.markUnread(command), id: id)
    }

    /// Says that a device has everything up to a message.
    package func markDelivered(
        _ conversation: ConversationID,
        upTo message: MessageID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        let command = MarkDelivered(conversation: conversation, upTo: message)
        try await carryOut(.markDelivered(command), id: id)
    }

    /// Adds somebody to a group or request.
    package func add(
        _ user: UserID,
        to conversation: ConversationID,
        as role: Role = .member,
        id: CommandID? = nil
    ) async throws(StoreError) {
        let command = AddParticipant(conversation: conversation, user: user, role: role)
        try await carryOut(.add(command), id: id)
    }

    /// Removes somebody from a group or request.
    package func remove(
        _ user: UserID,
        from conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        let command = RemoveParticipant(conversation: conversation, user: user)
        try await carryOut(.remove(command), id: id)
    }

    /// Leaves a group or request.
    package func leave(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.leave(Leave(conversation: conversation)), id: id)
    }

    /// Gives a conversation a title, or takes it away.
    package func rename(
        _ conversation: ConversationID,
        to title: String?,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.rename(Rename(conversation: conversation, title: title)), id: id)
    }

    /// Mutes a conversation, for ever or until a time.
    package func mute(
        _ conversation: ConversationID,
        until: Timestamp? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.mute(Mute(conversation: conversation, until: until)), id: id)
    }

    /// Puts a conversation in its place in one's own list: pinned, archived, hidden and so on.
    package func arrange(
        _ conversation: ConversationID,
        _ action: Arrange.Action,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.arrange(Arrange(action, conversation: conversation)), id: id)
    }

    /// Replaces one's own profile.
    package func setProfile(
        _ profile: SetProfile,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.setProfile(profile), id: id)
    }

    /// Blocks somebody, adds them to one's contacts, or undoes that.
    package func relate(
        _ action: Relate.Action,
        to user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) {
        try await carryOut(.relate(Relate(action, user: user)), id: id)
    }

    /// Says that one types, or types no longer; nothing is logged.
    package func signalTyping(
        _ isTyping: Bool,
        in conversation: ConversationID
    ) async throws(StoreError) {
        let command = SignalTyping(conversation: conversation, isTyping: isTyping)
        try await carryOut(.typing(command))
    }

    private func unexpected(_ outcome: CommandOutcome) -> StoreError {
        StoreError(.internal, "This was done, but answered as another command.")
    }
}
