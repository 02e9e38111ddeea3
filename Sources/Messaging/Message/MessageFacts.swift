package import Wire

/// A message or another entry of a timeline.
package struct MessageFacts: Hashable, Sendable {
    package var id: MessageID
    package var conversation: ConversationID
    package var position: Position
    package var ordinal: UInt64
    /// How many countable messages there are up to and including this entry.
    package var messageNumber: UInt64
    /// The sender or actor.
    package var sender: UserID
    package var sentAt: Timestamp
    /// Whether it is an entry that the store made of another event.
    package var isSystem: Bool
    package var isDeleted: Bool
    package var isErased: Bool

    package init(
        id: MessageID,
        conversation: ConversationID,
        position: Position,
        ordinal: UInt64,
        messageNumber: UInt64,
        sender: UserID,
        sentAt: Timestamp,
        isSystem: Bool = false,
        isDeleted: Bool = false,
        isErased: Bool = false
    ) {
        self.id = id
        self.conversation = conversation
        self.position = position
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.sender = sender
        self.sentAt = sentAt
        self.isSystem = isSystem
        self.isDeleted = isDeleted
        self.isErased = isErased
    }
}
