internal import Messaging

/// The counts that the answers of waiting commands still need.
///
/// Counting is done when the commands are committed. So that an answer is the same as if its line
/// had been sent alone, a later command that would change a count waits for it.
struct PendingCounts {
    private struct Marker: Hashable {
        var actor: Actor
        var conversation: ConversationID
    }

    private var markers: Set<Marker> = []
    private var conversations: Set<ConversationID> = []
    private var messages: Set<MessageID> = []
    /// The users of these counts, whose visibility must not change.
    private var viewers: Set<Actor> = []

    /// Removes all pending counts.
    mutating func removeAll() { self = PendingCounts() }

    /// Notes that a command's answer is to be counted, if it is.
    mutating func add(_ command: Command, by actor: Actor, together: Bool) {
        switch command.changedCounts {
        case .unreadOfActor(let conversation):
            markers.insert(Marker(actor: actor, conversation: conversation))
            conversations.insert(conversation)
        case .reactions where together: return
        case .reactions(let message): messages.insert(message)
        case .none, .unread, .about, .seen, .seenByActor, .all: return
        }
        viewers.insert(actor)
    }

    /// Whether a command may change a pending count.
    func wouldChange(by command: Command, of actor: Actor) -> Bool {
        guard !viewers.isEmpty else { return false }
        return switch command.changedCounts {
        case .none: false
        case .unreadOfActor(let conversation):
            markers.contains(Marker(actor: actor, conversation: conversation))
        case .unread(let conversation): conversations.contains(conversation)
        case .reactions(let message): messages.contains(message)
        case .about(let message): !markers.isEmpty || messages.contains(message)
        case .seen(by: let user): viewers.contains(.user(user))
        case .seenByActor: viewers.contains(actor)
        case .all: true
        }
    }
}
