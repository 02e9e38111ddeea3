package import Wire

/// Answers the operator's queries on one snapshot of the store.
///
/// The operator is no user: they see the store as a whole, and no conversation as one of its
/// members. Keep it for a few queries, never longer: while it holds the snapshot, the files grow.
package struct OperatorQueryEvaluator: ~Copyable {
    package let state: EngineSnapshot
    /// The time at which muting, suspensions and keeping are judged.
    package let now: Timestamp

    package init(_ state: consuming EngineSnapshot, now: Timestamp) {
        self.state = state
        self.now = now
    }

    /// The position that answers reflect.
    package var position: Position { state.position }
}
