internal import LogSchema
internal import Wire

/// Switches a conversation's notifications off or on, apart from muting: unread counts and the
/// badge stay as they are.
public struct SetNotifications: Hashable, Sendable {
    /// The conversation.
    public var conversation: ConversationID
    /// Whether notifications about it are sent.
    public var isOn: Bool

    /// Names the conversation, and whether it sends notifications.
    public init(conversation: ConversationID, isOn: Bool) {
        self.conversation = conversation
        self.isOn = isOn
    }
}

extension SetNotifications: UserRule {
    var name: CommandName { .setNotifications }
    var number: CommandKind? { .setNotifications }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .setNotifications(
            SetNotifications(conversation: try intention.requiredConversation, isOn: false)
        )
    }

    /// The choice lasts over leaving and coming back; a former member does not change it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        _ = try facts.seat(of: actor, in: conversation, now: asked.now)
        guard facts.personal(actor, in: conversation).hasNotifications != isOn else {
            return Decision()
        }
        let event = NotificationsSet(conversation: conversation.rawValue, on: isOn)
        return Decision([NewEvent(.notificationsSet(event), in: .user(actor))])
    }
}

extension SetNotifications: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .notificationsSet(let event) = first.event else { return false }
        return event.conversation == conversation.rawValue && event.on == isOn
    }
}
