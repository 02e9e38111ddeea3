public import Messaging

/// Something that stands for a message: its id, what sending it has answered, or an item of a page.
public protocol MessageReference: Sendable {
    /// The message's id.
    var message: MessageID { get }
}

extension MessageID: MessageReference {
    /// Itself.
    public var message: MessageID { self }
}

extension MessageItem: MessageReference {}

extension SentMessage: MessageReference {}
