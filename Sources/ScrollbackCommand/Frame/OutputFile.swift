import Glibc
import Wire

/// A new file, which never replaces an existing one and is removed unless it is finished.
struct OutputFile: ~Copyable {
    private let path: String
    private let name: String
    private let descriptor: Int32
    private var isFinished = false

    /// Creates the file with mode 0600; without a path, writes to the standard output.
    ///
    /// - Throws: a failure if the file exists or cannot be created; name another file.
    init(_ path: String?) throws(CommandFailure) {
        guard let path else {
            self.path = ""
            name = "the standard output"
            descriptor = dup(1)
            isFinished = true
            return
        }
        self.path = path
        name = TerminalText.line(path)
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor < 0 else { return }
        guard errno == EEXIST else { throw Self.failure(name, errno) }
        throw .failure("alreadyExists", "\(name) exists and is not replaced; name another file")
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            if !isFinished { unlink(path) }
        }
    }

    /// Appends bytes.
    func write(_ bytes: RawSpan) throws(CommandFailure) {
        var done = 0
        while done < bytes.byteCount {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
                continue
            }
            guard count > 0 else { throw Self.failure(name, errno) }
            done += count
        }
    }

    /// Flushes the file, and keeps it.
    mutating func finish() throws(CommandFailure) {
        // A pipe cannot be flushed, and need not be.
        guard isFinished || fsync(descriptor) == 0 || errno == EINVAL else {
            throw Self.failure(name, errno)
        }
        isFinished = true
    }

    /// Creates a file with these bytes.
    static func write(_ bytes: RawSpan, to path: String) throws(CommandFailure) {
        var file = try OutputFile(path)
        try file.write(bytes)
        try file.finish()
    }

    private static func failure(_ name: String, _ number: Int32) -> CommandFailure {
        .failure("cannotWrite", "\(name) cannot be written: \(systemMessage(number))")
    }
}
