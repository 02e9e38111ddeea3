internal import Messaging
internal import Wire

/// What a command that was carried out says of who types.
enum TypingChange {
    case types(UserID, ConversationID, Timestamp)
    case typesNoLonger(UserID, ConversationID)

    /// Reads a command that the rules allow; nil for one that has nothing to do with typing.
    ///
    /// What somebody types who keeps that to themselves is not even noted. Whoever has sent what
    /// they typed has ended.
    init?(_ command: Messaging.Command, by actor: Actor, on facts: borrowing CurrentFacts) {
        guard let user = actor.user else { return nil }
        switch command {
        case .typing(let signal):
            self =
                signal.isTyping && facts.settings(of: user).shareTyping
                ? .types(user, signal.conversation, facts.now)
                : .typesNoLonger(user, signal.conversation)
        case .send(let message):
            self = .typesNoLonger(user, message.conversation)
        default:
            return nil
        }
    }
}

extension TypingBoard {
    /// Takes over what a command says.
    func take(_ change: TypingChange) {
        switch change {
        case .types(let user, let conversation, let now): hear(user, in: conversation, at: now)
        case .typesNoLonger(let user, let conversation): forget(user, in: conversation)
        }
    }
}
