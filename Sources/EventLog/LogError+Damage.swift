internal import LMDB
package import Wire

extension LogError {
    /// Whether the error means that the log's file is damaged, not that it could not be read.
    package var isDamageOfFile: Bool {
        switch self {
        case .truncated, .damagedFile, .damagedRecord, .damagedTile, .damagedPage: true
        case .storage(let error): error.isDamage
        case .noStore, .notAStore, .alreadyExists, .newerFormat, .newerReaderNeeded, .keysMissing,
            .keysTooShort, .keysOfAnotherLog, .olderLog, .otherEpoch, .damagedMark, .journal,
            .networkFilesystem,
            .openElsewhere,
            .openInThisProcess, .readableByOthers, .ownedByAnother, .noSuchPosition,
            .headNotConfirmed, .eventTooLarge, .invalidErasure, .storageFull, .mapFull, .readOnly,
            .closed, .changedSource, .system:
            false
        }
    }

    /// The position at which the damage shows, if the error names one.
    package var position: Position? {
        switch self {
        case .damagedRecord(let position, _): return position
        case .damagedPage(let fault):
            guard case .record(let position) = LogRow(key: fault.key.span.bytes) else {
                return nil
            }
            return position
        case .damagedTile(let level, let index):
            let leaves = 8 * (UInt64(level) + 1)
            let first = index.multipliedReportingOverflow(by: leaves < 64 ? 1 << leaves : 0)
            return leaves < 64 && !first.overflow ? Position(first.partialValue).next : nil
        case .noStore, .notAStore, .alreadyExists, .newerFormat, .newerReaderNeeded, .damagedFile,
            .truncated, .keysMissing, .keysTooShort, .keysOfAnotherLog, .olderLog, .otherEpoch,
            .damagedMark,
            .journal, .networkFilesystem, .openElsewhere, .openInThisProcess, .readableByOthers,
            .ownedByAnother, .noSuchPosition,
            .headNotConfirmed, .eventTooLarge, .invalidErasure, .storageFull, .mapFull, .readOnly,
            .closed, .changedSource, .storage, .system:
            return nil
        }
    }
}

extension LMDBError {
    /// Whether a reader gets this error only from a damaged file.
    var isDamage: Bool {
        switch self {
        case .notAnEnvironment, .incompatibleVersion, .truncated, .noSuchTable, .damaged,
            .damagedPage:
            true
        // A reader's transaction fails over a page that it could not walk.
        case .transactionFailed: true
        // The remaining codes mean pages and tables that contradict each other.
        case .other: true
        case .alreadyOpenInThisProcess, .usedAfterFork, .closed, .missing, .tooManyTables,
            .mustReopen, .mapFull, .mapOutgrown, .tooManyReaders, .readersOfAnotherNamespace,
            .transactionTooLarge, .keyNotInOrder, .badKeySize, .readOnly, .system:
            false
        }
    }
}
