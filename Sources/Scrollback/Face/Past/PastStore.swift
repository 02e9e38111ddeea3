internal import EventLog
public import Messaging
internal import Views
public import Wire

/// A store as it was at a position: the same queries, on the state of that time.
///
///     let then = try store.asOf(.time(lastTuesday))
///     let page = try then.session(for: sarahID).messages(in: chat)
///
/// Answers show the state of that time: its texts, members, names, blocks, settings and
/// configuration; later edits and deletions are not applied. Three things differ:
///
/// - Erased content is erased in the past too: its item is marked as erased and does not count.
/// - No user is typing or online, and no message counts for the rate limit.
/// - Mutes, suspensions and the expiry of messages are judged at the requested time.
///
/// It shows deleted messages and earlier blocks: do not expose it to end users.
///
/// Nothing is read before the first query. A query folds the part of the log that it needs into views
/// of its own, in a file without a name in the folder of `TMPDIR`; later queries use it again.
public struct PastStore: Sendable {
    /// The store.
    public let store: Store
    /// The position of the state.
    public let position: Position
    /// The time by which queries judge what expires.
    public let time: Timestamp
    let progress: Store.Progress?
    /// Says while a state is folded whether its asker is gone, so that it is not folded further.
    package var isAbandoned: (@Sendable () -> Bool)?

    /// Returns a session that answers the queries of a user at that time.
    public func session(for user: UserID) -> PastSession { PastSession(past: self, user: user) }

    /// The session that answers the operator's queries at that time.
    public var `operator`: PastOperatorSession { PastOperatorSession(past: self) }
}

/// A user's queries on the past; it changes nothing.
public struct PastSession: UserQueries {
    /// The state of the past.
    public let past: PastStore
    /// The user.
    public let user: UserID

    /// Answers a query on the state of the past.
    ///
    /// - Throws: what `Session.ask` throws. `overloaded` if too many states of the past are read at
    ///   the same time, or the views of this one would be too large; `storageFull` if the folder of
    ///   `TMPDIR` has no room; `cancelled` if the task was cancelled while the log was folded.
    /// - Complexity: that of the query, and of folding what it needs of the log.
    public func ask<Asked: UserQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try past.asking(query, as: user) { (state, now) throws(QueryError) in
            var evaluator = UserQueryEvaluator(state, by: user, now: now)
            return try evaluator.answer(query)
        }
    }
}

/// The operator's queries on the past; it changes nothing.
public struct PastOperatorSession: OperatorQueries {
    /// The state of the past.
    public let past: PastStore

    /// Answers a query on the state of the past.
    ///
    /// - Throws: what `PastSession.ask` throws; `reasonNeeded` for words where a reason is required
    ///   now (use `OperatorSession.looking`).
    /// - Complexity: that of the query, and of folding what it needs of the log.
    public func ask<Asked: OperatorQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try past.store.requireNoReason(query)
        return try past.asking(query, as: nil) { (state, now) throws(QueryError) in
            var evaluator = OperatorQueryEvaluator(state, now: now)
            return try evaluator.answer(query)
        }
    }
}

extension Store {
    /// Returns the store as it was at a moment.
    ///
    ///     let before = try store.asOf(.position(page.position))
    ///
    /// - Parameters:
    ///   - moment: A position, or a time.
    ///   - progress: A function that receives the progress of folding the log, after each run.
    /// - Returns: The state, to read.
    /// - Throws: `notFound` for position 0 and for a time before the first event; `invalidRequest`
    ///   for a position beyond the newest event and a time in the future; `otherEpoch` for a
    ///   position that a restore lost; `viewsUnavailable` and `closed` as `Session.ask`.
    /// - Complexity: O(log events).
    public func asOf(
        _ moment: PastMoment,
        progress: Progress? = nil
    ) throws(StoreError) -> PastStore {
        let state = try state()
        let now = try now(on: state)
        do throws(QueryError) {
            let (position, time) = try state.resolve(moment, now: now)
            return PastStore(store: self, position: position, time: time, progress: progress)
        } catch {
            throw StoreError(state.hear(error))
        }
    }
}

extension EngineSnapshot {
    /// The position of a moment of the past, and the time by which its queries judge.
    fileprivate borrowing func resolve(
        _ moment: PastMoment,
        now: Timestamp
    ) throws(QueryError) -> (Position, Timestamp) {
        switch moment {
        case .position(let position, let epoch):
            let epochs = eventLog.epochs
            try ask { (state) throws(Refusal) in
                try epochs.require(position, in: epoch, field: "asOf")
                guard position > .zero else { throw .request(.stateIsNotFound) }
                guard position <= state.position else { throw .request(.stateIsAhead) }
            }
            let recorded = try read { (state) throws(ViewsError) in
                try state.log.readRecord(position) { $0.recorded }
            }
            return (position, recorded)
        case .time(let time):
            guard time <= now else { throw .refused(.request(.stateIsAhead)) }
            let next = try first(recordedAfter: time)
            guard next.rawValue > 1 else { throw .refused(.request(.stateIsNotFound)) }
            return (Position(next.rawValue - 1), time)
        }
    }
}
