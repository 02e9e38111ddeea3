internal import EventLog
internal import LogSchema
package import Merkle
internal import Messaging
package import Wire

// The interface of a store for the pipe, beside the public one.

extension Store {
    /// Whether commands are carried out here.
    package var isWriting: Bool { engine.log.access == .writing }

    /// The time that the client tells; nil where a clock does.
    package var givenTime: GivenTime? { options.givenTime }

    /// The time now: that of the clock, or the newest one that a client told.
    package var presentTime: Timestamp { options.now }

    /// The log's present epoch, where it was ever restored.
    package var namedEpoch: UInt64? { engine.log.epochs.named }

    /// The log's id, which users' tokens name as their audience.
    package var logID: UniqueID { engine.log.id }

    /// The path of the keys, beside which other secrets of the store lie.
    package var keysPath: String { engine.log.directory.keysPath }

    /// A secret for one purpose, derived from the store's keys: their copies and a restored store
    /// have the same.
    package func secret(for purpose: String) throws(StoreError) -> Digest {
        do throws(LogError) {
            return try engine.log.secret(for: purpose)
        } catch {
            throw StoreError(reading: .log(error))
        }
    }

    /// Sends a notice to the operator.
    package func notice(_ notice: Notice) { options.notice(notice) }

    /// Refuses a position that does not belong to the log.
    package func require(
        _ position: Position,
        epoch: UInt64?,
        field: String
    ) throws(StoreError) {
        do throws(Refusal) {
            try engine.log.epochs.require(position, in: epoch, field: field)
        } catch {
            throw StoreError(error)
        }
    }

    /// When the newest event was recorded, whether or not the views have it.
    package func newestTime() throws(StoreError) -> Timestamp {
        do throws(LogError) {
            let snapshot = try engine.log.snapshot()
            return try snapshot.record(at: snapshot.size).recorded
        } catch {
            throw StoreError(reading: .log(error))
        }
    }

    /// When the event at a position was recorded.
    package func time(of position: Position) throws(StoreError) -> Timestamp {
        do throws(LogError) {
            return try engine.log.snapshot().record(at: position).recorded
        } catch {
            throw StoreError(reading: .log(error))
        }
    }

    /// Has submissions decided one after the other, with as few commits as can be.
    ///
    /// - Returns: a result for each, in their order.
    package func submit(_ submissions: [Submission]) async -> [SubmissionResult] {
        let results = await engine.submit(submissions)
        var newest = Position.zero
        for case .success(let outcome) in results { newest = max(newest, outcome.position) }
        acknowledged.note(newest)
        return results
    }

    /// Has a submission decided, and hands over its result when it is durable, on the thread that
    /// committed it: that must not be blocked.
    package func submit(
        _ submission: Submission,
        then take: @escaping @Sendable (SubmissionResult) -> Void
    ) {
        engine.submit(submission) { [acknowledged] result in
            if case .success(let outcome) = result { acknowledged.note(outcome.position) }
            take(result)
        }
    }

    /// Suspends until the views can be read and include every acknowledged change, for a second at
    /// most.
    ///
    /// After a second in vain, callers that accept older views get those, until the views move on.
    package func waitForViews() async {
        let newest = acknowledged.newest
        guard let left = await engine.waitForViews(through: newest) else { return }
        acknowledged.noteVainWait(for: ViewsLag(views: left, acknowledged: newest))
    }
}

/// Something that serves a store, and ends with it.
package protocol StoreAttachment: AnyObject, Sendable {
    /// Accepts no new requests; the store still carries out the accepted ones.
    func storeWillClose()

    /// Ends, now that everything is answered.
    func storeDidClose()
}

extension Store {
    /// The path of the control socket in the store's folder.
    package var controlPath: String { engine.log.directory.controlPath }

    /// Keeps a signed checkpoint in the log.
    ///
    /// - Returns: The log's position then.
    /// - Throws: `invalidRequest` if the text is none of this log; otherwise as a command.
    package func keepCheckpoint(_ text: String) async throws(StoreError) -> Position {
        let bytes = Array(text.utf8)
        let note: SignedNote
        do throws(NoteError) {
            note = try SignedNote(parsing: bytes.span.bytes)
        } catch {
            throw StoreError(.invalidRequest, "The text is no signed note: \(error).")
        }
        do throws(WriteError<CheckpointRefusal>) {
            try await engine.keepCheckpoint(note)
        } catch {
            throw StoreError(error)
        }
        do throws(LogError) {
            return try engine.log.snapshot().size
        } catch {
            throw StoreError(reading: .log(error))
        }
    }
}
