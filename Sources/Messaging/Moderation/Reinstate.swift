internal import LogSchema
internal import Wire

/// Ends a user's suspension or ban.
public struct Reinstate: Hashable, Sendable {
    /// The user who may act again.
    public var user: UserID

    /// Names the user who may act again.
    public init(user: UserID) { self.user = user }
}

extension Reinstate: ModeratorRule {
    var name: CommandName { .reinstate }
    var number: CommandKind? { .reinstate }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .reinstate(Reinstate(user: try intention.requiredUser))
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard facts.standing(of: user).isSuspended(at: asked.now) else { return Decision() }
        return Decision([NewEvent(.reinstated(Reinstated()), in: .user(user))])
    }
}

extension Reinstate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.stream == .user(user) }
}
