package import EventLog
internal import Glibc
package import LMDB
package import Wire

/// What the views cannot do or have found wrong.
package enum ViewsError: Error, Equatable, Sendable {
    /// This process may not trust what is there, and may not rebuild it; a writing one may.
    case unavailable(reason: String)
    /// The views name a head that the log does not confirm.
    case notOfThisLog
    /// A row of a table is not what its projector writes.
    case damagedRow(table: String)
    /// A table has lost or gained a row, or has a row that was current once.
    case wrongSum(table: String)
    /// A projector could not fold the event at a position.
    case projectorFailed(name: String, Position)
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
        case .storage(.system(let number)): number == ENOSPC || number == EDQUOT
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

    /// Whether it shows that what the views say cannot be believed.
    package var refutesViews: Bool {
        switch self {
        case .notOfThisLog, .damagedRow, .wrongSum, .storage(.damaged): true
        default: false
        }
    }

    /// Whether a recorded event itself is the trouble, so that no rebuild helps.
    package var isCorruption: Bool {
        switch self {
        case .projectorFailed, .log(.damagedRecord), .log(.damagedTile): true
        default: false
        }
    }
}

extension ViewsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason):
            "The views cannot be read now: \(reason). Open the store for writing once."
        case .notOfThisLog:
            "The views do not belong to this log. They will be rebuilt."
        case .damagedRow(let table):
            "A row of \(table) is damaged. Rebuild the views."
        case .wrongSum(let table):
            "The rows of \(table) do not add up to the sum of the table. Rebuild the views."
        case .projectorFailed(let name, let position):
            "Projector \(name) cannot fold the event at position \(position)."
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
