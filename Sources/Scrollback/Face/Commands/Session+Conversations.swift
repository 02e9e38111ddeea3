public import Messaging
public import Wire

extension Session {
    /// Begins the direct conversation with somebody, or finds the one that there is.
    @discardableResult
    public func startDirect(
        with other: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> ConversationID {
        let outcome = try await carryOut(.startDirect(with: other), id: id)
        guard case .direct(let conversation, _) = outcome.answer else {
            throw StoreError(unexpected: outcome)
        }
        return conversation
    }

    /// Creates a group, with the session's user as its creator.
    ///
    /// The id is the group's; with the same one, trying again is safe.
    @discardableResult
    public func createGroup(
        _ id: ConversationID? = nil,
        title: String? = nil,
        photo: String? = nil,
        members: [UserID],
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) async throws(StoreError) -> ConversationID {
        let group = CreateGroup(
            conversation: id ?? ConversationID(store.nextID()),
            title: title,
            photo: photo,
            members: members,
            reactions: reactions,
            history: history,
            custom: custom
        )
        try await carryOut(.createGroup(group))
        return group.conversation
    }

    /// Opens a request: a conversation about something of the embedder's.
    ///
    /// The id is the request's; with the same one, trying again is safe.
    @discardableResult
    public func openRequest(
        _ id: ConversationID? = nil,
        about context: Context,
        members: [UserID],
        title: String? = nil,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        custom: String? = nil
    ) async throws(StoreError) -> ConversationID {
        let request = OpenRequest(
            conversation: id ?? ConversationID(store.nextID()),
            context: context,
            members: members,
            title: title,
            reactions: reactions,
            history: history,
            custom: custom
        )
        try await carryOut(.openRequest(request))
        return request.conversation
    }

    /// Gives a group or request a title, or takes it away.
    @discardableResult
    public func rename(
        _ conversation: ConversationID,
        to title: String?,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.rename(conversation, to: title), id: id).position
    }

    /// Gives a group or request a photo, by its URL or storage path, or takes it away.
    @discardableResult
    public func setPhoto(
        of conversation: ConversationID,
        to photo: String?,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setPhoto(of: conversation, to: photo), id: id).position
    }

    /// Says that what a request was about is no more; the conversation goes on.
    @discardableResult
    public func clearContext(
        of request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearContext(of: request), id: id).position
    }

    /// Says that what a request was about is done, which closes it.
    @discardableResult
    public func completeRequest(
        _ request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.completeRequest(request), id: id).position
    }

    /// Says that what a request was about will not happen; the conversation goes on.
    @discardableResult
    public func cancelRequest(
        _ request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.cancelRequest(request), id: id).position
    }

    /// Adds somebody to a group or request, or adds them again.
    @discardableResult
    public func add(
        _ user: UserID,
        to conversation: ConversationID,
        as role: Role = .member,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.add(user, to: conversation, as: role), id: id).position
    }

    /// Removes somebody from a group or request.
    @discardableResult
    public func remove(
        _ user: UserID,
        from conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.remove(user, from: conversation), id: id).position
    }

    /// Leaves a group or request.
    @discardableResult
    public func leave(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.leave(conversation), id: id).position
    }

    /// Makes a member an admin, or an admin a member.
    @discardableResult
    public func setRole(
        _ role: Role,
        of user: UserID,
        in conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setRole(role, of: user, in: conversation), id: id).position
    }

    /// Changes what a member may do; what is nil stays as it is.
    @discardableResult
    public func setPermissions(
        of user: UserID,
        in conversation: ConversationID,
        canAdd: Bool? = nil,
        canRemove: Bool? = nil,
        canEdit: Bool? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let command = Command.setPermissions(
            of: user,
            in: conversation,
            canAdd: canAdd,
            canRemove: canRemove,
            canEdit: canEdit
        )
        return try await carryOut(command, id: id).position
    }
}
