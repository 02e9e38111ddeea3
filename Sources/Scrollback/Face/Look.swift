public import Messaging
public import Wire

/// Several queries on one state of the store; lent by `Session.snapshot`.
///
/// What is appended meanwhile is not seen. It holds on to old pages of the files, so that it may
/// be asked for two seconds only.
public struct Look: ~Copyable {
    var viewing: Viewing
    private let deadline: ContinuousClock.Instant

    init(_ viewing: consuming Viewing, until deadline: ContinuousClock.Instant) {
        self.viewing = viewing
        self.deadline = deadline
    }

    /// The position that the answers reflect.
    public var position: Position { viewing.position }

    /// Answers a query.
    ///
    /// - Throws: `snapshotExpired` after two seconds.
    public mutating func answer(_ query: Query) throws(StoreError) -> QueryAnswer {
        guard ContinuousClock.now < deadline else {
            throw StoreError(
                .snapshotExpired,
                "This snapshot was kept for longer than a snapshot may be; take another one."
            )
        }
        do throws(QueryError) {
            return try viewing.answer(query)
        } catch {
            throw StoreError(viewing.state.hear(error))
        }
    }
}
