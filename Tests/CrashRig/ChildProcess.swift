internal import Glibc

/// A child process that is talked to in lines; killed with its owner.
package final class ChildProcess {
    package enum Ending: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)
        case hung

        package var description: String {
            switch self {
            case .exited(let code): "exited with \(code)"
            case .killed(let signal): "was killed by signal \(signal)"
            case .hung: "did not answer in time"
            }
        }
    }

    private let processID: pid_t
    private let socket: Int32
    private var received: [UInt8] = []
    private var ending: Ending?

    /// Starts a program; its standard input and output are one socket, its errors go to a file.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        errors: String = "/dev/null"
    ) throws(RigError) {
        // A socket and not a pipe: writing to a child that died must not raise SIGPIPE here.
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else {
            throw FileSystem.failure("talk to", path)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 0)
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var child: pid_t = 0
        let words = ([path] + arguments).map { strdup($0) }
        let settings = Self.environment(adding: environment).map { strdup($0) }
        defer { for word in words + settings { free(word) } }
        let code = posix_spawn(&child, path, &actions, nil, words + [nil], settings + [nil])
        close(sockets[1])
        guard code == 0 else {
            close(sockets[0])
            throw RigError("Cannot start \(path): \(String(cString: strerror(code)))")
        }
        processID = child
        socket = sockets[0]
    }

    deinit {
        if ending == nil {
            kill()
            _ = wait()
        }
        close(socket)
    }

    private static func environment(adding added: [String: String]) -> [String] {
        var settings: [String: String] = [:]
        var next = environ
        while let line = next.pointee {
            let parts = String(cString: line).split(separator: "=", maxSplits: 1)
            if let name = parts.first { settings[String(name)] = parts.dropFirst().joined() }
            next += 1
        }
        // A backtrace of an expected crash takes longer than everything else.
        settings["SWIFT_BACKTRACE"] = "enable=no"
        settings.merge(added) { $1 }
        return settings.map { "\($0)=\($1)" }.sorted()
    }

    /// Sends a line; a child that is gone shows when the answer is awaited.
    package func send(_ line: String) {
        var bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        while !bytes.isEmpty {
            let count = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return }
            bytes.removeFirst(count)
        }
    }

    /// The next line; nil when the child is gone or silent for too long.
    package func receive(within seconds: Int = 60) -> String? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(seconds) * 1_000)
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else {
                giveUp()
                return nil
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &chunk, chunk.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            received.append(contentsOf: chunk.prefix(count))
        }
    }

    package func kill() {
        guard ending == nil else { return }
        Glibc.kill(processID, SIGKILL)
    }

    /// Waits for the end, having closed the child's input; kills a child that takes too long.
    package func finish(withinMilliseconds limit: Int32 = 60_000) -> Ending {
        shutdown(socket, Int32(SHUT_WR))
        while true {
            // The child says nothing, so there is only its end of the socket to wait for.
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, limit)
            if ready < 0 && errno == EINTR { continue }
            if ready == 0 { giveUp() }
            return wait()
        }
    }

    private func giveUp() {
        kill()
        _ = wait()
        ending = .hung
    }

    /// Waits for the end, however long that takes.
    package func wait() -> Ending {
        if let ending { return ending }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        let result: Ending =
            signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        ending = result
        return result
    }
}
