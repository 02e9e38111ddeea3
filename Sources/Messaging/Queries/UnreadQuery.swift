/// The number of unread messages in one conversation.
public struct UnreadQuery: Query {
    /// The number, and the oldest unread message.
    public typealias Answer = UnreadItem

    /// The conversation.
    public var conversation: ConversationID

    /// Creates a query for a conversation.
    public init(in conversation: ConversationID) { self.conversation = conversation }
}

/// The number of unread messages in all conversations, with a page of the conversations that have
/// any.
public struct UnreadTotalsQuery: Query {
    /// The totals, and a page of conversations.
    public typealias Answer = UnreadOverview

    /// The largest number of conversations; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the user's unread messages.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// The query `unread` of the JSON form, for one conversation or for all.
package struct AnyUnreadQuery: ServedQuery {
    package enum Answer: Hashable, Sendable {
        case one(UnreadItem)
        case all(UnreadOverview)
    }

    package static let name = QueryName.unread
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The conversation; nil for all.
    package var conversation: ConversationID?
    package var limit: Int?
    package var cursor: Cursor?

    package init(
        in conversation: ConversationID? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.conversation = conversation
        self.limit = limit
        self.cursor = cursor
    }

    package func limited(to limit: Int) -> AnyUnreadQuery? {
        conversation == nil ? AnyUnreadQuery(limit: limit, cursor: cursor) : nil
    }

    package static func itemCount(of answer: Answer) -> Int? {
        if case .all(let overview) = answer { overview.conversations.count } else { nil }
    }

    package var opening: Opening? { nil }
}

/// The unread messages of a conversation.
public struct UnreadItem: Hashable, Sendable {
    /// The number of unread messages.
    public var count: UInt64
    /// The oldest unread message.
    public var first: MessageID?

    /// Creates an unread item.
    public init(count: UInt64, first: MessageID? = nil) {
        self.count = count
        self.first = first
    }
}

/// The unread messages in all of a user's conversations.
public struct UnreadOverview: Hashable, Sendable {
    /// A conversation with unread messages.
    public struct Part: Hashable, Sendable {
        /// The conversation.
        public var conversation: ConversationID
        /// The number of its unread messages.
        public var count: UInt64

        /// Creates a part.
        public init(_ conversation: ConversationID, count: UInt64) {
            self.conversation = conversation
            self.count = count
        }
    }

    /// The number in all conversations that are neither hidden nor left.
    public var total: UInt64
    /// The number for an application's badge: without muted and archived conversations.
    public var badge: UInt64
    /// A page of the conversations with unread messages, in the order of the list.
    public var conversations: [Part]
    /// The cursor of the next page; nil on the last one.
    public var next: Cursor?

    /// Creates an unread overview.
    public init(total: UInt64, badge: UInt64, conversations: [Part], next: Cursor? = nil) {
        self.total = total
        self.badge = badge
        self.conversations = conversations
        self.next = next
    }
}
