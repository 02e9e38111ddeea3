internal import EventLog
internal import Glibc
internal import Messaging
internal import Views

// What follows when a question finds the views damaged.

extension Engine {
    /// The views and the log on one state: every position that the views name is in the log.
    ///
    /// Views that are being made anew are waited for, but not for long.
    package func snapshot() throws(EngineError) -> EngineSnapshot {
        // Hardly ever is there anything to wait for, so that a question needs no clock.
        var deadline: ContinuousClock.Instant?
        while true {
            do throws(EngineError) {
                return try EngineSnapshot(self)
            } catch {
                let told = heard(error)
                guard case .views(.unavailable(_, .wait)) = told, !newEvents.isClosing else {
                    throw told
                }
                let end = deadline ?? .now + Self.patienceOfQueries
                deadline = end
                guard ContinuousClock.now < end else { throw told }
            }
            usleep(1_000)
        }
    }

    private func heard(_ error: EngineError) -> EngineError {
        guard case .views(let failure) = error, let generation = views.generation else {
            return error
        }
        return .views(hear(failure, in: generation))
    }

    /// Sees to damage of the views that a question has met.
    ///
    /// The process that writes makes them anew; one that reads leaves it a request.
    ///
    /// - Returns: what the caller is told.
    func hear(_ error: ViewsError, in generation: UInt64) -> ViewsError {
        guard let cause = ViewsDoubt.Cause(error) else { return error }
        let told = views.unavailable(after: cause, in: generation)
        queue.ring()
        return told
    }

    /// Asks a question on a state; and once more on the next generation of the views where they
    /// were found damaged.
    package func asking<Found, Failure: Error>(
        on state: () throws(Failure) -> EngineSnapshot,
        _ find: (consuming EngineSnapshot) throws(QueryError) -> Found
    ) throws(Failure) -> Result<Found, QueryError> {
        let first = try answer(on: state(), find)
        guard case .failure(.failed(.views(.unavailable(_, .wait)))) = first else { return first }
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

    /// How long a question waits for views that are being made anew.
    private static let patienceOfQueries: Duration = .seconds(1)
}

extension EngineSnapshot {
    /// Sees to damage that a question on this state has met, and answers what its caller is told.
    borrowing func hear(_ error: QueryError) -> QueryError {
        guard case .failed(.views(let failure)) = error else { return error }
        return .failed(.views(hear(failure)))
    }

    borrowing func hear(_ error: ViewsError) -> ViewsError {
        engine.hear(error, in: views.generation)
    }
}
