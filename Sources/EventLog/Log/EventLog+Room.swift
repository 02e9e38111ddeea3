internal import Glibc
internal import LMDB

let diskFull = ENOSPC
let quotaExceeded = EDQUOT

extension EventLog {
    /// Below this many free bytes an I/O error is taken for a full disk.
    private static let littleRoom: UInt64 = 16 << 20

    /// The bytes that are free where the log lies; nil if it cannot be asked.
    package var freeBytes: UInt64? {
        var status = statvfs()
        guard statvfs(directory.logPath, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// Whether an error means that there is no room.
    func isFull(_ error: LMDBError) -> Bool {
        switch error {
        case .mapFull, .system(errno: diskFull), .system(errno: quotaExceeded): true
        // Some filesystems only find out while writing back.
        case .system(errno: EIO): (freeBytes ?? .max) < Self.littleRoom
        default: false
        }
    }

    /// The number of the newest commit; nil if it cannot be told.
    var lastTransactionID: UInt64? {
        do throws(LMDBError) {
            return try environment.status().lastTransactionID
        } catch {
            return nil
        }
    }

    /// Whether the environment still takes transactions after a failed one.
    func canBeginWriting() -> Bool {
        do throws(LMDBError) {
            try environment.beginWriting().abort()
            return true
        } catch {
            return false
        }
    }
}
