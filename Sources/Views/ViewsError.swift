package import EventLog
internal import Glibc
package import LMDB
package import Wire

/// An error of the views.
package enum ViewsError: Error, Equatable, Sendable {
    /// No views can be read at the moment; with advice for the caller.
    case unavailable(reason: String, ViewsRemedy)
    /// The views name a head that the log does not confirm.
    case notOfThisLog
    /// A row of a table is not as its projector wrote it.
    case damagedRow(table: String)
    /// A table has lost or gained a row, or has a row that was current once.
    case wrongSum(table: String)
    /// A projector could not fold the event at a position.
    case projectorFailed(name: String, Position)
    /// A projector was given an event that it does not declare: a bug of this program.
    case undeclaredEvent(UInt32, projector: String)
    /// An embedder's view cannot be kept as it was declared.
    case refusedView(CustomViewRefusal)
    /// The projector of an embedder's view could not fold the event at a position, and its rows
    /// cannot be read until it is changed or the views are rebuilt.
    case faultedView(name: String, Position)
    /// An embedder's view is not kept by the writing process, or not as it is declared here.
    case unkeptView(name: String)
    /// An embedder's view declares no such table.
    case noSuchTable(String, of: String)
    /// An error of the log.
    case log(LogError)
    /// An error of LMDB.
    case storage(LMDBError)
}

extension ViewsError {
    /// Whether the cause is a lack of room.
    package var isLackOfRoom: Bool {
        switch self {
        case .log(.storageFull), .log(.mapFull), .storage(.mapFull): true
        case .storage(.system(let number)): meansNoRoom(number)
        default: false
        }
    }

    /// Whether there are too many readers at the moment, which implies nothing about the file.
    package var isCrowding: Bool {
        switch self {
        case .log(.storage(.tooManyReaders)), .storage(.tooManyReaders): true
        default: false
        }
    }

    /// Whether no views can be read at the moment.
    package var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }

    /// Whether views can be read again in a moment.
    package var isMendedByWaiting: Bool {
        if case .unavailable(_, .wait) = self { true } else { false }
    }

    /// Whether it shows that the views are damaged.
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

    /// Whether an event cannot be folded: views in use may have lost the row that it needs, which a
    /// new fold restores.
    package var isOfFolding: Bool {
        if case .projectorFailed = self { true } else { false }
    }

    /// Whether a recorded event itself is faulty, so that no rebuild helps.
    package var isCorruption: Bool {
        switch self {
        case .projectorFailed, .log(.damagedRecord), .log(.damagedTile): true
        case .log(let error): error.isDamageOfFile
        default: false
        }
    }
}

/// The remedy when views cannot be read.
package enum ViewsRemedy: Hashable, Sendable {
    /// The views are being rebuilt or brought up to date; ask again.
    case wait
    /// Open the store for writing in some process.
    case openForWriting
    /// The writing process was asked to rebuild them.
    case writerWasAsked
    /// Tell the operator of the writing process, because no request could be left for it.
    case tellWriter
    /// They are not rebuilt before then, because there were too many rebuilds.
    case waitUntil(Timestamp)
    /// Open the store again.
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
    /// Whether only a damaged or partly written file gives this error.
    ///
    /// A disk that cannot read a file has damaged it. A present lack of this process or the system
    /// implies nothing about the file.
    var isDamageOfViews: Bool {
        switch self {
        case .notAnEnvironment, .incompatibleVersion, .truncated, .noSuchTable, .damaged,
            .damagedPage:
            true
        // A reader's transaction fails over a page that it could not walk.
        case .transactionFailed: true
        // The remaining codes mean pages and tables that contradict each other.
        case .other: true
        // A meta page was written partly.
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
            "The store has another version of view \(name). Open the store for writing with this view."
        case .noSuchTable(let table, let name): "View \(name) has no table \(table)."
        case .log(let error): error.description
        case .storage(let error): "The storage engine of the views refused: \(error)."
        }
    }
}
