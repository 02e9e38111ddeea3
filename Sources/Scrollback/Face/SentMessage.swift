public import Messaging
public import Wire

/// A message that was sent, and is durable.
public struct SentMessage: Hashable, Sendable {
    /// The message's id.
    public let message: MessageID
    /// Its place in the conversation's timeline, from 1.
    public let ordinal: UInt64
    /// When it was sent, by the store's clock.
    public let sentAt: Timestamp
    /// Where it stands in the log.
    public let position: Position
}
