internal import Messaging
internal import Views

// What every look at a state is made of, whoever looks.

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

    /// Hands on what was found, unless a look-up on the way found nothing because it failed.
    borrowing func whole<Found>(_ found: Found) throws(QueryError) -> Found {
        if let failure = takeFailure() { throw .failed(.views(failure)) }
        return found
    }

    /// Applies a rule to what is known, and tells a rule's no from a look-up that failed.
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
