public import Messaging

/// One user's way into a store: nothing is asked or done without saying who it is.
///
/// A session is a value that costs nothing; make one for each request.
public struct Session: Sendable {
    /// The store that it leads into.
    public let store: Store
    /// Who asks.
    public let user: UserID

    /// How long a snapshot may be asked.
    public static let snapshotLifetime: Duration = .seconds(2)

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

    /// Answers a query on the present state, with everything in it that this store has
    /// acknowledged.
    public func answer(_ query: Query) throws(StoreError) -> QueryAnswer {
        try look { (viewing) throws(QueryError) in try viewing.answer(query) }
    }

    /// Lends one state to several queries, for at most two seconds.
    ///
    /// - Throws: what the closure throws, or a `StoreError` with the code `viewsUnavailable`.
    public func snapshot<Result>(_ body: (inout Look) throws -> Result) throws -> Result {
        let state = try store.state()
        let now = try store.now(on: state)
        var look = Look(Viewing(state, by: user, now: now), until: .now + Self.snapshotLifetime)
        return try body(&look)
    }

    /// Has one query answered, which takes no longer than it takes.
    func look<Found>(
        _ find: (inout Viewing) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        try store.asking { (state, now) throws(QueryError) in
            var viewing = Viewing(state, by: user, now: now)
            return try find(&viewing)
        }
    }
}

/// The operator's way into a store.
public struct OperatorSession: Sendable {
    /// The store that it leads into.
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
