import Glibc
import Wire

/// An untrusted file, read from its start.
struct InputFile: ~Copyable {
    /// The path, escaped for a terminal.
    let name: String
    private let descriptor: Int32
    private let status: stat

    init(_ path: String) throws(CommandFailure) {
        name = TerminalText.line(path)
        descriptor = try Self.open(path, name)
        var status = stat()
        fstat(descriptor, &status)
        self.status = status
    }

    private static func open(_ path: String, _ name: String) throws(CommandFailure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(name, errno) }
        var status = stat()
        let number = fstat(descriptor, &status) == 0 ? 0 : errno
        guard number == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw failure(name, number == 0 ? EISDIR : number)
        }
        return descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Whether group or others may read it.
    var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 }

    /// The next bytes, as many as asked for unless the file ends.
    func read(_ count: Int) throws(CommandFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + done }, count - done)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw Self.failure(name, errno) }
            if got == 0 { break }
            done += got
        }
        bytes.removeLast(count - done)
        return bytes
    }

    /// Returns the whole file, given the bytes already read.
    ///
    /// - Throws: a failure if the file is longer than the limit.
    func rest(behind first: [UInt8], limit: Int) throws(CommandFailure) -> [UInt8] {
        var bytes = first
        while bytes.count <= limit {
            let more = try read(min(1 << 16, limit + 1 - bytes.count))
            if more.isEmpty { return bytes }
            bytes += more
        }
        throw .failure(
            "tooLarge",
            "\(name) has more than \(limit) bytes, which no such file has"
        )
    }

    /// Reads a whole file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
        try InputFile(path).rest(behind: [], limit: limit)
    }

    private static func failure(_ name: String, _ number: Int32) -> CommandFailure {
        .failure("cannotRead", "\(name) cannot be read: \(systemMessage(number))")
    }
}
