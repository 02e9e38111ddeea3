public import Messaging
public import Wire

/// One consistent state of the store for several queries, made by `Session.snapshot`.
///
/// It does not see later changes. It expires after two seconds, because the store's files cannot
/// reuse old pages while it exists.
public struct SessionSnapshot: ~Copyable {
    private var evaluator: UserQueryEvaluator
    private let deadline: ContinuousClock.Instant

    init(_ evaluator: consuming UserQueryEvaluator, until deadline: ContinuousClock.Instant) {
        self.evaluator = evaluator
        self.deadline = deadline
    }

    /// The position that the answers reflect.
    public var position: Position { evaluator.position }

    /// Answers a query on this snapshot.
    ///
    /// - Throws: `snapshotExpired` after two seconds; take another snapshot. Otherwise what
    ///   `Session.ask` throws.
    public mutating func ask<Asked: UserQuery>(
        _ query: Asked
    ) throws(StoreError) -> Asked.Answer {
        guard ContinuousClock.now < deadline else {
            throw StoreError(
                .snapshotExpired,
                "The snapshot is older than two seconds; take another one."
            )
        }
        do throws(QueryError) {
            return try evaluator.answer(query)
        } catch {
            throw StoreError(evaluator.state.hear(error))
        }
    }
}

extension Session {
    /// The lifetime of a snapshot.
    public static let snapshotLifetime: Duration = .seconds(2)

    /// Runs several queries on one consistent snapshot.
    ///
    ///     let (unread, list) = try session.snapshot { snapshot in
    ///         (try snapshot.ask(UnreadTotalsQuery()), try snapshot.ask(ConversationsQuery()))
    ///     }
    ///
    /// The snapshot expires after two seconds; later queries throw `snapshotExpired`.
    ///
    /// - Throws: what the closure throws, or a `StoreError`: `viewsUnavailable` while the views
    ///   are rebuilt (try again after `retryAfter`), `closed` after the store was closed.
    public func snapshot<Result>(
        _ body: (inout SessionSnapshot) throws -> Result
    ) throws -> Result {
        let state = try store.state()
        let now = try store.now(on: state)
        let evaluator = UserQueryEvaluator(state, by: user, now: now)
        var snapshot = SessionSnapshot(evaluator, until: .now + Self.snapshotLifetime)
        return try body(&snapshot)
    }
}
