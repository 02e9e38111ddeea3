internal import Messaging
internal import Views

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
}
