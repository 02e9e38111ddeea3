public import Wire

/// Keeps a conversation from making itself heard, for a while or for good.
public struct Mute: Hashable, Sendable {
    /// The conversation that is to be quiet.
    public var conversation: ConversationID
    /// When it makes itself heard again; never by itself if nil.
    public var until: Timestamp?

    /// Names the conversation, and until when it is quiet.
    public init(conversation: ConversationID, until: Timestamp? = nil) {
        self.conversation = conversation
        self.until = until
    }
}

/// Does with a conversation what concerns nobody else.
public struct Arrange: Hashable, Sendable {
    /// What is done with the conversation.
    public enum Action: Hashable, Sendable, CaseIterable {
        case unmute, pin, unpin, archive, unarchive, hide, unhide, clearHistory
    }

    /// What is done.
    public var action: Action
    /// What it is done with.
    public var conversation: ConversationID

    /// Says what is done with which conversation.
    public init(_ action: Action, conversation: ConversationID) {
        self.action = action
        self.conversation = conversation
    }
}

/// Clears and hides every conversation one has.
public struct ClearAll: Hashable, Sendable {
    /// Has nothing to say.
    public init() {}
}
