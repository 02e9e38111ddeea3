internal import Glibc
internal import Locking
package import Messaging
internal import Wire

/// Users whose tokens were revoked: those issued before a moment do not count.
///
/// They are kept in a file outside the log, a line for each, which is flushed before a revocation is
/// answered. Any process may add to it: the server looks whether it has grown, and leaves out lines
/// that are about no token that can be alive.
package final class Revocations: Sendable {
    /// The file cannot be read or written, with the system's words.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// What was read of the file.
    private struct Reading: ~Copyable {
        /// Open, so that no other file can have its number.
        var file: RevocationFile?
        var bytes = 0
        /// The lines that are none.
        var bad = 0
        /// When lines that are of no more use were looked for.
        var lookedAt: Int64?
    }

    fileprivate struct State {
        /// The second from which on tokens count, by user.
        var from: [UserID: Int64] = [:]
        /// The first bad line that was skipped, from 1, and was not told yet.
        var skipped: Int?
    }

    /// What is issued a little later is revoked too, because clocks differ.
    private static let margin: Int64 = 60
    /// How long a line is kept though no token that it is about can be alive: a clock that was put
    /// forward and back again would else bring some back.
    private static let keptSeconds: Int64 = 86_400
    private static let secondsBetweenLooks: Int64 = 60
    /// The bytes that are read at once.
    private static let readBytes = 1 << 20

    private let path: String
    private let reading = Lock(Reading())
    // Apart, because requests ask it, and must not wait for a disk.
    private let state = Lock(State())

    /// Reads the file of a store, if there is one.
    package init(inStore store: String) throws(Fault) {
        path = Self.path(inStore: store)
        try refresh()
    }

    private static func path(inStore store: String) -> String { "\(store)/revoked.tokens" }

    /// Revokes a user's tokens, and returns the second from which new ones count.
    package func revoke(_ user: UserID, now: Double) throws(Fault) -> Int64 {
        let from = try Self.add(user, now, to: path)
        // It holds, whatever other lines are like.
        state.withLock { $0.revoke(user, before: from) }
        return from
    }

    /// The same for a process that asks for no tokens.
    package static func revoke(
        _ user: UserID,
        inStore store: String,
        now: Double
    ) throws(Fault) -> Int64 {
        try add(user, now, to: path(inStore: store))
    }

    private static func add(
        _ user: UserID,
        _ now: Double,
        to path: String
    ) throws(Fault) -> Int64 {
        let from = Int64(now.rounded(.up)) + margin
        while true {
            guard let file = try RevocationFile(path, O_RDWR | O_CREAT | O_APPEND) else {
                throw RevocationFile.fault("opened", ENOENT)
            }
            try file.lock()
            guard try file.hasName() else { continue }
            try file.append(line(user, from))
            return from
        }
    }

    private static func line(_ user: UserID, _ from: Int64) -> [UInt8] {
        var line = Array("\(user) \(from)".utf8)
        let blanks = RevocationFile.lineBytes - 1 - line.count
        line += [UInt8](repeating: UInt8(ascii: " "), count: blanks)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The second from which a user's tokens count; nil if none were revoked.
    package func from(_ user: UserID) -> Int64? {
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
        try reading.withLock { (reading) throws(Fault) in try read(&reading) }
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

    private func read(_ reading: inout Reading) throws(Fault) {
        let isPresent = try reading.file?.hasName() ?? false
        if !isPresent {
            // What was read of a file that is gone or was written anew counts still.
            guard let file = try RevocationFile(path, O_RDONLY) else { return }
            reading.file = consume file
            (reading.bytes, reading.bad) = (0, 0)
        }
        let end = try reading.file?.bytesOfLines() ?? 0
        // It was emptied.
        if end < reading.bytes { (reading.bytes, reading.bad) = (0, 0) }
        while reading.bytes < end {
            let count = min(Self.readBytes, end - reading.bytes)
            try withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) {
                (buffer) throws(Fault) in
                try reading.file?.read(into: buffer, at: reading.bytes)
                hear(UnsafeRawBufferPointer(buffer), &reading)
            }
            reading.bytes += count
        }
    }

    private func hear(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) {
        for start in stride(from: 0, to: bytes.count, by: RevocationFile.lineBytes) {
            let line = bytes[start..<start + RevocationFile.lineBytes]
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            if words.count == 2, let id = UniqueID(String(words[0])), let second = Int64(words[1]) {
                state.withLock { $0.revoke(UserID(id), before: second) }
            } else {
                let number = (reading.bytes + start) / RevocationFile.lineBytes + 1
                reading.bad += 1
                state.withLock { $0.skipped = $0.skipped ?? number }
            }
        }
    }

    /// Forgets, once a minute, what is about no token that can be alive, and writes the file anew
    /// where that is half of its lines.
    ///
    /// A file with a bad line stays as it is, so that it can be looked at.
    package func forget(now: Double) throws(Fault) {
        let now = Int64(now)
        try reading.withLock { (reading) throws(Fault) in
            if let last = reading.lookedAt, last <= now, now - last < Self.secondsBetweenLooks {
                return
            }
            reading.lookedAt = now
            let life = Int64(UserToken.longestLife + UserToken.skew) + Self.keptSeconds
            let kept = state.withLock { state in
                state.from = state.from.filter { $0.value + life >= now }
                return state.from.count
            }
            let lines = reading.bytes / RevocationFile.lineBytes
            guard lines > 0, 2 * kept <= lines, reading.bad == 0,
                let file = try RevocationFile(path, O_RDWR), try file.lockAtOnce(),
                try file.hasName()
            else { return }
            // Nobody adds a line any more before the new file has the name.
            try read(&reading)
            guard reading.bad == 0 else { return }
            let from = state.withLock { $0.from.filter { $0.value + life >= now } }
            let fault = FlushedFile.replace(path, with: from.flatMap { Self.line($0, $1) })
            if let fault { throw RevocationFile.fault("written", fault) }
            try read(&reading)
        }
    }
}

extension Revocations.State {
    fileprivate mutating func revoke(_ user: UserID, before second: Int64) {
        from[user] = max(from[user] ?? 0, second)
    }
}
