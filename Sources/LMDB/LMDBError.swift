internal import CLMDB
internal import Glibc

/// An error of LMDB, or of this module's checks on its behalf.
package enum LMDBError: Error, Equatable, Sendable {
    /// This process already has an environment on the same file; a second one would drop its locks.
    case alreadyOpenInThisProcess
    /// The environment was opened before a fork; its locks and readers belong to the parent.
    case usedAfterFork
    /// The environment was closed.
    case closed
    /// The file is missing and was not to be created.
    case missing
    /// The file is not an LMDB environment.
    case notAnEnvironment
    /// The file was written by an incompatible version of LMDB.
    case incompatibleVersion
    /// The file ends before its last page; walking it would kill the process.
    case truncated(expectedBytes: UInt64, actualBytes: UInt64)
    /// The table does not exist.
    case noSuchTable
    /// More tables were named than the environment was opened for.
    case tooManyTables
    /// A page is missing or of the wrong kind: the file is damaged.
    case damaged
    /// A check of a page before LMDB walks it has found damage.
    case damagedPage(PageFault)
    /// A flush of the meta page failed earlier; close the file and open it again.
    case mustReopen
    /// The map is full; nothing of this transaction can be kept.
    case mapFull
    /// Another process made the file larger than this process's map; open it again.
    case mapOutgrown
    /// All reader slots are taken.
    case tooManyReaders
    /// A process of another PID namespace has a reader slot under this process's number.
    case readersOfAnotherNamespace
    /// The transaction changes more pages than allowed.
    case transactionTooLarge
    /// The transaction failed earlier and can only be dropped.
    case transactionFailed
    /// A key was appended that does not sort after the last one, or inserted though present.
    case keyNotInOrder
    /// A key is empty or longer than 511 bytes.
    case badKeySize
    /// The environment or the transaction is for reading only.
    case readOnly
    /// The operating system refused.
    case system(errno: Int32)
    /// An LMDB code without a case of its own.
    case other(code: Int32)

    init(code: Int32) {
        switch code {
        case ENOENT: self = .missing
        case MDB_INVALID: self = .notAnEnvironment
        case MDB_VERSION_MISMATCH: self = .incompatibleVersion
        case MDB_NOTFOUND: self = .noSuchTable
        case MDB_DBS_FULL: self = .tooManyTables
        case MDB_PAGE_NOTFOUND, MDB_CORRUPTED: self = .damaged
        case MDB_PANIC: self = .mustReopen
        case MDB_MAP_FULL: self = .mapFull
        case MDB_MAP_RESIZED: self = .mapOutgrown
        case MDB_READERS_FULL: self = .tooManyReaders
        case MDB_TXN_FULL: self = .transactionTooLarge
        case MDB_BAD_TXN: self = .transactionFailed
        case MDB_KEYEXIST: self = .keyNotInOrder
        case MDB_BAD_VALSIZE: self = .badKeySize
        case let code where code > 0: self = .system(errno: code)
        default: self = .other(code: code)
        }
    }

    /// Throws unless the code means success.
    static func check(_ code: Int32) throws(LMDBError) {
        if code != MDB_SUCCESS { throw LMDBError(code: code) }
    }
}

extension LMDBError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .alreadyOpenInThisProcess: "this process has the file open already"
        case .usedAfterFork: "the file was opened before a fork and belongs to the parent process"
        case .closed: "the file was closed"
        case .missing: "the file is missing"
        case .notAnEnvironment: "the file is no LMDB environment"
        case .incompatibleVersion: "the file was written by an incompatible version of LMDB"
        case .truncated(let expected, let actual):
            "the file has \(actual) bytes of at least \(expected)"
        case .noSuchTable: "a table is missing"
        case .tooManyTables: "more tables were named than the file was opened for"
        case .damaged: "a page is damaged"
        case .damagedPage(let fault): "\(fault)"
        case .mustReopen: "an earlier write failed half-way; the file must be opened again"
        case .mapFull: "the address space that was reserved for the file is full"
        case .mapOutgrown: "another process made the file larger than was reserved; open it again"
        case .tooManyReaders: "all reader slots are taken; end some readers"
        case .readersOfAnotherNamespace:
            "the reader table holds a process of another PID namespace; share one namespace"
        case .transactionTooLarge: "the transaction touches too many pages"
        case .transactionFailed: "the transaction failed earlier"
        case .keyNotInOrder: "a key is there already, or out of order"
        case .badKeySize: "a key has no bytes, or more than 511"
        case .readOnly: "the file is open for reading only"
        case .system(let number): "the system says: \(unsafe String(cString: strerror(number)))"
        case .other(let code): "LMDB says \(code)"
        }
    }
}
