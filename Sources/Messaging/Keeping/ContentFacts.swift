package import Wire

/// An event with content that may have to go.
package struct ContentFacts: Hashable, Sendable {
    package var position: Position
    package var stream: Stream
    package var actor: UserID?
    package var sentAt: Timestamp
    /// The kind of the conversation it belongs to.
    package var kind: ConversationKind?
    package var isErased: Bool
    /// The message that it is a part of: all its parts go together.
    package var message: MessageID?

    package init(
        position: Position,
        stream: Stream,
        actor: UserID?,
        sentAt: Timestamp,
        kind: ConversationKind? = nil,
        isErased: Bool = false,
        message: MessageID? = nil
    ) {
        self.position = position
        self.stream = stream
        self.actor = actor
        self.sentAt = sentAt
        self.kind = kind
        self.isErased = isErased
        self.message = message
    }
}
