public import Messaging
public import Wire

/// What a store answers to a command that it has carried out.
public struct CommandOutcome: Hashable, Sendable {
    /// What the command answers.
    public let answer: Messaging.Answer
    /// The position of the command's last event; of a command without, the present one.
    public let position: Position
}

/// What a store answers to several commands that it has carried out together.
public struct BatchOutcome: Hashable, Sendable {
    /// What each command answers, in their order.
    public let answers: [Messaging.Answer]
    /// The position of the batch's last event; of a batch without, the present one.
    public let position: Position
}
