package import Wire

/// The reason why a journal is not taken.
package enum JournalFault: Error, Equatable, Sendable {
    case log(LogError)
    /// A line is damaged, was moved or removed, and others follow it.
    case damaged(line: UInt64, JournalLineFault)
    /// It is not where the operator says.
    case missing
    /// It is not a regular file.
    case noFile
    /// It has no line of a journal, and not the beginning of one.
    case noJournal
    /// It lies in the store's folder, so it is lost with the store.
    case inStore
    /// Another process has it open.
    case inUse
    /// It has no lines, although the log has a journal.
    case empty
    /// Its first line is not the first event of the log.
    case ofAnotherLog
    /// It lacks the line that a restore of the log names.
    case lacksRestore(Position)
    /// It has further lines than the restore of this log read.
    case wentOn
    /// The newest epoch in it is not the log's.
    case ofAnotherEpoch
    /// The log has another event at the position of a line, which is not the journal's last append.
    case ofAnotherCopy(line: UInt64)
    /// The journal has lines of events behind the log's end.
    case isAhead(Position)
    /// The log has a journal, and none was named.
    case isNeeded
    /// It has fewer lines than the operator knows of.
    case isShorter
    /// It does not contain the last event of the store's stream in the backup.
    case lacksBackup
    /// It was begun in a later epoch than that of the backup or export.
    case begunLater
    /// It lacks the event that notes the export.
    case lacksExport
    /// It is neither of the exported log, nor of one that was imported from it.
    case ofAnotherLine
    /// Its log was imported from a state of the exported log that is not this one's.
    case ofAnotherState
    /// The store is a rehearsal, which is only read.
    case isDrill
}

extension JournalFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .damaged(let line, let fault):
            "line \(line) is damaged (\(fault)), or a line before it was removed or moved. Use a "
                + "whole copy of it."
        case .missing: "it does not exist. Name the file of the store's journal."
        case .noJournal:
            "it is no journal, and nothing in it was changed. Name the store's journal, or a path "
                + "where nothing is."
        case .noFile: "it is not a regular file. Name another path."
        case .inStore:
            "it is in the store's folder and would be lost with it. Keep it on another disk."
        case .inUse: "another process has it open. Stop that process."
        case .empty: "it is empty, and the log has a journal. Name that one."
        case .ofAnotherLog: "it is the journal of another log. Name that of this one."
        case .lacksRestore(let position):
            "it lacks the line that the restore at position \(position) names. Use a newer copy of "
                + "it."
        case .wentOn:
            "it has lines that came after the restore of this store. Restore the backup again."
        case .ofAnotherEpoch:
            "another store has gone on with it: its newest epoch is not that of this log. Use the "
                + "store that was restored last."
        case .ofAnotherCopy(let line):
            "line \(line) is about another event than the log has at its position: another copy of "
                + "the store has gone on with it. Use that copy."
        case .isAhead(let position):
            "it has an event at position \(position), behind the log's end: the log is an older "
                + "one. Put the newest log.mdb back. If that is lost for ever, open the store with "
                + "--accept-older-log (acceptsOlderLog)."
        case .isNeeded:
            "the store has a journal. Name it with --journal FILE (Options.journal), or say "
                + "--without-journal (Options.withoutJournal): erasures are then missing in it "
                + "until it is used again."
        case .isShorter:
            "it has fewer lines than the number given with --last. Use a newer copy of it."
        case .lacksBackup:
            "it does not reach to the end of the backup. Use a newer copy of it."
        case .begunLater:
            "it was begun in a later epoch than that of the backup or export. Use a newer one."
        case .lacksExport:
            "it lacks the event that notes this export. Use a newer copy of it."
        case .ofAnotherLine:
            "it is not the journal of the exported log, nor of a log that was imported from it. "
                + "Leave it out, or name the journals between the two as well."
        case .ofAnotherState:
            "its log was imported from a state of the exported log that this export and the other "
                + "journals do not show. Name the exported log's journal too, or leave it out."
        case .isDrill:
            "the store is a rehearsal of a restore and is only read. Restore the backup again, "
                + "without --drill."
        }
    }
}

extension JournalLineFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .fields: "it has other fields"
        case .number: "its number does not follow"
        case .field(let name): "its \(name) cannot be read"
        case .leaf: "its leaf hash is not that of its envelope"
        case .sum: "its sum does not match"
        }
    }
}
