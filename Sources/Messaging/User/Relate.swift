internal import LogSchema
internal import Wire

/// Does something about another user.
public struct Relate: Hashable, Sendable {
    /// An action on the relation to another user.
    public enum Action: Hashable, Sendable, CaseIterable {
        case addContact, removeContact, block, unblock
    }

    /// The action.
    public var action: Action
    /// The other user.
    public var user: UserID

    /// Names the action and the other user.
    public init(_ action: Action, user: UserID) {
        self.action = action
        self.user = user
    }
}

extension Relate: UserRule {
    var name: CommandName { action.command.name }
    var number: CommandKind? { action.command.number }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        guard let action = Action.allCases.first(where: { $0.command.name == intention.action })
        else { return nil }
        return .relate(Relate(action, user: try intention.requiredUser))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard user != actor else { throw .user(.aboutOneself) }
        if isAlreadySo(for: actor, on: facts) { return Decision() }
        return Decision([NewEvent(event, in: .user(actor))])
    }

    private func isAlreadySo(
        for actor: UserID,
        on facts: borrowing some Facts & ~Copyable
    ) -> Bool {
        switch action {
        case .addContact: facts.isContact(user, of: actor)
        case .removeContact: !facts.isContact(user, of: actor)
        case .block: facts.isBlocked(user, by: actor)
        case .unblock: !facts.isBlocked(user, by: actor)
        }
    }

    private var event: Event {
        let id = user.rawValue
        return switch action {
        case .addContact: .contactAdded(ContactAdded(user: id))
        case .removeContact: .contactRemoved(ContactRemoved(user: id))
        case .block: .blocked(Blocked(user: id))
        case .unblock: .unblocked(Unblocked(user: id))
        }
    }
}

extension Relate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        let subject: UniqueID? =
            switch first.event {
            case .contactAdded(let event): event.user
            case .contactRemoved(let event): event.user
            case .blocked(let event): event.user
            case .unblocked(let event): event.user
            default: nil
            }
        return subject == user.rawValue
    }
}

extension Relate.Action {
    /// The command's name in the outside form, and its number in events.
    fileprivate var command: (name: CommandName, number: CommandKind) {
        switch self {
        case .addContact: (.addContact, .addContact)
        case .removeContact: (.removeContact, .removeContact)
        case .block: (.block, .block)
        case .unblock: (.unblock, .unblock)
        }
    }
}
