/// Puts a reaction on a message.
package struct React: Hashable, Sendable {
    package var message: MessageID
    package var reaction: String

    package init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

/// Takes one's reaction off a message.
package struct Unreact: Hashable, Sendable {
    package var message: MessageID
    package var reaction: String

    package init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

/// Puts a reaction on a message, or takes it off if it is there: what a tap does.
package struct ToggleReaction: Hashable, Sendable {
    package var message: MessageID
    package var reaction: String

    package init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}
