internal import Glibc
internal import LMDB

/// Whether an error number means that there is no room: on the disk, or below the limit on a file's
/// size.
package func meansNoRoom(_ number: Int32) -> Bool {
    number == ENOSPC || number == EDQUOT || number == EFBIG
}

/// The free bytes of the disk that holds a path; nil if unknown.
package func bytesFree(at path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
}

/// Whether an I/O error at a path is that of a full disk: some filesystems notice one only while
/// writing back, and LMDB reports a short write so too.
package func isFullDisk(_ number: Int32, at path: String) -> Bool {
    number == EIO && (bytesFree(at: path) ?? .max) < littleRoom
}

/// The number of free bytes below which an I/O error is treated as a full disk.
private let littleRoom: UInt64 = 16 << 20

extension EventLog {
    /// The bytes by which the store's files may grow: the lesser of the free bytes on the log's
    /// disk and the room below the limit on a file's size; nil if unknown.
    package var freeBytes: UInt64? {
        bytesFree(at: directory.logPath).map { min($0, bytesBelowSizeLimit) }
    }

    /// The bytes by which the largest file of the store may grow before `RLIMIT_FSIZE` stops it.
    private var bytesBelowSizeLimit: UInt64 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
            limit.rlim_cur != .max
        else { return .max }
        var largest: UInt64 = 0
        for name in OpenFile.names(in: directory.path) {
            var status = stat()
            guard stat("\(directory.path)/\(name)", &status) == 0 else { continue }
            largest = max(largest, UInt64(status.st_size))
        }
        return UInt64(limit.rlim_cur) - min(largest, UInt64(limit.rlim_cur))
    }

    /// Whether an error means that there is no room.
    func isFull(_ error: LMDBError) -> Bool {
        switch error {
        case .mapFull: true
        case .system(let number) where meansNoRoom(number): true
        case .system(errno: EIO): (freeBytes ?? .max) < littleRoom
        default: false
        }
    }

    /// The number of the newest commit; nil if unknown.
    var lastTransactionID: UInt64? {
        do throws(LMDBError) {
            return try environment.status().lastTransactionID
        } catch {
            return nil
        }
    }

    /// Whether the environment still accepts transactions after a failed one.
    func canBeginWriting() -> Bool {
        do throws(LMDBError) {
            try environment.beginWriting().abort()
            return true
        } catch {
            return false
        }
    }
}
