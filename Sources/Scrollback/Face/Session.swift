public import Messaging

/// One user's access to a store: every command and query is that user's.
///
/// A session is a small value; create one for each request.
public struct Session: Sendable {
    /// The store.
    public let store: Store
    /// The user.
    public let user: UserID

    /// Carries out a command, and returns when what it led to survives a power cut.
    ///
    /// With an id, trying again is safe: the same command is answered as the first time, another
    /// one is refused. What creates something is known by the id of that.
    ///
    /// - Throws: a rule's refusal, or what kept the command from being stored.
    @discardableResult
    public func carryOut(
        _ command: Command,
        id: CommandID? = nil
    ) async throws(StoreError) -> CommandOutcome {
        try await store.carryOut(command, as: .user(user), id: id)
    }

    /// Carries out several commands as one: all of them happen, or none.
    ///
    /// Each sees what the ones before it led to. The first refusal, with its `index`, refuses all.
    ///
    ///     try await sarah.perform([
    ///         .rename(chat, to: "Dinner"),
    ///         .send("See you at eight", to: chat),
    ///         .pin(chat),
    ///     ])
    ///
    /// With an id, trying again is safe if what is created has the same ids as the first time.
    @discardableResult
    public func perform(
        _ commands: [Command],
        id: CommandID? = nil
    ) async throws(StoreError) -> BatchOutcome {
        try await store.carryOut(commands, as: .user(user), id: id)
    }
}

/// The operator's access to a store.
public struct OperatorSession: Sendable {
    /// The store.
    public let store: Store

    /// Carries out a command of the operator.
    @discardableResult
    public func carryOut(
        _ command: Command,
        id: CommandID? = nil
    ) async throws(StoreError) -> CommandOutcome {
        try await store.carryOut(command, as: .operator, id: id)
    }
}
