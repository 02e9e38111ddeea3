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

/// The query `unread` of the outside form: one conversation, or all of them.
package struct AnyUnreadQuery: ServedQuery {
    package enum Answer: Hashable, Sendable {
        case one(UnreadItem)
        case all(UnreadOverview)
    }

    package static let name = QueryName.unread
    package static let audience = Audience.users

    /// Nil for all.
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
}

/// How many messages of a conversation are unread.
public struct UnreadItem: Hashable, Sendable {
    /// How many there are.
    public var count: UInt64
    /// The oldest of them.
    public var first: MessageID?

    package init(count: UInt64, first: MessageID? = nil) {
        self.count = count
        self.first = first
    }
}

/// How many messages are unread in all of somebody's conversations.
public struct UnreadOverview: Hashable, Sendable {
    /// A conversation that has something unread.
    public struct Part: Hashable, Sendable {
        /// Which conversation.
        public var conversation: ConversationID
        /// How many messages are unread in it.
        public var count: UInt64

        package init(_ conversation: ConversationID, count: UInt64) {
            self.conversation = conversation
            self.count = count
        }
    }

    /// How many in all conversations that are neither hidden nor left.
    public var total: UInt64
    /// What the badge of an application shows: without muted and archived conversations.
    public var badge: UInt64
    /// A page of those that have something unread, in the order of a list.
    public var conversations: [Part]
    /// Where the next page begins; nil where nothing follows.
    public var next: Cursor?

    package init(total: UInt64, badge: UInt64, conversations: [Part], next: Cursor? = nil) {
        self.total = total
        self.badge = badge
        self.conversations = conversations
        self.next = next
    }
}
