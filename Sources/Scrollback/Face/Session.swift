public import Messaging

/// A user's access to a store: every command and query acts for that user.
///
/// A session is a small value; create one for each request. The store does not authenticate users:
/// the backend decides for which user it creates a session.
public struct Session: Sendable {
    /// The store.
    public let store: Store
    /// The user.
    public let user: UserID

    /// Carries out a command, and returns when its events are durable.
    ///
    /// With an id a retry is safe: the same command returns its first result, and a different one
    /// throws `idempotencyConflict`. A command that creates an object needs no `id`: the id of the
    /// object identifies it.
    ///
    /// - Throws: a rule's refusal, also `suspended` for a suspended user. If nothing was stored:
    ///   `overloaded`, `viewsUnavailable` or `storageFull` (retry later), `stopped` (open the store
    ///   again), `clockNotAccepted` (see `Store.acceptClock`), `readOnly`, `closed`. If the result
    ///   is unknown: `outcomeUnknown` (open the store again, and retry with the same id).
    /// - Complexity: one flush of the log, shared with the commands that wait at the same time.
    @discardableResult
    public func carryOut(
        _ command: Command,
        id: CommandID? = nil
    ) async throws(StoreError) -> CommandOutcome {
        try await store.carryOut(command, as: .user(user), id: id)
    }

    /// Carries out several commands atomically: all of them, or none.
    ///
    /// Each command sees the effects of the earlier ones. If one is refused, nothing is stored, and
    /// the error's `index` is its place in the list.
    ///
    ///     try await sarah.perform([
    ///         .rename(chat, to: "Dinner"),
    ///         .send("See you at eight", to: chat),
    ///         .pin(chat),
    ///     ])
    ///
    /// With an id a retry is safe, if the commands create objects with the same ids as before.
    ///
    /// - Throws: `invalidRequest` for no commands, or more than `Limits.commandsTogether`;
    ///   otherwise what `carryOut` throws.
    @discardableResult
    public func perform(
        _ commands: [Command],
        id: CommandID? = nil
    ) async throws(StoreError) -> BatchOutcome {
        try await store.carryOut(commands, as: .user(user), id: id)
    }
}

/// The operator's access to a store: moderators, erasure, holds, retention, configuration, and
/// changes of conversations that originate outside them.
///
/// The operator is not a user and not a member of any conversation. `carryOut` takes the commands
/// that change a conversation too: `add`, `remove`, `setRole`, `setPermissions`, `passOwnership`,
/// `rename`, `setPhoto`, `completeRequest`, `cancelRequest` and `clearContext`. Blocks and the
/// setting `groupAdds` do not hold for the operator; all other rules do. Removing the creator
/// passes the ownership on. The entries of these commands have no sender.
public struct OperatorSession: Sendable {
    /// The store.
    public let store: Store

    /// Carries out a command of the operator, and returns when its events are durable.
    ///
    /// - Throws: what `Session.carryOut` throws; `permissionDenied` for a command of users alone.
    @discardableResult
    public func carryOut(
        _ command: Command,
        id: CommandID? = nil
    ) async throws(StoreError) -> CommandOutcome {
        try await store.carryOut(command, as: .operator, id: id)
    }

    /// Carries out several commands that change conversations atomically: all of them, or none.
    ///
    ///     try await store.operator.perform(riders.map { .add($0, to: trip) })
    ///
    /// - Throws: what `Session.perform` throws; `permissionDenied` for a command of users alone or
    ///   of the operator alone.
    @discardableResult
    public func perform(
        _ commands: [Command],
        id: CommandID? = nil
    ) async throws(StoreError) -> BatchOutcome {
        try await store.carryOut(commands, as: .operator, id: id)
    }
}
