internal import EventLog
package import Messaging
internal import Projections
internal import Views
package import Wire

extension PastStore {
    /// Answers a query on the state, as a user, or as the operator where `viewer` is nil.
    package func asking<Asked: Query, Found>(
        _ query: Asked,
        as viewer: UserID?,
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        let need = (query as? any ServedQuery).map { type(of: $0).pastNeed }
        return try asking(need ?? .conversation, as: viewer, find)
    }

    /// The same for a query that is known to need a part of the log.
    package func asking<Found>(
        _ need: PastNeed,
        as viewer: UserID?,
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        let result: Result<Found, QueryError>
        do throws(PastFault) {
            if need == .index, let found = try answerByIndex(find) {
                result = found
            } else {
                result = try answer(startingWith: need, viewer, find)
            }
        } catch {
            throw StoreError(error)
        }
        do throws(QueryError) {
            return try result.get()
        } catch {
            throw StoreError(error)
        }
    }

    /// Answers by the index of the log's positions, which the present views have: nothing is folded.
    ///
    /// - Returns: The answer; nil where rows beside the index were looked up, which may tell of later
    ///   events.
    private func answerByIndex<Found>(
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(PastFault) -> Result<Found, QueryError>? {
        let (engine, scope) = (store.engine, IndexScope())
        do throws(StoreFault) {
            let result = try engine.asking(
                on: { () throws(StoreFault) in
                    try engine.snapshot(until: position, scope: scope)
                },
                { (state) throws(QueryError) in try find(state, time) }
            )
            return scope.wasLeft ? nil : result
        } catch {
            throw .failed(error)
        }
    }

    /// Folds the streams that a query is known to need, and then those whose rows it has looked up,
    /// until none is missing: only then an answer counts.
    private func answer<Found>(
        startingWith need: PastNeed,
        _ viewer: UserID?,
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(PastFault) -> Result<Found, QueryError> {
        var streams = try first(need, viewer)
        for _ in 0..<Self.rounds where streams != .all {
            let scope = StreamScope()
            let (result, fold) = try answer(on: streams, scope, find)
            let wanted = try self.streams(of: scope.found)
            if fold.streams.includes(wanted) { return result }
            streams = fold.streams.joined(with: wanted)
            // It would answer the next query of this kind no better.
            store.engine.past.discard(fold)
        }
        return try answer(on: .all, nil, find).0
    }

    /// A query whose rows lead on to others so often reads the whole log.
    private static var rounds: Int { 6 }

    private func answer<Found>(
        on streams: PastStreams,
        _ scope: StreamScope?,
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(PastFault) -> (Result<Found, QueryError>, PastFold) {
        let engine = store.engine
        let lent = try engine.past.lend(
            at: position,
            of: streams,
            from: engine,
            scope: scope,
            progress: progress,
            isCancelled: { [isAbandoned] in Task.isCancelled || isAbandoned?() == true }
        )
        let fold = lent.lease.fold
        let state: EngineSnapshot
        do throws(StoreFault) {
            state = try EngineSnapshot(engine, lent.views, lent.lease)
        } catch {
            throw .failed(error)
        }
        do throws(QueryError) {
            return (.success(try find(state, time)), fold)
        } catch {
            // Rows that cannot be believed are folded anew by the next query.
            if streams == .all, case .failed = error { engine.past.discard(fold) }
            return (.failure(error), fold)
        }
    }

    private func first(_ need: PastNeed, _ viewer: UserID?) throws(PastFault) -> PastStreams {
        guard need != .everything else { return .all }
        var wanted = StreamScope.Wanted()
        if let viewer {
            wanted.streams.insert(.user(viewer.rawValue))
            if need == .list { wanted.lists.insert(viewer.rawValue) }
        }
        return try streams(of: wanted)
    }

    /// The streams that rows come from, the store's own with them.
    private func streams(of wanted: StreamScope.Wanted) throws(PastFault) -> PastStreams {
        if wanted.isEverything { return .all }
        do throws(StoreFault) {
            let present = try store.engine.snapshot()
            do throws(ViewsError) {
                return .some(try present.streams(of: wanted))
            } catch {
                throw .views(present.hear(error))
            }
        } catch {
            throw .failed(error)
        }
    }
}

extension EngineSnapshot {
    /// The streams of this state that rows of an earlier one come from.
    ///
    /// What a row leads to never changes: a message stays in its conversation, and two users have one
    /// direct conversation. A stream without an event yet is none.
    fileprivate borrowing func streams(
        of wanted: StreamScope.Wanted
    ) throws(ViewsError) -> Set<StreamID> {
        var found: Set<StreamID> = [.store]
        for stream in wanted.streams where try head(of: stream) != nil { found.insert(stream) }
        for message in wanted.messages {
            if let place = try projectors.messages.place(of: message, in: views) {
                found.insert(.conversation(place.conversation))
            }
        }
        for pair in wanted.pairs {
            let direct = try projectors.directs.conversation(of: pair[0], and: pair[1], in: views)
            if let direct { found.insert(.conversation(direct)) }
        }
        for user in wanted.lists {
            try projectors.chats.forEach(of: user, in: views) { conversation, _ in
                found.insert(.conversation(conversation))
                return .goOn
            }
        }
        let conversations = found.filter { $0.kind == .conversation }
        // Of few conversations most people are shown in a moment.
        if conversations.count <= Self.fewConversations {
            for conversation in conversations {
                var count = 0
                try projectors.membership.forEach(of: conversation.id, in: views) { user, _ in
                    found.insert(.user(user))
                    count += 1
                    return count < Self.fewPeople ? .goOn : .stop
                }
            }
        }
        return found
    }

    private static var fewConversations: Int { 4 }
    private static var fewPeople: Int { 128 }
}

extension PastStreams {
    fileprivate func joined(with others: PastStreams) -> PastStreams {
        switch (self, others) {
        case (.some(let streams), .some(let others)): .some(streams.union(others))
        default: .all
        }
    }
}
