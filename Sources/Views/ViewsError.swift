package import EventLog
internal import Glibc
package import LMDB
package import Wire

/// What the views cannot do or have found wrong.
package enum ViewsError: Error, Equatable, Sendable {
    /// There are no views to be read at the moment, and what the caller can do about it.
    case unavailable(reason: String, ViewsRemedy)
    /// The views name a head that the log does not confirm.
    case notOfThisLog
    /// A row of a table is not what its projector writes.
    case damagedRow(table: String)
    /// A table has lost or gained a row, or has a row that was current once.
    case wrongSum(table: String)
    /// A projector could not fold the event at a position.
    case projectorFailed(name: String, Position)
    /// A projector was given an event that it does not declare: a fault of this program.
    case undeclaredEvent(UInt32, projector: String)
    /// An embedder's view cannot be kept as it was declared.
    case refusedView(CustomViewRefusal)
    /// The projector of an embedder's view could not fold the event at a position, and its rows
    /// are not to be had until it is changed or the views are rebuilt.
    case faultedView(name: String, Position)
    /// An embedder's view is not kept by the process that writes, or not as it is declared here.
    case unkeptView(name: String)
    /// An embedder's view declares no such table.
    case noSuchTable(String, of: String)
    /// The log refused.
    case log(LogError)
    /// LMDB refused.
    case storage(LMDBError)
}

extension ViewsError {
    /// Whether room would mend it.
    package var isLackOfRoom: Bool {
        switch self {
        case .log(.storageFull), .log(.mapFull), .storage(.mapFull): true
        case .storage(.system(let number)): meansNoRoom(number)
        default: false
        }
    }

    /// Whether there are too many readers at the moment, which says nothing of what they read.
    package var isCrowding: Bool {
        switch self {
        case .log(.storage(.tooManyReaders)), .storage(.tooManyReaders): true
        default: false
        }
    }

    /// Whether there are no views to be read at the moment.
    package var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }

    /// Whether there will be views to read in a moment.
    package var isMendedByWaiting: Bool {
        if case .unavailable(_, .wait) = self { true } else { false }
    }

    /// Whether it shows that what the views say cannot be believed.
    package var refutesViews: Bool { ViewsDoubt.Cause(self) != nil }

    /// Whether the system lacks something that it may have again in a moment.
    package var isPassing: Bool {
        switch self {
        case .log(.system(_, _, let number)), .log(.storage(.system(let number))),
            .storage(.system(let number)):
            [EMFILE, ENFILE, ENOMEM, EAGAIN, EINTR, ENOBUFS].contains(number)
        default: isCrowding
        }
    }

    /// Whether an event cannot be folded: views in use may have lost the row that it needs, and
    /// those that are folded anew have it.
    package var isOfFolding: Bool {
        if case .projectorFailed = self { true } else { false }
    }

    /// Whether a recorded event itself is the trouble, so that no rebuild helps.
    package var isCorruption: Bool {
        switch self {
        case .projectorFailed, .log(.damagedRecord), .log(.damagedTile): true
        case .log(let error): error.isDamageOfFile
        default: false
        }
    }
}

/// What helps where views cannot be read.
package enum ViewsRemedy: Hashable, Sendable {
    /// They are made anew or brought up; ask again.
    case wait
    /// A process has to open the store for writing.
    case openForWriting
    /// The process that writes was asked to make them anew.
    case writerWasAsked
    /// The process that writes has to be told by a person, for it could not be left a request.
    case tellWriter
    /// They are not made anew before then, because they were so too often.
    case waitUntil(Timestamp)
    /// The store has to be opened again.
    case reopen
}

extension ViewsRemedy: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wait: "Ask again in a second."
        case .openForWriting: "Open the store for writing once."
        case .writerWasAsked:
            "The process that writes was asked to rebuild them; ask again in a second."
        case .tellWriter:
            "No request could be left in the store's folder; run `scrollback rebuild` as the user "
                + "of the process that writes."
        case .waitUntil:
            "They were rebuilt \(RebuildHistory.limit) times in ten minutes, and are not rebuilt "
                + "again yet; check the disk and the memory of this machine."
        case .reopen: "Open the store again."
        }
    }
}

extension LMDBError {
    /// Whether only a damaged file, or one that was written by half, gives this answer.
    ///
    /// A disk that does not give a file back has damaged it. What this process or the system lacks
    /// at the moment says nothing about the file.
    var isDamageOfViews: Bool {
        switch self {
        case .notAnEnvironment, .incompatibleVersion, .truncated, .noSuchTable, .damaged,
            .damagedPage:
            true
        // A reader's transaction fails over a page that it could not walk.
        case .transactionFailed: true
        // What is left are pages and tables that contradict each other.
        case .other: true
        // A meta page was written by half.
        case .mustReopen: true
        case .system(let number): number == EIO
        case .alreadyOpenInThisProcess, .usedAfterFork, .closed, .missing, .tooManyTables,
            .mapFull, .mapOutgrown, .tooManyReaders, .readersOfAnotherNamespace,
            .transactionTooLarge, .keyNotInOrder, .badKeySize, .readOnly:
            false
        }
    }
}

extension ViewsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason, let remedy):
            "The views cannot be read now: \(reason). \(remedy)"
        case .notOfThisLog:
            "The views do not belong to this log. They will be rebuilt."
        case .damagedRow(let table):
            "A row of \(table) is damaged."
        case .wrongSum(let table):
            "The rows of \(table) do not add up to the sum of the table."
        case .projectorFailed(let name, let position):
            "Projector \(name) cannot fold the event at position \(position). Run `scrollback "
                + "verify`: if it finds the log sound, report this as a fault of the program."
        case .undeclaredEvent(let number, let name):
            "Projector \(name) was given event \(number), which it does not declare. Report this as "
                + "a fault of the program."
        case .refusedView(let refusal): refusal.description
        case .faultedView(let name, let position):
            "View \(name) cannot fold the event at position \(position). Change its projector, or "
                + "rebuild the views."
        case .unkeptView(let name):
            "View \(name) is not kept here as it is declared. Open the store for writing with it."
        case .noSuchTable(let table, let name): "View \(name) has no table \(table)."
        case .log(let error): error.description
        case .storage(let error): "The storage engine of the views refused: \(error)."
        }
    }
}
