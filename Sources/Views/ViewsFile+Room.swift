internal import EventLog
internal import Glibc
package import LMDB

// A page's number that was damaged asks for room that no disk has, and the storage engine says that
// there is none. Taken for a full disk, that would stop all writing for good.

extension ViewsFile {
    /// More than a transaction can write: LMDB refuses one that changes 131,071 pages.
    private static let muchRoom: UInt64 = 1 << 30

    /// What a commit's refusal means.
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

    /// How large the file is; what LMDB says of that may be damaged.
    private var fileBytes: UInt64? {
        var status = stat()
        guard stat(environment.path, &status) == 0 else { return nil }
        return UInt64(status.st_size)
    }
}
