package import Wire

/// Keeps a conversation from making itself heard, for a while or for good.
package struct Mute: Hashable, Sendable {
    package var conversation: ConversationID
    package var until: Timestamp?

    package init(conversation: ConversationID, until: Timestamp? = nil) {
        self.conversation = conversation
        self.until = until
    }
}

/// Does with a conversation what concerns nobody else.
package struct Arrange: Hashable, Sendable {
    package enum Action: Hashable, Sendable, CaseIterable {
        case unmute, pin, unpin, archive, unarchive, hide, unhide, clearHistory
    }

    package var action: Action
    package var conversation: ConversationID

    package init(_ action: Action, conversation: ConversationID) {
        self.action = action
        self.conversation = conversation
    }
}

/// Clears and hides every conversation one has.
package struct ClearAll: Hashable, Sendable {
    package init() {}
}
