internal import EventLog
package import Messaging
internal import Wire

extension Engine {
    /// Logs a step of a backup.
    ///
    /// - Returns: the position of the event; the newest one if the log has the step already.
    func note(_ step: KeyCopyNote) async throws(WriteError<Refusal>) -> Position {
        try await decide { (facts, events) throws(Refusal) in
            let event = try step.event(on: facts) { position in
                facts.storeVersion(at: position)
            }
            guard let event else { return facts.size }
            events.add(event, by: .operator, command: nil)
            return facts.size.next
        }
    }
}

extension CurrentFacts {
    /// The version of the newest event of the store's own stream up to a position.
    ///
    /// - Complexity: reads an index of the stream's events since then.
    fileprivate borrowing func storeVersion(at last: Position) -> Version {
        guard var version = head(of: .store)?.version else { return .zero }
        while version > .zero, let position = position(of: version, in: .store), position > last {
            version = Version(version.rawValue - 1)
        }
        return version
    }
}

extension Store {
    /// Logs a step of a backup: a place for a copy of the keys, or that the copy is up to date.
    package func note(_ step: KeyCopyNote) async throws(StoreError) -> Position {
        guard isWriting else {
            throw StoreError(.readOnly, "The store is open for reading only.")
        }
        do throws(WriteError<Refusal>) {
            let position = try await engine.note(step)
            acknowledged.note(position)
            return position
        } catch {
            throw StoreError(error)
        }
    }

    /// The number of the journal's newest line; nil without a journal.
    package var keeping: UInt64? { engine.journal?.newest }

    /// The copies of the keys that the log names and that are not gone.
    package func keyCopies() throws(StoreError) -> [KeyCopyItem] {
        try asking { (state, _) throws(QueryError) in try state.whole(state.keyCopies) }
    }
}
