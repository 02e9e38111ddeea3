package import Messaging
package import Wire

/// The operator's look at one state of the store: what every query of theirs is asked on.
///
/// The operator is no user: they see the store as a whole, and no conversation as one of its
/// members. Keep it for a few queries, never longer: it holds the state, and the file grows
/// behind it.
package struct OperatorViewing: ~Copyable {
    package let state: EngineSnapshot
    /// By which time muting, suspensions and what is kept are judged.
    package let now: Timestamp

    package init(_ state: consuming EngineSnapshot, now: Timestamp) {
        self.state = state
        self.now = now
    }

    /// The position that answers reflect.
    package var position: Position { state.position }

    /// Answers a query, whichever it is.
    package mutating func answer(_ query: OperatorQuery) throws(QueryError) -> OperatorAnswer {
        switch query {
        case .state: .state(try storeState())
        case .views: .views(try views())
        case .notificationPlan(let position, let epoch, let limit, let cursor):
            .notificationPlan(
                try notificationPlan(at: position, epoch: epoch, limit: limit, cursor: cursor)
            )
        case .events(let query): .events(try events(query))
        case .metrics(let query): .metrics(try metrics(query))
        case .erasure(let query): .erasure(try erasure(query))
        }
    }
}
