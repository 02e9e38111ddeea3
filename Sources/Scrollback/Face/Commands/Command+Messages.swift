public import Messaging

extension Command {
    /// Sends a text message.
    public static func send(
        _ text: String,
        to conversation: ConversationID,
        replyingTo parent: (any MessageReference)? = nil,
        id: MessageID = .fresh()
    ) -> Command {
        .send(
            SendMessage(
                conversation: conversation,
                message: id,
                text: text,
                replyTo: parent?.message
            )
        )
    }

    /// Replaces the text of the user's own message.
    public static func edit(_ message: some MessageReference, to text: String) -> Command {
        .edit(EditMessage(message: message.message, text: text))
    }

    /// Deletes a message; its place in the timeline stays.
    public static func delete(_ message: some MessageReference) -> Command {
        .delete(DeleteMessage(message: message.message))
    }

    /// Adds a link preview or a priority to the user's own message.
    public static func annotate(
        _ message: some MessageReference,
        linkPreview: LinkPreview? = nil,
        removingLinkPreview: Bool = false,
        priority: AnnotateMessage.Priority? = nil
    ) -> Command {
        .annotate(
            AnnotateMessage(
                message: message.message,
                linkPreview: linkPreview,
                removesLinkPreview: removingLinkPreview,
                priority: priority
            )
        )
    }

    /// Reacts to a message; the same reaction again changes nothing.
    public static func react(
        _ reaction: Reaction,
        to message: some MessageReference
    ) -> Command {
        .react(React(message: message.message, reaction: reaction.text))
    }

    /// Removes the user's reaction from a message.
    public static func unreact(
        _ reaction: Reaction,
        from message: some MessageReference
    ) -> Command {
        .unreact(Unreact(message: message.message, reaction: reaction.text))
    }

    /// Adds a reaction to a message, or removes it if the user has it.
    ///
    /// Pass an id to `perform`: without one, a retry would undo the toggle, and it is refused.
    public static func toggleReaction(
        _ reaction: Reaction,
        on message: some MessageReference
    ) -> Command {
        .toggleReaction(ToggleReaction(message: message.message, reaction: reaction.text))
    }

    /// Records that a device has received the messages up to a message.
    public static func markDelivered(
        _ conversation: ConversationID,
        upTo message: some MessageReference
    ) -> Command {
        .markDelivered(MarkDelivered(conversation: conversation, upTo: message.message))
    }

    /// Marks a conversation as read up to a message, or up to the newest one.
    public static func markRead(
        _ conversation: ConversationID,
        upTo message: (any MessageReference)? = nil
    ) -> Command {
        .markRead(MarkRead(conversation: conversation, upTo: message?.message))
    }

    /// Marks a message and all later ones as unread.
    public static func markUnread(
        _ conversation: ConversationID,
        from message: some MessageReference
    ) -> Command {
        .markUnread(MarkUnread(conversation: conversation, from: message.message))
    }
}
