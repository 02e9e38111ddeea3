internal import LogSchema
internal import Wire

/// Makes a user a moderator.
public struct AppointModerator: Hashable, Sendable {
    /// The user who becomes a moderator.
    public var user: UserID

    /// Names who becomes a moderator.
    public init(user: UserID) { self.user = user }
}

extension AppointModerator: OperatorRule {
    var name: CommandName { .appointModerator }
    var number: CommandKind? { .appointModerator }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if facts.isModerator(user) { return Decision() }
        let appointed = ModeratorAppointed(user: user.rawValue)
        return Decision([NewEvent(.moderatorAppointed(appointed), in: .store)])
    }
}

extension AppointModerator: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .moderatorAppointed(let appointed) = first.event else { return false }
        return appointed.user == user.rawValue
    }
}

/// Makes a moderator a user like others.
public struct DismissModerator: Hashable, Sendable {
    /// The moderator to dismiss.
    public var user: UserID

    /// Names the moderator to dismiss.
    public init(user: UserID) { self.user = user }
}

extension DismissModerator: OperatorRule {
    var name: CommandName { .dismissModerator }
    var number: CommandKind? { .dismissModerator }

    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard facts.isModerator(user) else { return Decision() }
        let dismissed = ModeratorDismissed(user: user.rawValue)
        return Decision([NewEvent(.moderatorDismissed(dismissed), in: .store)])
    }
}

extension DismissModerator: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .moderatorDismissed(let dismissed) = first.event else { return false }
        return dismissed.user == user.rawValue
    }
}
