public import Messaging
public import Wire

/// The result of a command.
public struct CommandOutcome: Hashable, Sendable {
    /// The answer of the command, such as the id of a new object.
    public let answer: Messaging.Answer
    /// The position of the command's last event; without an event, the store's present position.
    public let position: Position
    /// The newest line of the journal, for commands about erasing and holds; nil without a journal.
    ///
    /// Note the greatest one that you received: a restore requires it.
    public var keeping: UInt64?
}

/// The result of several commands that were carried out together.
public struct BatchOutcome: Hashable, Sendable {
    /// The answers of the commands, in their order.
    public let answers: [Messaging.Answer]
    /// The position of the batch's last event; without an event, the store's present position.
    public let position: Position
}
