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
        switch command.counted {
        case .unread(let conversation):
            markers.insert(Marker(actor: actor, conversation: conversation))
            conversations.insert(conversation)
        case .reactions where together: return
        case .reactions(let message): messages.insert(message)
        case nil: return
        }
        viewers.insert(actor)
    }

    /// Whether a command may change what is still to be counted.
    func wouldChange(by command: Command, of actor: Actor) -> Bool {
        guard !viewers.isEmpty else { return false }
        switch command {
        case .react, .unreact, .toggleReaction, .markRead, .markUnread:
            return switch command.counted {
            case .unread(let conversation):
                markers.contains(Marker(actor: actor, conversation: conversation))
            case .reactions(let message): messages.contains(message)
            case nil: false
            }
        case .send(let command): return conversations.contains(command.conversation)
        case .arrange(let command):
            // Who clears sees no messages of before any more, reactions to them neither.
            return command.action == .clearHistory && viewers.contains(actor)
        // Who comes or goes sees more or less from then on, and nobody else does.
        case .add(let command): return viewers.contains(.user(command.user))
        case .remove(let command): return viewers.contains(.user(command.user))
        case .leave: return viewers.contains(actor)
        case .delete(let command):
            return !markers.isEmpty || messages.contains(command.message)
        case .startDirect, .createGroup, .openRequest, .rename, .setPhoto, .clearContext,
            .completeRequest, .cancelRequest, .setRole, .setPermissions, .edit, .annotate,
            .typing, .markDelivered, .mute, .report, .recordCustom:
            return false
        case .clearAll, .setProfile, .setSettings, .relate, .resolveReport, .reinstate,
            .appointModerator, .dismissModerator, .erase, .forgetUser, .placeHold, .releaseHold,
            .setRetention, .runRetention, .configure:
            return true
        }
    }
}

extension Command {
    fileprivate enum Counted {
        case unread(ConversationID)
        case reactions(MessageID)
    }

    /// What is looked up for the command's answer once it is carried out.
    fileprivate var counted: Counted? {
        switch self {
        case .markRead(let command): .unread(command.conversation)
        case .markUnread(let command): .unread(command.conversation)
        case .react(let command): .reactions(command.message)
        case .unreact(let command): .reactions(command.message)
        case .toggleReaction(let command): .reactions(command.message)
        default: nil
        }
    }
}
