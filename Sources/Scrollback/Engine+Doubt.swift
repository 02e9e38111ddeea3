internal import EventLog
internal import Messaging
package import Projections
internal import Views
package import Wire

// The handling of damaged views that a query finds.

extension Engine {
    /// The views and the log on one state: every position that the views name is in the log.
    ///
    /// With a horizon, the index of the log as it was at that position (`EngineSnapshot.init`).
    ///
    /// - Throws: `unavailable` at once while the views are being made anew: this may be one of the
    ///   few threads that carry all tasks. A caller that can suspend calls `waitForViews`.
    package func snapshot(
        until horizon: Position? = nil,
        scope: IndexScope? = nil
    ) throws(StoreFault) -> EngineSnapshot {
        do throws(StoreFault) {
            return try EngineSnapshot(self, until: horizon, scope: scope)
        } catch {
            throw heard(error)
        }
    }

    /// Suspends until the views can be read and have come to a position, for a second at most
    /// (`Options.patienceOfQueries`).
    ///
    /// - Returns: how far they are if that time has passed; nil if they have come so far, if
    ///   there are none to read, and if the task was cancelled.
    @discardableResult
    package func waitForViews(through position: Position = .zero) async -> Position? {
        let end = ContinuousClock.now + patienceOfQueries
        while !newEvents.isClosing {
            var reached: Position?
            do throws(StoreFault) {
                reached = try snapshot().position
            } catch {
                guard error.isMendedByWaiting else { return nil }
            }
            if let reached, reached >= position { return nil }
            guard ContinuousClock.now < end else { return reached }
            // A task that was cancelled has nothing to wait for.
            do { try await Task.sleep(for: .milliseconds(2)) } catch { return nil }
        }
        return nil
    }

    private func heard(_ error: StoreFault) -> StoreFault {
        guard case .views(let failure) = error, let generation = views.generation else {
            return error
        }
        return .views(hear(failure, in: generation))
    }

    /// Handles damage of the views that a query has met.
    ///
    /// The writing process rebuilds them; a reading process leaves it a request.
    ///
    /// - Returns: the error for the caller.
    func hear(_ error: ViewsError, in generation: UInt64) -> ViewsError {
        guard let cause = ViewsDoubt.Cause(error) else { return error }
        let told = views.unavailable(after: cause, in: generation)
        queue.ring()
        return told
    }

    /// Asks a question on a state; and once more where views that were found damaged are made anew
    /// by now.
    package func asking<Found, Failure: Error>(
        on state: () throws(Failure) -> EngineSnapshot,
        _ find: (consuming EngineSnapshot) throws(QueryError) -> Found
    ) throws(Failure) -> Result<Found, QueryError> {
        let first = try answer(on: state(), find)
        guard case .failure(let error) = first, error.isMendedByWaiting else { return first }
        return try answer(on: state(), find)
    }

    private func answer<Found>(
        on state: consuming EngineSnapshot,
        _ find: (consuming EngineSnapshot) throws(QueryError) -> Found
    ) -> Result<Found, QueryError> {
        let generation = state.views.generation
        do throws(QueryError) {
            return .success(try find(state))
        } catch {
            guard case .failed(.views(let failure)) = error else { return .failure(error) }
            return .failure(.failed(.views(hear(failure, in: generation))))
        }
    }

    /// Why damaged views are not made anew at the moment; nil while they are.
    var spentRebuilds: SpentRebuilds? {
        views.spentRebuilds.map { history, until in
            SpentRebuilds(
                count: history.times.count,
                cause: history.cause.map { "\($0)" } ?? "",
                until: until
            )
        }
    }
}

extension EngineSnapshot {
    /// Handles damage that a query on this snapshot has met, and returns the error for its caller.
    borrowing func hear(_ error: QueryError) -> QueryError {
        guard case .failed(.views(let failure)) = error else { return error }
        return .failed(.views(hear(failure)))
    }

    borrowing func hear(_ error: ViewsError) -> ViewsError {
        // Views of the past say nothing about the present ones.
        if past != nil { return error }
        return engine.hear(error, in: views.generation)
    }
}
