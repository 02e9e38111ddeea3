public import Messaging
public import Wire

extension Session {
    /// Starts the direct conversation with another user, or returns the existing one.
    ///
    /// An existing conversation that the user has hidden is shown again.
    ///
    /// - Throws: `blocked` for a new conversation if one of the two has blocked the other,
    ///   `invalidParticipants` for the user themselves; otherwise what `carryOut` throws.
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
    /// The id becomes the id of the group. To retry, call again with the same id.
    ///
    /// - Throws: `invalidParticipants` for fewer than `Limits.othersInGroup` other members or more
    ///   than `Limits.members` in all, `blocked` or `privacy` if a member refuses this user,
    ///   `invalidTitle`; otherwise what `carryOut` throws.
    /// - Complexity: O(members).
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

    /// Opens a request: a conversation about a context, such as an order or a ride.
    ///
    /// The id becomes the id of the request. To retry, call again with the same id.
    ///
    /// - Throws: `invalidContext`, `invalidParticipants` for fewer than `Limits.othersInRequest`
    ///   other members or more than `Limits.members` in all, `blocked`, `invalidTitle`; otherwise
    ///   what `carryOut` throws.
    /// - Complexity: O(members).
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

    /// Sets or removes the title of a group or request.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `permissionDenied` in a
    ///   direct conversation or without the permission, `conversationClosed`,
    ///   `invalidTitle`; otherwise what `carryOut` throws.
    @discardableResult
    public func rename(
        _ conversation: ConversationID,
        to title: String?,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.rename(conversation, to: title), id: id).position
    }

    /// Sets or removes the photo of a group or request, given as a URL or storage path.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `permissionDenied` in a
    ///   direct conversation or without the permission, `conversationClosed`,
    ///   `invalidRequest`; otherwise what `carryOut` throws.
    @discardableResult
    public func setPhoto(
        of conversation: ConversationID,
        to photo: String?,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setPhoto(of: conversation, to: photo), id: id).position
    }

    /// Removes the context of a request, also of a closed one.
    ///
    /// The creator and admins may do this.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `invalidContext` if it is
    ///   no request, `permissionDenied`; otherwise what `carryOut` throws.
    @discardableResult
    public func clearContext(
        of request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.clearContext(of: request), id: id).position
    }

    /// Marks a request as completed, and closes it.
    ///
    /// The creator and admins may do this.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `invalidContext` if it is
    ///   no request, `permissionDenied`,
    ///   `conversationClosed`; otherwise what `carryOut` throws.
    @discardableResult
    public func completeRequest(
        _ request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.completeRequest(request), id: id).position
    }

    /// Marks a request as cancelled; the conversation stays open.
    ///
    /// The creator and admins may do this.
    ///
    /// - Throws: `notFound` or `notAMember` if the user is not a member, `invalidContext` if it is
    ///   no request, `permissionDenied`; otherwise what `carryOut` throws.
    @discardableResult
    public func cancelRequest(
        _ request: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.cancelRequest(request), id: id).position
    }

    /// Adds a user to a group or request; also a former member.
    ///
    /// Only the creator and admins add an admin, or a member with permissions.
    ///
    /// - Throws: `notFound` or `notAMember` if the caller is not a member, `permissionDenied` in a
    ///   direct conversation or without the permission, `conversationClosed`, `alreadyAMember`,
    ///   `blocked` or `privacy` if the user refuses, `invalidParticipants` if the conversation is
    ///   full; otherwise what `carryOut` throws.
    @discardableResult
    public func add(
        _ user: UserID,
        to conversation: ConversationID,
        as role: Role = .member,
        with permissions: Permissions = Permissions(),
        historySince: Timestamp? = nil,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        let command = Command.add(
            user,
            to: conversation,
            as: role,
            with: permissions,
            historySince: historySince
        )
        return try await carryOut(command, id: id).position
    }

    /// Removes a member from a group or request; for the user themselves, the same as `leave`.
    ///
    /// - Throws: `notFound`, `notAMember` if one of the two is not a member, `permissionDenied` in
    ///   a direct conversation or without the permission, `creatorCannotBeRemoved`,
    ///   `conversationClosed`; otherwise what `carryOut` throws.
    @discardableResult
    public func remove(
        _ user: UserID,
        from conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.remove(user, from: conversation), id: id).position
    }

    /// Leaves a group or request.
    ///
    /// If the creator leaves, the longest-standing admin becomes the creator, or else the
    /// longest-standing member. If the last member leaves, the conversation is closed.
    ///
    /// - Throws: `notFound`, `notAMember`, `permissionDenied` in a direct conversation; otherwise
    ///   what `carryOut` throws.
    /// - Complexity: O(members).
    @discardableResult
    public func leave(
        _ conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.leave(conversation), id: id).position
    }

    /// Sets the role of a member: `admin` or `member`.
    ///
    /// The creator and admins may do this. The creator's role cannot change.
    ///
    /// - Throws: `notFound`, `notAMember` if one of the two is not a member, `permissionDenied`,
    ///   `conversationClosed`, `invalidRequest` for another role; otherwise what `carryOut` throws.
    @discardableResult
    public func setRole(
        _ role: Role,
        of user: UserID,
        in conversation: ConversationID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.setRole(role, of: user, in: conversation), id: id).position
    }

    /// Changes the permissions of a member; a nil argument leaves one unchanged.
    ///
    /// The creator and admins may do this. An admin has all permissions; changes take effect when
    /// the admin becomes a member again.
    ///
    /// - Throws: `notFound`, `notAMember` if one of the two is not a member, `permissionDenied`,
    ///   `conversationClosed`; otherwise what `carryOut` throws.
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

    /// Makes another member the creator; the user becomes an admin.
    ///
    /// - Throws: `notFound`, `notAMember` if one of the two is not a member, `permissionDenied` in
    ///   a direct conversation or for others than the creator, `conversationClosed`; otherwise
    ///   what `carryOut` throws.
    @discardableResult
    public func passOwnership(
        of conversation: ConversationID,
        to user: UserID,
        id: CommandID? = nil
    ) async throws(StoreError) -> Position {
        try await carryOut(.passOwnership(of: conversation, to: user), id: id).position
    }
}
