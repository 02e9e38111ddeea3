public import Messaging

extension Command {
    /// Sends a text.
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

    /// Gives one's own message another text.
    public static func edit(_ message: some MessageReference, to text: String) -> Command {
        .edit(EditMessage(message: message.message, text: text))
    }

    /// Takes a message out of sight; its place stays.
    public static func delete(_ message: some MessageReference) -> Command {
        .delete(DeleteMessage(message: message.message))
    }

    /// Adds what was found out about one's own message later on.
    public static func annotate(
        _ message: some MessageReference,
        linkPreview: LinkPreview? = nil,
        priority: AnnotateMessage.Priority? = nil
    ) -> Command {
        .annotate(
            AnnotateMessage(
                message: message.message,
                linkPreview: linkPreview,
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

    /// Takes a reaction back.
    public static func unreact(
        _ reaction: Reaction,
        from message: some MessageReference
    ) -> Command {
        .unreact(Unreact(message: message.message, reaction: reaction.text))
    }

    /// Reacts to a message, or takes that reaction back if it is there: what a tap does.
    public static func toggleReaction(
        _ reaction: Reaction,
        on message: some MessageReference
    ) -> Command {
        .toggleReaction(ToggleReaction(message: message.message, reaction: reaction.text))
    }

    /// Says that a device has everything up to a message.
    public static func markDelivered(
        _ conversation: ConversationID,
        upTo message: some MessageReference
    ) -> Command {
        .markDelivered(MarkDelivered(conversation: conversation, upTo: message.message))
    }

    /// Marks a conversation as read, up to a message or to the newest that there is.
    public static func markRead(
        _ conversation: ConversationID,
        upTo message: (any MessageReference)? = nil
    ) -> Command {
        .markRead(MarkRead(conversation: conversation, upTo: message?.message))
    }

    /// Marks a conversation as unread again, from a message on.
    public static func markUnread(
        _ conversation: ConversationID,
        from message: some MessageReference
    ) -> Command {
        .markUnread(MarkUnread(conversation: conversation, from: message.message))
    }
}
