package import Wire

/// An event with content that may have to go.
package struct ContentFacts: Hashable, Sendable {
    /// The role of the content.
    package enum Role: Hashable, Sendable {
        /// The content that a message was sent with.
        case sending
        /// A later change to a message.
        case change
        case custom
        case profile
        case other

        /// Whether it is a message's content, not a conversation's detail: a title does not age
        /// while the conversation lives.
        var isSaid: Bool {
            switch self {
            case .sending, .change, .custom: true
            case .profile, .other: false
            }
        }
    }

    package var position: Position
    package var stream: Stream
    package var actor: UserID?
    package var sentAt: Timestamp
    package var recorded: Timestamp
    /// The kind of the conversation it belongs to.
    package var kind: ConversationKind?
    package var isErased: Bool
    /// The message that it is a part of: all parts of a message are erased together.
    package var message: MessageID?
    package var role: Role

    package init(
        position: Position,
        stream: Stream,
        actor: UserID?,
        sentAt: Timestamp,
        recorded: Timestamp? = nil,
        kind: ConversationKind? = nil,
        isErased: Bool = false,
        message: MessageID? = nil,
        role: Role = .other
    ) {
        self.position = position
        self.stream = stream
        self.actor = actor
        self.sentAt = sentAt
        self.recorded = recorded ?? sentAt
        self.kind = kind
        self.isErased = isErased
        self.message = message
        self.role = role
    }
}
