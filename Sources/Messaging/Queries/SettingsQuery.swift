/// The user's settings, with the defaults of those that were never set.
public struct SettingsQuery: ServedQuery {
    /// The settings.
    public typealias Answer = Settings

    package static let name = QueryName.settings
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// Creates a query for the user's settings.
    public init() {}

    package var opening: Opening? { nil }
}

/// A page of the users that the user has blocked, in the order of blocking.
public struct BlocksQuery: PagedQuery {
    /// A page of users.
    public typealias Answer = Page<PersonItem>

    package static let name = QueryName.blocks
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The largest number of users; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the blocked users.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
