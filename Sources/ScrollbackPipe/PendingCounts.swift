internal import Messaging

/// What the answers of waiting commands are to be counted from.
///
/// The counting is done when the commands are committed. So that an answer is as if its line had
/// stood alone, whatever would change the count has to wait until it is made.
struct PendingCounts {
    private struct Marker: Hashable {
        var actor: Actor
        var conversation: ConversationID
    }

    private var markers: Set<Marker> = []
    private var conversations: Set<ConversationID> = []
    private var messages: Set<MessageID> = []
    /// Whose counts these are: what they may see has to stay as it is.
    private var viewers: Set<Actor> = []

    /// Forgets what was counted.
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

    /// Whether a command may change what is still to be counted.
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
