internal import EventLog
internal import Glibc
internal import Merkle
internal import Scrollback

/// A new file of mode 0600 that gets its name when it is complete.
///
/// Until then it has no name, where the filesystem allows that: a kill leaves nothing behind.
/// Elsewhere it lies beside its place under the name of an `ExportMark`, by which the next process
/// that opens the store for writing, or exports from it, removes what a kill has left.
struct NewFile: ~Copyable {
    let descriptor: Int32
    private let path: String
    /// Where the file has a name.
    private let mark: ExportMark?

    /// Makes an empty file for an export of a store, whose place is `path`.
    ///
    /// With `mayBeNameless` false it is as on a filesystem that knows no nameless files, for tests.
    init(
        of store: StoreDirectory,
        at path: String,
        mayBeNameless: Bool
    ) throws(SQLiteExportError) {
        self.path = path
        // Said at once, not after the work; the name is taken without replacing anything.
        var status = stat()
        guard lstat(path, &status) != 0 else { throw .alreadyExists(path) }
        let folder = StoreDirectory(path: path).parent
        // O_TMPFILE, which is no simple constant.
        let flags = O_RDWR | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY
        let nameless = mayBeNameless ? open(folder, flags, 0o600) : -1
        guard nameless < 0 else {
            (descriptor, mark) = (nameless, nil)
            return
        }
        guard !mayBeNameless || [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
            throw .file(path, errno)
        }
        do throws(LogError) {
            let mark = try ExportMark(of: store, at: path)
            let named = open(mark.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard named >= 0 else { throw .system(operation: "create", path: path, errno: errno) }
            (descriptor, self.mark) = (named, mark)
        } catch {
            throw SQLiteExportError(error)
        }
    }

    deinit {
        // Gone already if it has got its name.
        if let mark { unlink(mark.path) }
        close(descriptor)
    }

    /// Empties the file.
    func empty() throws(SQLiteExportError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .file(path, errno) }
    }

    /// Flushes the file, so that little is left to do when the log has noted it.
    ///
    /// - Returns: SHA-256 and the number of its bytes.
    func flush() throws(SQLiteExportError) -> (digest: Digest, bytes: UInt64) {
        guard fsync(descriptor) == 0 else { throw .file(path, errno) }
        var hash = SHA256()
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while true {
            let count = pread(descriptor, &bytes, bytes.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(path, errno) }
            guard count > 0 else { return (hash.finish(), UInt64(offset)) }
            hash.update(bytes.span.extracting(first: count).bytes)
            offset += count
        }
    }

    /// Gives the file its name, durably.
    func finish() throws(SQLiteExportError) {
        do throws(LogError) {
            if let mark { return try mark.giveName() }
            let source = "/proc/self/fd/\(descriptor)"
            guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
                guard errno != EEXIST else { throw .alreadyExists(path: path) }
                throw .system(operation: "create", path: path, errno: errno)
            }
            do throws(LogError) {
                try OpenFile.flushFolder(StoreDirectory(path: path).parent)
            } catch {
                unlink(path)
                throw error
            }
        } catch {
            throw SQLiteExportError(error)
        }
    }
}
