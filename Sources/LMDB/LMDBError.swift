internal import CLMDB
internal import Glibc

/// What LMDB, or this module on its behalf, refuses to do.
package enum LMDBError: Error, Equatable, Sendable {
    /// This process already has an environment on the same file; a second one would drop its locks.
    case alreadyOpenInThisProcess
    /// The environment was opened before a fork; its locks and readers belong to the parent.
    case usedAfterFork
    /// The environment was closed.
    case closed
    /// The file is missing and creating it was not asked for.
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
    /// A flush of the meta page failed earlier; only opening the file again helps.
    case mustReopen
    /// The map is full; nothing of this transaction can be kept.
    case mapFull
    /// Another process made the file larger than this process's map; open it again.
    case mapOutgrown
    /// All reader slots are taken.
    case tooManyReaders
    /// The transaction touches more pages than one may.
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
    /// An answer that this module knows no better word for.
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

    /// Throws unless the code says success.
    static func check(_ code: Int32) throws(LMDBError) {
        if code != MDB_SUCCESS { throw LMDBError(code: code) }
    }
}
