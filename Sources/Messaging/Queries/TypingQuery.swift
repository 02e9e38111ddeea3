/// The members who are typing in a conversation.
public struct TypingQuery: ServedQuery {
    /// The members, and a sentence to show.
    public typealias Answer = TypingItem

    package static let name = QueryName.typing
    package static let audience = Audience.users

    /// The conversation.
    public var conversation: ConversationID

    /// Creates a query for a conversation.
    public init(in conversation: ConversationID) { self.conversation = conversation }
}

/// The members who are typing in a conversation.
public struct TypingItem: Hashable, Sendable {
    /// A member who is typing.
    public struct Typist: Hashable, Sendable {
        /// The user.
        public var user: UserID
        /// The name to show.
        public var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// The members, the first to begin first.
    public var users: [Typist]
    /// A sentence to show; nil without members.
    public var text: String?

    package init(users: [Typist], text: String?) {
        self.users = users
        self.text = text
    }
}
