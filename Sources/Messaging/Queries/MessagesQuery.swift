public import Wire

/// A page of a conversation, oldest entry first.
public struct MessagesQuery: PagedQuery {
    /// A page of the timeline.
    public typealias Answer = MessagePage

    /// The part of the timeline to show: the newest page, or a page before, after or around a
    /// place.
    public enum Window: Hashable, Sendable {
        /// The newest page.
        case newest
        /// The page that ends just before a place.
        case before(Mark)
        /// The page that begins just after a place.
        case after(Mark)
        /// A page with the message in the middle.
        case around(MessageID)
        /// A page around a number of the timeline, whether or not the viewer can see that entry.
        case aroundOrdinal(UInt64)
        /// A page around the first entry at or after a time; without one, around the newest.
        case aroundTime(Timestamp)
    }

    /// A place in a conversation.
    public enum Mark: Hashable, Sendable {
        /// The place of a message.
        case message(MessageID)
        /// The place where another page ends: its `before` or `after`.
        case cursor(Cursor)
    }

    package static let name = QueryName.messages
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The conversation.
    public var conversation: ConversationID
    /// The part of the timeline to show.
    public var window: Window
    /// The largest number of entries; nil for the default.
    public var limit: Int?
    /// Whether to show deleted messages, as entries without content.
    public var showsDeleted: Bool

    /// Creates a query for the newest page, unless arguments say otherwise.
    public init(
        in conversation: ConversationID,
        _ window: Window = .newest,
        limit: Int? = nil,
        showsDeleted: Bool = true
    ) {
        self.conversation = conversation
        self.window = window
        self.limit = limit
        self.showsDeleted = showsDeleted
    }

    package var opening: Opening? { Opening(conversation: conversation) }
}

/// One entry of a timeline.
public struct MessageQuery: ServedQuery {
    /// The entry.
    public typealias Answer = MessageItem

    package static let name = QueryName.message
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The message or system entry.
    public var message: MessageID

    /// Creates a query for an entry.
    public init(_ message: MessageID) { self.message = message }

    package var opening: Opening? { Opening(message: message) }
}

/// The earlier texts of a message.
public struct HistoryQuery: ServedQuery {
    /// The earlier texts, and their number.
    public typealias Answer = MessageHistory

    package static let name = QueryName.history
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The message.
    public var message: MessageID

    /// Creates a query for the earlier texts of a message.
    public init(of message: MessageID) { self.message = message }

    package var opening: Opening? { Opening(message: message) }
}

/// A page of the replies to a message, oldest first.
public struct RepliesQuery: PagedQuery {
    /// A page of messages.
    public typealias Answer = Page<MessageItem>

    package static let name = QueryName.replies
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The message that is replied to.
    public var message: MessageID
    /// The largest number of replies; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the replies to a message.
    public init(to message: MessageID, limit: Int? = nil, cursor: Cursor? = nil) {
        self.message = message
        self.limit = limit
        self.cursor = cursor
    }

    package var opening: Opening? { Opening(message: message) }
}

/// A page of the messages in all conversations that mention the user, newest first.
public struct MentionsQuery: PagedQuery {
    /// A page of messages.
    public typealias Answer = Page<MessageItem>

    package static let name = QueryName.mentions
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.list

    /// Whether to leave out messages that the user has read.
    public var unreadOnly: Bool
    /// The largest number of messages; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for all mentions, unless arguments say otherwise.
    public init(unreadOnly: Bool = false, limit: Int? = nil, cursor: Cursor? = nil) {
        self.unreadOnly = unreadOnly
        self.limit = limit
        self.cursor = cursor
    }
}
