/// The members who are typing in a conversation.
public struct TypingQuery: ServedQuery {
    /// The members, and a sentence to show.
    public typealias Answer = TypingItem

    package static let name = QueryName.typing
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// The conversation.
    public var conversation: ConversationID

    /// Creates a query for a conversation.
    public init(in conversation: ConversationID) { self.conversation = conversation }

    // Names of people who are writing, and none of what they write.
    package var opening: Opening? { nil }
}

/// The members who are typing in a conversation.
public struct TypingItem: Hashable, Sendable {
    /// The members, the first to begin first.
    public var users: [PersonItem]
    /// A sentence to show; nil without members.
    public var text: String?

    /// Creates a typing item.
    public init(users: [PersonItem], text: String?) {
        self.users = users
        self.text = text
    }
}
