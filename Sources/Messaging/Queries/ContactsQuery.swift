/// A page of the user's contacts, in the order of their names.
public struct ContactsQuery: PagedQuery {
    /// A page of users.
    public typealias Answer = Page<PersonItem>

    package static let name = QueryName.contacts
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The largest number of users; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the user's contacts.
    public init(limit: Int? = nil, cursor: Cursor? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
