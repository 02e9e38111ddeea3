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
        guard try folder.lock(LOCK_EX | LOCK_NB) else { return nil }
        return FolderLock(folder)
    }

    /// Waits until the names are on the disk.
    func flush() throws(LogError) { try folder.flush() }

    deinit { folder.unlock() }

    private static func locked(_ path: String, _ right: Int32) throws(LogError) -> OpenFile {
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        _ = try folder.lock(right)
        return folder
    }
}
