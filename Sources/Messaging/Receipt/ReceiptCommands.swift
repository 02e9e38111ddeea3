/// Says that a device has everything up to an entry.
public struct MarkDelivered: Hashable, Sendable {
    /// Where the entry is.
    public var conversation: ConversationID
    /// The newest entry that the device has.
    public var upTo: MessageID

    /// Names the newest entry that the device has.
    public init(conversation: ConversationID, upTo: MessageID) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

/// Says that one has read everything up to an entry.
public struct MarkRead: Hashable, Sendable {
    /// What was read.
    public var conversation: ConversationID
    /// The newest visible entry if nil.
    public var upTo: MessageID?

    /// Names what was read, and how far.
    public init(conversation: ConversationID, upTo: MessageID? = nil) {
        self.conversation = conversation
        self.upTo = upTo
    }
}

/// Lets unread begin with an entry again.
public struct MarkUnread: Hashable, Sendable {
    /// Where the entry is.
    public var conversation: ConversationID
    /// The oldest entry that is unread again.
    public var from: MessageID

    /// Names the oldest entry that is unread again.
    public init(conversation: ConversationID, from: MessageID) {
        self.conversation = conversation
        self.from = from
    }
}
