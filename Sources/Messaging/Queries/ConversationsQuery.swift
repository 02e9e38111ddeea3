/// A page of the user's list of conversations: pinned ones first, then by latest activity.
public struct ConversationsQuery: PagedQuery {
    /// A page of list rows; for a search, with the number of all results.
    public typealias Answer = ConversationPage

    package static let name = QueryName.conversations
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.list

    /// Which conversations to list.
    public var filter: ListFilter
    /// The kind of conversation to list; nil for all.
    public var kind: ConversationKind?
    /// A user: only conversations in which both are active are listed.
    public var other: UserID?
    /// Part of a title, of another member's name or of the last message.
    public var search: String?
    /// The largest number of rows; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?
    /// The number of characters of the last message to show; nil for the default.
    public var previewLength: Int?

    /// Creates a query for the active conversations, unless arguments say otherwise.
    public init(
        filter: ListFilter = .active,
        kind: ConversationKind? = nil,
        with other: UserID? = nil,
        search: String? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil,
        previewLength: Int? = nil
    ) {
        self.filter = filter
        self.kind = kind
        self.other = other
        self.search = search
        self.limit = limit
        self.cursor = cursor
        self.previewLength = previewLength
    }
}

/// One conversation, with the details that its own page shows.
public struct ConversationQuery: ServedQuery {
    /// The row of the list, and the details.
    public typealias Answer = ConversationPortrait

    package static let name = QueryName.conversation
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The conversation.
    public var conversation: ConversationID

    /// Creates a query for a conversation.
    public init(_ conversation: ConversationID) { self.conversation = conversation }

    package var opening: Opening? { Opening(conversation: conversation) }
}

/// The direct conversation with another user.
public struct FindDirectQuery: ServedQuery {
    /// The conversation; nil if there is none.
    public typealias Answer = ConversationID?

    package static let name = QueryName.findDirect
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The other user.
    public var user: UserID

    /// Creates a query for the direct conversation with a user.
    public init(with user: UserID) { self.user = user }

    package var opening: Opening? { nil }
}

/// A page of the requests about a context or a kind of context, in the order of their creation.
public struct FindByContextQuery: PagedQuery {
    /// A page of conversations.
    public typealias Answer = Page<ConversationID>

    package static let name = QueryName.findByContext
    package static let audience = Audience.users

    /// The kind of context that the requests are about.
    public var kind: String
    /// The id of the context; nil for all contexts of the kind.
    public var id: String?
    /// The largest number of conversations; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the requests about a context.
    public init(_ context: Context, limit: Int? = nil, cursor: Cursor? = nil) {
        self.init(kind: context.kind, id: context.id, limit: limit, cursor: cursor)
    }

    /// Creates a query for the requests about a kind of context.
    public init(ofKind kind: String, limit: Int? = nil, cursor: Cursor? = nil) {
        self.init(kind: kind, id: nil, limit: limit, cursor: cursor)
    }

    package init(kind: String, id: String?, limit: Int?, cursor: Cursor?) {
        self.kind = kind
        self.id = id
        self.limit = limit
        self.cursor = cursor
    }
}
