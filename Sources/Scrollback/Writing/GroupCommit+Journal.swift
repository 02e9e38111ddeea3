internal import EventLog
internal import Wire

// The journal's lines of a batch. They are on the disk before the log's commit begins, so that
// whatever the log has of this kind, the journal has too.

extension GroupCommit {
    /// Writes the lines of the open batch.
    ///
    /// - Returns: their numbers; nil without a journal, and for a batch without such events.
    func writeLines() throws(WriteFailure) -> ClosedRange<UInt64>? {
        guard let journal, !facts.kept.isEmpty else { return nil }
        var lines: [JournalEvent] = []
        let epoch = facts.log.log.epoch
        do throws(LogError) {
            for position in facts.kept {
                lines.append(
                    try facts.log.journalEvent(at: position, epoch: epoch, size: facts.begun)
                )
            }
        } catch {
            throw .failed(.log(error))
        }
        do throws(Journal.Failure) {
            return try journal.write(lines)
        } catch {
            options.notice(
                Notice(
                    .journalNotWritten,
                    "A line of the journal could not be written: \(error.cause)",
                    ["error": "\(error.cause)"]
                )
            )
            switch error {
            case .unavailable(let cause): throw .journalUnavailable(.log(cause))
            case .unknown(let cause): throw .outcomeUnknown(.log(cause))
            }
        }
    }

    /// Writes that the events of some lines were not stored.
    ///
    /// - Returns: the failure for the caller: it names the new line, or says that it is not known
    ///   whether the next opening carries the events out.
    func makeVoid(_ lines: ClosedRange<UInt64>, after failure: WriteFailure) -> WriteFailure {
        guard let journal else { return failure }
        do throws(Journal.Failure) {
            try journal.void(lines)
        } catch {
            options.notice(
                Notice(
                    .journalNotVoided,
                    "A line of the journal could not be made void: \(error.cause)",
                    ["error": "\(error.cause)"]
                )
            )
            return .outcomeUnknown(.log(error.cause))
        }
        return .voided(failure.fault ?? .log(.storageFull), keeping: journal.newest)
    }
}

extension EventList {
    /// Whether a journal keeps one of the events.
    var hasKept: Bool {
        (0..<count).contains { EventLog.isKept(stream(at: $0), self[$0].type) }
    }
}
