import Glibc

/// A file that is made and never replaces another; what is not finished is removed.
struct OutputFile: ~Copyable {
    private let path: String
    private let name: String
    private let descriptor: Int32
    private var isFinished = false

    /// Makes the file, for the owner alone; without a path what is written goes to the standard
    /// output, where nothing of it can be taken back.
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

    /// Adds bytes.
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

    /// Flushes, and keeps the file.
    mutating func finish() throws(CommandFailure) {
        // A pipe cannot be flushed, and need not be.
        guard isFinished || fsync(descriptor) == 0 || errno == EINVAL else {
            throw Self.failure(name, errno)
        }
        isFinished = true
    }

    /// Makes a file of some bytes.
    static func write(_ bytes: RawSpan, to path: String) throws(CommandFailure) {
        var file = try OutputFile(path)
        try file.write(bytes)
        try file.finish()
    }

    private static func failure(_ name: String, _ number: Int32) -> CommandFailure {
        .failure("cannotWrite", "\(name) cannot be written: \(systemWords(number))")
    }
}
