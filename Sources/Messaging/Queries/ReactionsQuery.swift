/// A page of the reactions on a message, or of the people with one of them.
public struct ReactionsQuery: PagedQuery {
    /// A page of reactions, each with its first people; for one reaction, that one with a page of
    /// its people.
    public typealias Answer = Page<ReactionGroup>

    package static let name = QueryName.reactions
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The message.
    public var message: MessageID
    /// The reaction whose people to list; nil for all reactions.
    public var reaction: String?
    /// The largest number of reactions or people; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for all reactions on a message, or for the people of one.
    public init(
        on message: MessageID,
        reaction: String? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.message = message
        self.reaction = reaction
        self.limit = limit
        self.cursor = cursor
    }

    package static func itemCount(of answer: Page<ReactionGroup>) -> Int? {
        max(answer.items.count, answer.items.first?.users.count ?? 0)
    }

    package var opening: Opening? { Opening(message: message) }
}

/// The reactions of one kind on a message.
public struct ReactionGroup: Hashable, Sendable {
    /// One of the six names, or an emoji.
    public var reaction: String
    /// The number of people who have it.
    public var count: Int
    /// Whether the viewer is one of them.
    public var isMine: Bool
    /// The people in the order of reacting: the first `Limits.shownReactors`, or a page of them if
    /// the query names this reaction.
    public var users: [TimedPerson]

    /// Creates a reaction group.
    public init(reaction: String, count: Int, isMine: Bool, users: [TimedPerson]) {
        self.reaction = reaction
        self.count = count
        self.isMine = isMine
        self.users = users
    }
}
