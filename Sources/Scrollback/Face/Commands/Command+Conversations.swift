public import Messaging

// The words for a command, as a session has them: for `perform`, which carries out several.

extension Command {
    /// Gets the direct conversation with somebody, and begins it if there is none.
    public static func startDirect(with other: UserID) -> Command {
        .startDirect(StartDirect(with: other))
    }

    /// Gives a group or request a title, or takes it away.
    public static func rename(_ conversation: ConversationID, to title: String?) -> Command {
        .rename(Rename(conversation: conversation, title: title))
    }

    /// Gives a group or request a photo, by its URL or storage path, or takes it away.
    public static func setPhoto(of conversation: ConversationID, to photo: String?) -> Command {
        .setPhoto(SetPhoto(conversation: conversation, photo: photo))
    }

    /// Says that what a request was about is no more; the conversation goes on.
    public static func clearContext(of request: ConversationID) -> Command {
        .clearContext(ClearContext(conversation: request))
    }

    /// Says that what a request was about is done, which closes it.
    public static func completeRequest(_ request: ConversationID) -> Command {
        .completeRequest(CompleteRequest(conversation: request))
    }

    /// Says that what a request was about will not happen; the conversation goes on.
    public static func cancelRequest(_ request: ConversationID) -> Command {
        .cancelRequest(CancelRequest(conversation: request))
    }

    /// Adds somebody to a group or request.
    public static func add(
        _ user: UserID,
        to conversation: ConversationID,
        as role: Role = .member
    ) -> Command {
        .add(AddParticipant(conversation: conversation, user: user, role: role))
    }

    /// Removes somebody from a group or request.
    public static func remove(_ user: UserID, from conversation: ConversationID) -> Command {
        .remove(RemoveParticipant(conversation: conversation, user: user))
    }

    /// Leaves a group or request.
    public static func leave(_ conversation: ConversationID) -> Command {
        .leave(Leave(conversation: conversation))
    }

    /// Makes a member an admin, or an admin a member.
    public static func setRole(
        _ role: Role,
        of user: UserID,
        in conversation: ConversationID
    ) -> Command {
        .setRole(SetRole(conversation: conversation, user: user, role: role))
    }

    /// Changes what a member may do; what is nil stays as it is.
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
}
