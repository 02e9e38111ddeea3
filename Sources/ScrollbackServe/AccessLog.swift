internal import Glibc
internal import HTTPServing
internal import Locking
internal import ScrollbackJSON
internal import Wire

/// A line of JSON for each answer, in a file or on the standard output.
///
/// It has the route and never a query, an id or a key. A thread of its own writes, so that a slow
/// disk keeps no request waiting; lines that it cannot keep up with are counted and left out.
package final class AccessLog: Sendable {
    /// The file cannot be written.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var descriptor: Int32
        /// Whether the file ends within a line, for whose rest there was no room.
        var endsInLine = false
        var hasEnded = false
        /// Whether all was written, and nothing more will be.
        var isWritten = false
    }

    /// The standard output, as the name of a file.
    private static let standardOutput = "-"
    /// The bytes that wait to be written, unless another number is given.
    package static let mostWaiting = 1 << 20

    private let path: String
    private let waitingBytes: Int
    private let state: Monitor<State>
    private let thread = Lock<SystemThread?>(nil)

    /// Writes behind the end of a file, which is made with mode 0640 if there is none.
    ///
    /// While that many bytes wait to be written, further lines are left out.
    package init(_ path: String, waitingBytes: Int = mostWaiting) throws(Fault) {
        self.path = path
        self.waitingBytes = waitingBytes
        state = Monitor(State(descriptor: try Self.open(path)))
        let started = SystemThread(named: "scrollback-log") { [self] in writeLines() }
        guard let started else { throw Fault(description: "The system has no thread left.") }
        thread.withLock { $0 = started }
    }

    /// Opens the file again, as after it was renamed; the former one stays if that fails.
    package func reopen() throws(Fault) {
        guard path != Self.standardOutput else { return }
        let new = try Self.open(path)
        // In its place, so that what is being written goes to the one or the other.
        state.withLock { state in
            dup2(new, state.descriptor)
            state.endsInLine = false
            _ = fcntl(state.descriptor, F_SETFD, FD_CLOEXEC)
        }
        Glibc.close(new)
    }

    /// The seconds that the end waits for what is still to be written.
    private static let patience = 5.0

    /// Writes what waits, and ends.
    ///
    /// Where nobody reads the standard output, or a disk hangs, it ends without.
    package func close() {
        state.change { $0.hasEnded = true }
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        state.wait(atMost: Self.patience) { $0.isWritten }
        guard state.withLock({ $0.isWritten }) else { return }
        running.join()
        if path != Self.standardOutput { Glibc.close(state.withLock { $0.descriptor }) }
    }

    func note(_ record: HTTPRecord, route: String?) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var line = JSONWriter()
        line.object { line in
            line.field("at", now.tv_sec * 1_000 + now.tv_nsec / 1_000_000)
            line.field("from", record.entrance.word)
            line.field("method", Self.method(record.head?.method))
            if let route { line.field("route", route) }
            line.field("status", record.status)
            line.field("microseconds", Int(record.duration.seconds * 1e6))
            line.field("bytes", record.bytes)
        }
        line.endLine()
        state.change { state in
            guard state.waiting.count < waitingBytes else {
                state.dropped += 1
                return
            }
            state.waiting += line.bytes
        }
    }

    /// A method's name; what is none could say anything.
    private static func method(_ name: String?) -> String {
        let known = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"]
        return known.first { $0 == name } ?? "other"
    }

    private func writeLines() {
        while true {
            let (bytes, descriptor) = state.wait { state -> ([UInt8], Int32)? in
                guard !state.waiting.isEmpty || state.hasEnded else { return nil }
                defer { state.waiting = [] }
                return (state.waiting, state.descriptor)
            }
            if bytes.isEmpty { return state.change { $0.isWritten = true } }
            let lost = Self.lines(in: bytes.dropFirst(write(bytes, to: descriptor)))
            let dropped = state.withLock { state in
                state.dropped += lost
                return state.dropped
            }
            guard dropped > 0 else { continue }
            let line = Array("{\"dropped\":\(dropped)}\n".utf8)
            // It is told once there is room for all of it.
            guard write(line, to: descriptor) == line.count else { continue }
            state.withLock { $0.dropped -= dropped }
        }
    }

    /// How many lines end in some bytes.
    private static func lines(in bytes: some Sequence<UInt8>) -> Int {
        bytes.count { $0 == UInt8(ascii: "\n") }
    }

    /// Writes as far as it can, and returns how many bytes: a full disk ends no request.
    ///
    /// Behind a part of a line, the next one begins on a line of its own.
    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        if state.withLock({ $0.endsInLine }) {
            guard WholeFile.write([lineFeed], to: descriptor).count == 1 else { return 0 }
            state.withLock { $0.endsInLine = false }
        }
        let done = WholeFile.write(bytes, to: descriptor).count
        if done > 0, bytes[done - 1] != lineFeed { state.withLock { $0.endsInLine = true } }
        return done
    }

    private static func open(_ path: String) throws(Fault) -> Int32 {
        guard path != standardOutput else { return STDOUT_FILENO }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY
        let descriptor = Glibc.open(path, flags, 0o640)
        guard descriptor >= 0 else {
            throw Fault(
                description:
                    "The access log cannot be written: \(systemMessage(errno))."
            )
        }
        return descriptor
    }
}

extension HTTPEntrance {
    fileprivate var word: String {
        switch self {
        case .network: "network"
        case .socket: "socket"
        case .ownSocket: "operatorSocket"
        }
    }
}
