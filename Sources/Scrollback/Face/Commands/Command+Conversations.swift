public import Messaging

// Commands for `perform`, with the names that the methods of a session have.

extension Command {
    /// Starts the direct conversation with another user, or returns the existing one.
    public static func startDirect(with other: UserID) -> Command {
        .startDirect(StartDirect(with: other))
    }

    /// Sets or removes the title of a group or request.
    public static func rename(_ conversation: ConversationID, to title: String?) -> Command {
        .rename(Rename(conversation: conversation, title: title))
    }

    /// Sets or removes the photo of a group or request, given as a URL or storage path.
    public static func setPhoto(of conversation: ConversationID, to photo: String?) -> Command {
        .setPhoto(SetPhoto(conversation: conversation, photo: photo))
    }

    /// Removes the context of a request; the conversation stays open.
    public static func clearContext(of request: ConversationID) -> Command {
        .clearContext(ClearContext(conversation: request))
    }

    /// Marks a request as completed, and closes it.
    public static func completeRequest(_ request: ConversationID) -> Command {
        .completeRequest(CompleteRequest(conversation: request))
    }

    /// Marks a request as cancelled; the conversation stays open.
    public static func cancelRequest(_ request: ConversationID) -> Command {
        .cancelRequest(CancelRequest(conversation: request))
    }

    /// Adds a user to a group or request, and gives a beginning of the history that they see.
    public static func add(
        _ user: UserID,
        to conversation: ConversationID,
        as role: Role = .member,
        with permissions: Permissions = Permissions(),
        historySince: Timestamp? = nil
    ) -> Command {
        .add(
            AddParticipant(
                conversation: conversation,
                user: user,
                role: role,
                permissions: permissions,
                historySince: historySince
            )
        )
    }

    /// Removes a member from a group or request.
    public static func remove(_ user: UserID, from conversation: ConversationID) -> Command {
        .remove(RemoveParticipant(conversation: conversation, user: user))
    }

    /// Leaves a group or request.
    public static func leave(_ conversation: ConversationID) -> Command {
        .leave(Leave(conversation: conversation))
    }

    /// Sets the role of a member: `admin` or `member`.
    public static func setRole(
        _ role: Role,
        of user: UserID,
        in conversation: ConversationID
    ) -> Command {
        .setRole(SetRole(conversation: conversation, user: user, role: role))
    }

    /// Changes the permissions of a member; a nil argument leaves one unchanged.
    public static func setPermissions(
        of user: UserID,
        in conversation: ConversationID,
        canAdd: Bool? = nil,
        canRemove: Bool? = nil,
        canEdit: Bool? = nil
    ) -> Command {
        .setPermissions(
            SetPermissions(
                conversation: conversation,
                user: user,
                canAdd: canAdd,
                canRemove: canRemove,
                canEdit: canEdit
            )
        )
    }

    /// Makes another member the creator; the creator of before becomes an admin.
    public static func passOwnership(
        of conversation: ConversationID,
        to user: UserID
    ) -> Command {
        .passOwnership(PassOwnership(conversation: conversation, user: user))
    }
}
