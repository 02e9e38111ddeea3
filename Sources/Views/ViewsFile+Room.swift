internal import EventLog
internal import Glibc
package import LMDB

// A damaged page number asks for room that no disk has, and the storage engine reports a full disk.
// Treated as one, that would stop all writing for good.

extension ViewsFile {
    /// More than a transaction can write: LMDB refuses one that changes 131,071 pages.
    private static let muchRoom: UInt64 = 1 << 30

    /// Returns the meaning of a commit's error.
    package func failure(of commit: LMDBError) -> ViewsError {
        switch commit {
        case .mapFull where hasMuchAddressSpace:
            .storage(.damaged)
        case .system(let number) where meansNoRoom(number) && hasMuchRoom:
            .storage(.damaged)
        // An offset that no file has.
        case .system(errno: EINVAL): .storage(.damaged)
        default: .storage(commit)
        }
    }

    private var hasMuchAddressSpace: Bool {
        guard let bytes = fileBytes, let status = try? environment.status() else { return false }
        return UInt64(status.mapSize) > bytes + Self.muchRoom
    }

    /// Whether much is free on the disk and below the limit on a file's size.
    private var hasMuchRoom: Bool {
        var disk = statvfs()
        var limit = rlimit()
        guard let bytes = fileBytes, statvfs(environment.path, &disk) == 0,
            getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        else { return false }
        let isFree = UInt64(disk.f_bavail) * UInt64(disk.f_frsize) > Self.muchRoom
        return isFree && UInt64(limit.rlim_cur) > bytes + Self.muchRoom
    }

    /// The size of the file; LMDB's own figure may be damaged.
    private var fileBytes: UInt64? {
        var status = stat()
        guard stat(environment.path, &status) == 0 else { return nil }
        return UInt64(status.st_size)
    }
}
