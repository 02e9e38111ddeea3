internal import Glibc

/// A new file of mode 0600 that gets its name when it is complete.
///
/// Until then it has no name, where the filesystem allows that: a kill leaves nothing behind.
/// Elsewhere it is called `NAME.partial`, and the next export to the same name replaces what a kill
/// has left.
struct NewFile: ~Copyable {
    let descriptor: Int32
    private let path: String
    private let partial: String?
    private var isNamed = false

    init(at path: String) throws(SQLiteExportError) {
        self.path = path
        // Said at once, not after the work; the name is taken without replacing anything.
        var status = stat()
        guard lstat(path, &status) != 0 else { throw .alreadyExists(path) }
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        // O_TMPFILE, which is no simple constant.
        let nameless = open(folder, O_RDWR | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o600)
        guard nameless < 0 else {
            (descriptor, partial) = (nameless, nil)
            return
        }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw .file(path, errno) }
        let name = path + ".partial"
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let named = open(name, flags, 0o600)
        guard named >= 0 else { throw .file(name, errno) }
        guard flock(named, LOCK_EX | LOCK_NB) == 0, fchmod(named, 0o600) == 0,
            ftruncate(named, 0) == 0
        else {
            let number = errno
            close(named)
            throw .file(name, number)
        }
        (descriptor, partial) = (named, name)
    }

    deinit {
        if let partial, !isNamed { unlink(partial) }
        close(descriptor)
    }

    /// Empties the file.
    func empty() throws(SQLiteExportError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .file(path, errno) }
    }

    /// The size in bytes.
    var byteCount: UInt64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_size) : 0
    }

    /// Flushes the file and gives it its name.
    mutating func finish() throws(SQLiteExportError) {
        guard fsync(descriptor) == 0 else { throw .file(path, errno) }
        let source = partial ?? "/proc/self/fd/\(descriptor)"
        guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            throw errno == EEXIST ? .alreadyExists(path) : .file(path, errno)
        }
        if let partial { unlink(partial) }
        isNamed = true
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
