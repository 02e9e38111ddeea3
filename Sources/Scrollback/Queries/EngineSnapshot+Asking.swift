internal import EventLog
internal import Messaging
internal import Views
internal import Wire

// The steps common to all reads of a snapshot.

extension EngineSnapshot {
    /// Reads views, and passes on what goes wrong.
    ///
    /// - Throws: `failed`, also for a look-up before it that found nothing because it failed.
    borrowing func read<Found>(
        _ find: (borrowing EngineSnapshot) throws(ViewsError) -> Found
    ) throws(QueryError) -> Found {
        do throws(ViewsError) {
            let found = try find(self)
            if let failure = takeFailure() { throw failure }
            return found
        } catch {
            throw .failed(.views(error))
        }
    }

    /// Returns a result, unless a look-up for it failed and so returned nothing.
    borrowing func whole<Found>(_ found: Found) throws(QueryError) -> Found {
        if let failure = takeFailure() { throw .failed(.views(failure)) }
        return found
    }

    /// Applies a rule to the facts, and distinguishes its refusal from a failed look-up.
    borrowing func ask<Found>(
        _ rule: (borrowing EngineSnapshot) throws(Refusal) -> Found
    ) throws(QueryError) -> Found {
        let result: Result<Found, Refusal>
        do throws(Refusal) {
            result = .success(try rule(self))
        } catch {
            result = .failure(error)
        }
        if let failure = takeFailure() { throw .failed(.views(failure)) }
        switch result {
        case .success(let found): return found
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// The first event recorded after a time; the position behind the newest where none was.
    ///
    /// - Complexity: O(log events).
    borrowing func first(recordedAfter time: Timestamp) throws(QueryError) -> Position {
        let size = position
        do throws(LogError) {
            var (low, high) = (UInt64(1), size.rawValue + 1)
            while low < high {
                let middle = low + (high - low) / 2
                let recorded = try log.record(at: Position(middle)).recorded
                if recorded <= time { low = middle + 1 } else { high = middle }
            }
            return Position(low)
        } catch {
            throw .failed(.log(error))
        }
    }
}

extension OperatorQueryEvaluator {
    /// The first event recorded at a time or later; the position behind the newest where none was.
    borrowing func first(recordedAtOrAfter time: Timestamp) throws(QueryError) -> Position {
        guard time.microseconds > .min else { return Position(1) }
        return try state.first(recordedAfter: Timestamp(microseconds: time.microseconds - 1))
    }
}
