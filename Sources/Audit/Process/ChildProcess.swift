internal import Glibc

/// A program started by this process, which exchanges lines with it; killed with its owner.
package struct ChildProcess: ~Copyable {
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// Other code in this process has waited for the child.
        case unknown
    }

    /// The result of waiting for a line.
    package enum Reading: Equatable, Sendable {
        case line(String)
        /// Nothing came in time.
        case silence
        /// The child has closed its output, or is gone.
        case end
    }

    private let identifier: pid_t
    private let socket: Int32
    private var received: [UInt8] = []
    private var ending: Ending?

    /// The most bytes of a line, so that a faulty child cannot fill the memory.
    private static let maximumLineBytes = 4 << 20

    /// Starts a program, by default this one again; nil if the system refuses.
    ///
    /// Its input and output are one socket, because writing to a child that died must not end
    /// the parent; its errors go where this program's go.
    package init?(program: String = "/proc/self/exe", arguments: [String]) {
        Self.keepEndings()
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let words = (["scrollback"] + arguments).map { strdup($0) }
        let settings = Self.environment.map { strdup($0) }
        defer { for word in words + settings { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, &actions, nil, words + [nil], settings + [nil])
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            return nil
        }
        identifier = child
        socket = ends[0]
    }

    deinit {
        if ending == nil {
            Glibc.kill(identifier, SIGKILL)
            _ = Self.waitFor(identifier)
        }
        close(socket)
    }

    /// This process's environment, with long backtraces after a crash turned off.
    private static var environment: [String] {
        var settings: [String] = []
        var next = environ
        while let line = next.pointee {
            let setting = String(cString: line)
            if !setting.hasPrefix("SWIFT_BACKTRACE=") { settings.append(setting) }
            next += 1
        }
        return settings + ["SWIFT_BACKTRACE=enable=no"]
    }

    /// Sends a line; that a child is gone is noticed when reading from it.
    package func send(_ line: String) {
        var bytes = Array("\(line)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The next line that the child printed; nil at the end of its output.
    package mutating func nextLine() -> String? {
        while true {
            switch read(within: 1_000) {
            case .line(let line): return line
            case .silence: continue
            case .end: return nil
            }
        }
    }

    /// Waits for the next line, up to a time limit.
    package mutating func read(within milliseconds: Int32) -> Reading {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return .line(String(decoding: received[..<end], as: UTF8.self))
            }
            guard received.count < Self.maximumLineBytes else { return .end }
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, milliseconds)
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 { return .silence }
            var chunk = [UInt8](repeating: 0, count: 16_384)
            let count = recv(socket, &chunk, chunk.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return .end }
            received += chunk[..<count]
        }
    }

    /// Kills the child at once, without a chance to clean up.
    package func kill() {
        if ending == nil { Glibc.kill(identifier, SIGKILL) }
    }

    /// Waits until the child is gone.
    @discardableResult
    package mutating func wait() -> Ending {
        if let ending { return ending }
        let result = Self.waitFor(identifier)
        ending = result
        return result
    }

    /// Makes the system keep the child's exit status until it is read, which it does not if this
    /// program was started with that ignored.
    private static func keepEndings() {
        var action = sigaction()
        guard sigaction(SIGCHLD, nil, &action) == 0 else { return }
        let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        if handler == ignored || action.sa_flags & Int32(SA_NOCLDWAIT) != 0 {
            signal(SIGCHLD, SIG_DFL)
        }
    }

    private static func waitFor(_ identifier: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            if errno != EINTR { return .unknown }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
}
