internal import LogSchema
internal import Wire

/// Arranges a conversation in the user's own list; no other user notices.
public struct Arrange: Hashable, Sendable {
    /// An action on a conversation in the user's list.
    public enum Action: Hashable, Sendable, CaseIterable {
        case unmute, pin, unpin, archive, unarchive, hide, unhide, clearHistory
    }

    /// The action.
    public var action: Action
    /// The conversation.
    public var conversation: ConversationID

    /// Names the action and the conversation.
    public init(_ action: Action, conversation: ConversationID) {
        self.action = action
        self.conversation = conversation
    }
}

extension Arrange: UserRule {
    var name: CommandName { action.command.name }
    var number: CommandKind? { action.command.number }
    /// Clearing hides earlier messages from the actor, and the reactions to them.
    var changedCounts: CountChange { action == .clearHistory ? .seenByActor : .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        guard let action = Action.allCases.first(where: { $0.command.name == intention.action })
        else { return nil }
        return .arrange(Arrange(action, conversation: try intention.requiredConversation))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let seat = try facts.anySeat(of: actor, in: conversation, now: asked.now)
        if !action.isForFormerMembers { try seat.requireMember() }
        if isAlreadySo(for: seat, now: asked.now, on: facts) { return Decision() }
        return Decision([NewEvent(event, in: .user(actor))])
    }

    private func isAlreadySo(
        for seat: Seat,
        now: Timestamp,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        let personal = facts.personal(seat.member.user, in: conversation)
        return switch action {
        case .unmute: !personal.isMuted(at: now)
        case .pin: personal.isPinned
        case .unpin: !personal.isPinned
        case .archive: personal.isArchived
        case .unarchive: !personal.isArchived
        case .hide: personal.isHidden
        case .unhide: !personal.isHidden
        case .clearHistory: !facts.hasSomethingToClear(seat)
        }
    }

    private var event: Event {
        let id = conversation.rawValue
        return switch action {
        case .unmute: .unmuted(Unmuted(conversation: id))
        case .pin: .pinned(Pinned(conversation: id))
        case .unpin: .unpinned(Unpinned(conversation: id))
        case .archive: .archived(Archived(conversation: id))
        case .unarchive: .unarchived(Unarchived(conversation: id))
        case .hide: .hidden(Hidden(conversation: id))
        case .unhide: .unhidden(Unhidden(conversation: id))
        case .clearHistory: .historyCleared(HistoryCleared(conversation: id))
        }
    }
}

extension Arrange: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        let subject: UniqueID? =
            switch first.event {
            case .unmuted(let event): event.conversation
            case .pinned(let event): event.conversation
            case .unpinned(let event): event.conversation
            case .archived(let event): event.conversation
            case .unarchived(let event): event.conversation
            case .hidden(let event): event.conversation
            case .unhidden(let event): event.conversation
            case .historyCleared(let event): event.conversation
            default: nil
            }
        return subject == conversation.rawValue
    }
}

extension Arrange.Action {
    /// Whether a former member may do it with a conversation in their list.
    fileprivate var isForFormerMembers: Bool {
        switch self {
        case .hide, .unhide, .clearHistory: true
        case .unmute, .pin, .unpin, .archive, .unarchive: false
        }
    }

    /// The command's name in the outside form, and its number in events.
    fileprivate var command: (name: CommandName, number: CommandKind) {
        switch self {
        case .unmute: (.unmute, .unmute)
        case .pin: (.pin, .pin)
        case .unpin: (.unpin, .unpin)
        case .archive: (.archive, .archive)
        case .unarchive: (.unarchive, .unarchive)
        case .hide: (.hide, .hide)
        case .unhide: (.unhide, .unhide)
        case .clearHistory: (.clearHistory, .clearHistory)
        }
    }
}

extension Facts where Self: ~Copyable {
    /// Whether there is an entry that clearing would remove.
    ///
    /// Entries hidden only because the user keeps messages for a limited time count, because a
    /// change of the setting shows them again.
    fileprivate func hasSomethingToClear(_ seat: Seat) -> Bool {
        let everything = Visibility(
            history: seat.conversation.history,
            intervals: seat.member.intervals,
            cleared: seat.visibility.cleared
        )
        return newestEntry(of: seat.conversation.id, for: everything) != nil
    }
}
