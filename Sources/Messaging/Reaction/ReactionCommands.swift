/// Puts a reaction on a message.
public struct React: Hashable, Sendable {
    /// What is reacted to.
    public var message: MessageID
    /// One of the six names, or an emoji where the conversation allows any.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

/// Takes one's reaction off a message.
public struct Unreact: Hashable, Sendable {
    /// What was reacted to.
    public var message: MessageID
    /// The reaction that is taken off.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

/// Puts a reaction on a message, or takes it off if it is there: what a tap does.
public struct ToggleReaction: Hashable, Sendable {
    /// What is reacted to.
    public var message: MessageID
    /// One of the six names, or an emoji where the conversation allows any.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}
