/// Says that a device has everything up to an entry.
package struct MarkDelivered: Hashable, Sendable {
    package var conversation: ConversationID
    package var upTo: MessageID

    package init(conversation: ConversationID, upTo: MessageID) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

/// Says that one has read everything up to an entry.
package struct MarkRead: Hashable, Sendable {
    package var conversation: ConversationID
    /// The newest visible entry if nil.
    package var upTo: MessageID?

    package init(conversation: ConversationID, upTo: MessageID? = nil) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

/// Lets unread begin with an entry again.
package struct MarkUnread: Hashable, Sendable {
    package var conversation: ConversationID
    package var from: MessageID

    package init(conversation: ConversationID, from: MessageID) {
        self.conversation = conversation
        self.from = from
    }
}
