internal import Glibc

/// A right to the names in a folder, given up with its owner: one owner may change them, or several
/// may rely on them.
struct FolderLock: ~Copyable {
    private let folder: OpenFile

    private init(_ folder: consuming OpenFile) {
        self.folder = folder
    }

    /// Waits for the right to change the names.
    init(_ path: String) throws(LogError) {
        folder = try Self.locked(path, LOCK_EX)
    }

    /// Waits until no owner may change the names, and keeps it so.
    init(sharing path: String) throws(LogError) {
        folder = try Self.locked(path, LOCK_SH)
    }

    /// Takes the right to change the names; nil if it has another owner, or names are relied on.
    static func ifFree(_ path: String) throws(LogError) -> FolderLock? {
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        while flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return nil
            default: throw OpenFile.failure("lock", path)
            }
        }
        return FolderLock(folder)
    }

    deinit {
        // Closing alone would leave the lock to a forked child that has not started its program
        // yet.
        flock(folder.descriptor, LOCK_UN)
    }

    private static func locked(_ path: String, _ right: Int32) throws(LogError) -> OpenFile {
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        while flock(folder.descriptor, right) != 0 {
            guard errno == EINTR else { throw OpenFile.failure("lock", path) }
        }
        return folder
    }
}
