public import Messaging

/// A reference to a message: its id, the result of sending it, or an item of a page.
public protocol MessageReference: Sendable {
    /// The message's id.
    var message: MessageID { get }
}

extension MessageID: MessageReference {
    /// The id itself.
    public var message: MessageID { self }
}

extension MessageItem: MessageReference {}

extension SentMessage: MessageReference {}
