internal import Wire

/// The words that a look opens: of a conversation, message or user, or all of the query.
package struct Opening: Hashable, Sendable {
    package var conversation: ConversationID?
    package var message: MessageID?
    package var user: UserID?

    package init(
        conversation: ConversationID? = nil,
        message: MessageID? = nil,
        user: UserID? = nil
    ) {
        self.conversation = conversation
        self.message = message
        self.user = user
    }
}
