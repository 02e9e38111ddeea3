internal import Messaging
internal import Wire

/// The typing or presence signal of a command that was carried out.
enum Signal {
    case types(UserID, ConversationID, Timestamp)
    case typesNoLonger(UserID, ConversationID)
    case online(UserID, PresenceBoard.DeviceName, Timestamp)
    case offline(UserID, PresenceBoard.DeviceName, Timestamp)
    /// A user shares presence no longer, or says something of it without sharing it.
    case hidesPresence(UserID, Timestamp)

    /// Reads a command that the rules allow; nil for one that says nothing of this.
    ///
    /// What people do not share is not even noted, nor typing that a block hides: its end would be
    /// told. A message ends the typing of its text.
    init?(_ command: Messaging.Command, by actor: Actor, on facts: borrowing CurrentFacts) {
        guard let user = actor.user else { return nil }
        switch command {
        case .typing(let signal):
            self =
                signal.isTyping && facts.settings(of: user).shareTyping
                    && facts.isHeard(user, in: signal.conversation)
                ? .types(user, signal.conversation, facts.now)
                : .typesNoLonger(user, signal.conversation)
        case .send(let message):
            self = .typesNoLonger(user, message.conversation)
        case .presence(let signal):
            let device = PresenceBoard.DeviceName(signal.normalizedDevice)
            guard facts.settings(of: user).sharePresence else {
                self = .hidesPresence(user, facts.now)
                return
            }
            self =
                signal.state == .online
                ? .online(user, device, facts.now) : .offline(user, device, facts.now)
        case .setSettings(let command):
            guard command.changes.sharePresence == false else { return nil }
            self = .hidesPresence(user, facts.now)
        default:
            return nil
        }
    }
}

extension CurrentFacts {
    /// Whether nobody's block hides what a user signals in a conversation.
    fileprivate borrowing func isHeard(_ user: UserID, in conversation: ConversationID) -> Bool {
        self.conversation(conversation).map { !isSilenced($0, for: user) } ?? false
    }
}
