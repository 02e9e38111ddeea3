internal import Glibc
internal import Wire

/// The file of revocations, as it was opened.
///
/// - A line has 64 bytes, and is written at the end, under the file's lock, by any process.
/// - A server writes the file anew without the lines that are of no more use, under its lock too, and
///   gives the new file the name. A process that waited for the lock of the former file finds that it
///   has its name no longer, and opens the new one.
struct RevocationFile: ~Copyable {
    static let lineBytes = 64

    private let path: String
    private let descriptor: Int32

    /// Opens the file; nil if there is none, and none is to be made.
    init?(_ path: String, _ flags: Int32) throws(Revocations.Fault) {
        let opened = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0o600)
        guard opened >= 0 else {
            if errno == ENOENT, flags & O_CREAT == 0 { return nil }
            throw Self.fault("opened")
        }
        var about = stat()
        guard fstat(opened, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
            about.st_mode & 0o077 == 0
        else {
            close(opened)
            throw Revocations.Fault(
                description: "revoked.tokens is no file of its owner alone; run: chmod go= \(path)"
            )
        }
        self.path = path
        descriptor = opened
    }

    deinit {
        // Closing alone would leave a lock to a forked child that has not started its program yet.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Waits until no other process writes; its end unlocks it.
    func lock() throws(Revocations.Fault) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.fault("locked") }
        }
    }

    /// Locks it; false if another process writes.
    func lockAtOnce() throws(Revocations.Fault) -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return true }
        guard errno == EWOULDBLOCK else { throw Self.fault("locked") }
        return false
    }

    /// Whether the name leads to this file still.
    func hasName() throws(Revocations.Fault) -> Bool {
        var (own, named) = (stat(), stat())
        guard fstat(descriptor, &own) == 0 else { throw Self.fault("read") }
        guard lstat(path, &named) == 0 else {
            if errno == ENOENT { return false }
            throw Self.fault("read")
        }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// The bytes of whole lines.
    func bytesOfLines() throws(Revocations.Fault) -> Int {
        var about = stat()
        guard fstat(descriptor, &about) == 0 else { throw Self.fault("read") }
        return Int(about.st_size) / Self.lineBytes * Self.lineBytes
    }

    /// Writes a line at the end, durably; a part of one that a full disk left is taken back.
    func append(_ line: [UInt8]) throws(Revocations.Fault) {
        let end = off_t(try bytesOfLines())
        guard ftruncate(descriptor, end) == 0,
            write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0,
            // It may have been made, or written anew, a moment ago.
            FlushedFile.flushFolder(of: path) == nil
        else {
            let fault = Self.fault("written")
            _ = ftruncate(descriptor, end)
            throw fault
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(Revocations.Fault)
    {
        guard WholeFile.read(into: buffer, at: offset, of: descriptor) else {
            throw Self.fault("read")
        }
    }

    static func fault(_ what: String, _ number: Int32 = errno) -> Revocations.Fault {
        Revocations.Fault(
            description: "revoked.tokens cannot be \(what): \(systemMessage(number))."
        )
    }
}
