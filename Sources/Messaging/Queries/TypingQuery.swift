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

/// Who is typing in a conversation.
public struct TypingItem: Hashable, Sendable {
    /// Somebody who is typing.
    public struct Typist: Hashable, Sendable {
        /// Who it is.
        public var user: UserID
        /// The name that is shown for them.
        public var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// Who began first comes first.
    public var users: [Typist]
    /// A sentence that says so; nil if nobody is.
    public var text: String?

    package init(users: [Typist], text: String?) {
        self.users = users
        self.text = text
    }
}
