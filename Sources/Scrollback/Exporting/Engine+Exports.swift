internal import EventLog
package import Messaging
internal import Wire

/// Why an export is not noted in the log.
package enum ExportRefusal: Error, Equatable, Sendable {
    /// Content was erased since its keys were looked at: look again.
    case erasedSince(Position)
    /// The log never had this root at this size.
    case otherLog
    case refused(Refusal)
}

extension ExportNote {
    /// Refuses if an erasure was logged since the keys were looked at.
    ///
    /// - Complexity: reads the events of the store's own stream since then.
    fileprivate func requireNothingErased(
        on facts: borrowing CurrentFacts
    ) throws(ExportRefusal) {
        guard var version = facts.head(of: .store)?.version else { return }
        while version > .zero, let position = facts.position(of: version, in: .store),
            position > looked
        {
            if let found = facts.event(at: position), case .contentErased = found.event {
                throw .erasedSince(position)
            }
            version = Version(version.rawValue - 1)
        }
    }

    fileprivate func event(
        by looker: Looker,
        on facts: borrowing CurrentFacts
    ) throws(ExportRefusal) -> NewEvent {
        do throws(Refusal) {
            if let conversation = scope.conversation, facts.conversation(conversation) == nil {
                throw .keeping(.conversationIsNotFound)
            }
            return try event(by: looker)
        } catch {
            throw .refused(error)
        }
    }
}

extension Engine {
    /// Notes an export in the log, if nothing was erased since the keys were looked at.
    ///
    /// - Returns: the position of the note.
    func note(
        _ note: ExportNote,
        by looker: Looker
    ) async throws(WriteError<ExportRefusal>) -> Position {
        guard try isOfThisLog(note) else { throw .refused(.otherLog) }
        return try await decide { (facts, events) throws(ExportRefusal) in
            try note.requireNothingErased(on: facts)
            events.add(try note.event(by: looker, on: facts), by: .operator, command: nil)
            return facts.size.next
        }
    }

    private func isOfThisLog(
        _ note: ExportNote
    ) throws(WriteError<ExportRefusal>) -> Bool {
        do throws(LogError) {
            let snapshot = try log.snapshot()
            guard note.upTo > .zero, note.upTo <= note.looked, note.looked <= snapshot.size else {
                return false
            }
            return try snapshot.root(at: note.upTo) == note.root
        } catch {
            throw .unwritten(WriteFailure(of: .log(error)))
        }
    }
}

extension Store {
    /// Notes an export in the log, on the condition that nothing was erased since the keys of its
    /// words were looked at.
    ///
    /// - Throws: `overloaded` if something was erased: look again.
    package func note(_ note: ExportNote, by looker: Looker) async throws(StoreError) -> Position {
        guard isWriting else {
            throw StoreError(.readOnly, "The store is open for reading only.")
        }
        do throws(WriteError<ExportRefusal>) {
            let position = try await engine.note(note, by: looker)
            acknowledged.note(position)
            return position
        } catch {
            throw StoreError(error)
        }
    }
}
