internal import Glibc
internal import Locking
package import Messaging
internal import Wire

/// Users whose tokens were revoked: those issued before a moment do not count.
///
/// They are kept in a file outside the log, a line for each, which is flushed before a revocation is
/// answered. Any process may add to it: the server looks whether it has grown. Once no token can be
/// alive that a line is about, the server empties the file as it begins. No other process does: the
/// server would not see that what comes then is new.
package final class Revocations: Sendable {
    /// The file cannot be read or written, with the system's words.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    fileprivate struct State {
        /// The second from which on tokens count, by user.
        var from: [UserID: Int64] = [:]
        /// How much of the file is read.
        var read = 0
        /// The first bad line that was skipped, from 1, and was not told yet.
        var skipped: Int?
    }

    /// What is issued a little later is revoked too, because clocks differ.
    private static let margin: Int64 = 60
    private static let lineBytes = 64
    private static let longestFile = 64 << 20

    private let path: String
    private let descriptor: Int32
    private let state = Lock(State())

    /// Opens the file of a store, or begins one; `now` is in seconds since the start of 1970.
    ///
    /// The server forgets what is over by then; another process must not.
    package init(inStore store: String, now: Double, forgets: Bool = true) throws(Fault) {
        path = "\(store)/revoked.tokens"
        descriptor = open(
            path,
            O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY,
            0o600
        )
        guard descriptor >= 0 else { throw Self.fault("opened") }
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG,
            about.st_mode & 0o077 == 0
        else {
            close(descriptor)
            throw Fault(
                description: "revoked.tokens is no file of its owner alone; run: chmod go= \(path)"
            )
        }
        do throws(Fault) {
            guard forgets else { return }
            try refresh()
            try forgetAll(beforeSecond: Int64(now))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Empties the file if every token that it is about has expired.
    private func forgetAll(beforeSecond now: Int64) throws(Fault) {
        guard flock(descriptor, LOCK_EX) == 0 else { throw Self.fault("locked") }
        defer { _ = flock(descriptor, LOCK_UN) }
        try refresh()
        let life = Int64(UserToken.longestLife + UserToken.skew)
        try state.withLock { (state) throws(Fault) in
            guard state.read > 0, state.from.values.allSatisfy({ $0 + life < now }) else { return }
            guard ftruncate(descriptor, 0) == 0 else { throw Self.fault("written") }
            state = State()
        }
    }

    deinit { close(descriptor) }

    /// Revokes a user's tokens, and returns the second from which new ones count.
    package func revoke(_ user: UserID, now: Double) throws(Fault) -> Int64 {
        let from = Int64(now.rounded(.up)) + Self.margin
        var line = Array("\(user) \(from)".utf8)
        line += [UInt8](repeating: UInt8(ascii: " "), count: Self.lineBytes - 1 - line.count)
        line.append(UInt8(ascii: "\n"))
        // One line at a time: a part of one that a full disk left is taken back.
        guard flock(descriptor, LOCK_EX) == 0 else { throw Self.fault("locked") }
        defer { _ = flock(descriptor, LOCK_UN) }
        var about = stat()
        guard fstat(descriptor, &about) == 0 else { throw Self.fault("read") }
        let size = about.st_size - about.st_size % off_t(Self.lineBytes)
        guard size == about.st_size || ftruncate(descriptor, size) == 0,
            write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0
        else {
            let fault = Self.fault("written")
            _ = ftruncate(descriptor, size)
            throw fault
        }
        // It holds, whatever other lines are like.
        try read()
        return from
    }

    /// The second from which a user's tokens count; nil if none were revoked.
    func from(_ user: UserID) -> Int64? {
        state.withLock { $0.from[user] }
    }

    /// Whether a token does not count.
    func revoke(_ token: UserToken) -> Bool {
        from(token.user).map { token.issuedAt < Double($0) } ?? false
    }

    /// Reads what was added to the file since.
    ///
    /// - Throws: once for bad lines, which are skipped: those behind them count.
    package func refresh() throws(Fault) {
        try read()
        let skipped = state.withLock { state in
            defer { state.skipped = nil }
            return state.skipped
        }
        if let skipped {
            throw Fault(
                description: "Line \(skipped) of \(path) is damaged, so revoked tokens of a user "
                    + "may be valid again. Stop the server, remove the line (sed -i \(skipped)d "
                    + "FILE), and revoke that user's tokens again."
            )
        }
    }

    private func read() throws(Fault) {
        try state.withLock { (state) throws(Fault) in
            var about = stat()
            guard fstat(descriptor, &about) == 0, about.st_size <= Self.longestFile else {
                throw Self.fault("read")
            }
            let end = Int(about.st_size) / Self.lineBytes * Self.lineBytes
            // Another process has emptied it.
            if end < state.read { state.read = 0 }
            guard end > state.read else { return }
            var bytes = [UInt8](repeating: 0, count: end - state.read)
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeMutableBytes {
                    pread(
                        descriptor,
                        $0.baseAddress.map { $0 + done },
                        $0.count - done,
                        off_t(state.read + done)
                    )
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.fault("read") }
                done += count
            }
            for start in stride(from: 0, to: bytes.count, by: Self.lineBytes) {
                let number = (state.read + start) / Self.lineBytes + 1
                state.hear(bytes[start..<start + Self.lineBytes], number)
            }
            state.read = end
        }
    }

    private static func fault(_ what: String) -> Fault {
        Fault(
            description: "revoked.tokens cannot be \(what): \(String(cString: strerror(errno)))."
        )
    }
}

extension Revocations.State {
    fileprivate mutating func hear(_ line: ArraySlice<UInt8>, _ number: Int) {
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let id = UniqueID(String(words[0])), let second = Int64(words[1])
        else { return skipped = skipped ?? number }
        let user = UserID(id)
        from[user] = max(from[user] ?? 0, second)
    }
}
