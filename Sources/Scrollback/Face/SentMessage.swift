public import Messaging
public import Wire

/// The result of sending a message: the message is durable.
public struct SentMessage: Hashable, Sendable {
    /// The message's id.
    public let message: MessageID
    /// The number in the conversation's timeline, from 1.
    public let ordinal: UInt64
    /// The time of sending, by the store's clock.
    public let sentAt: Timestamp
    /// The position of its event in the log.
    public let position: Position
}
