internal import Wire

/// What is opened of people's words; without a conversation, message or user, all that is asked.
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
