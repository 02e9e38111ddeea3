internal import Glibc

/// A program that a test has started and talks to; killed with its owner.
///
/// Foundation's `Process` cannot be used beside parallel tests: it reads beyond the list of this
/// process's open files where they are more than 1,350, and sometimes dies of it.
public final class StartedProgram {
    /// How a program ended.
    public enum Ending: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)
        case hung
        /// Something else has waited for it, or the system was told to keep no endings.
        case unseen

        /// In words, to go behind the program's name.
        public var description: String {
            switch self {
            case .exited(let code): "exited with \(code)"
            case .killed(let signal): "was killed by signal \(signal)"
            case .hung: "did not answer in time"
            case .unseen: "ended unseen"
            }
        }
    }

    /// Why a program did not start.
    public struct NotStarted: Error, CustomStringConvertible {
        let program: String
        let code: Int32

        /// In words.
        public var description: String {
            "Cannot start \(program): \(String(cString: strerror(code)))"
        }
    }

    /// The number under which the system knows it.
    public let identifier: Int32
    private let socket: Int32
    private var received: [UInt8] = []
    /// Up to where there is no line's end in what was received.
    private var searched = 0
    private var ending: Ending?

    /// Starts a program, named by a path or found in PATH.
    ///
    /// Its output comes to the test, unless a file is named; to that it is added, as its errors are.
    public init(
        _ program: String,
        _ words: [String] = [],
        adding settings: [String: String] = [:],
        output: String? = nil,
        errors: String = "/dev/null"
    ) throws(NotStarted) {
        // A socket and not pipes: writing to a program that died must not raise SIGPIPE here, and
        // from its first moment no other program that is started can get hold of it.
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw NotStarted(program: program, code: errno)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        for case (let number, let file?) in [(1, output), (2, errors)] as [(Int32, String?)] {
            let flags = O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, number, file, flags, 0o600)
        }
        let arguments = ([program] + words).map { strdup($0) }
        let environment = Self.environment(adding: settings).map { strdup($0) }
        defer { for word in arguments + environment { free(word) } }
        // What started the tests may ignore or block signals: a shell in the background ignores what
        // its keys send, and Python ignores SIGXFSZ.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var heard = sigset_t()
        sigemptyset(&heard)
        sigaddset(&heard, SIGINT)
        sigaddset(&heard, SIGQUIT)
        sigaddset(&heard, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &heard)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var child: pid_t = 0
        let code = posix_spawnp(
            &child,
            program,
            &actions,
            &attributes,
            arguments + [nil],
            environment + [nil]
        )
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw NotStarted(program: program, code: code)
        }
        identifier = child
        socket = ends[0]
    }

    deinit {
        crash()
        close(socket)
    }

    /// The path of a program that is built beside the running tests.
    public static func built(_ name: String) -> String {
        guard let test = realpath("/proc/self/exe", nil) else { return name }
        defer { free(test) }
        let folders = String(cString: test).split(separator: "/").dropLast()
        return folders.reduce("") { "\($0)/\($1)" } + "/\(name)"
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

    /// Writes to its input; a program that is gone shows when it is read from.
    public func write(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a line to its input.
    public func writeLine(_ line: String) { write("\(line)\n".utf8) }

    /// Ends its input.
    public func endInput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads no more of its output, which it notices.
    public func closeOutput() { shutdown(socket, Int32(SHUT_RD)) }

    /// Waits for its next line; nil at the end, or when it was silent for too long and was killed.
    public func readLine(within seconds: Int = 600) -> String? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    received.removeFirst(end + 1)
                    searched = 0
                }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            searched = received.count
            guard readMore(within: seconds * 1_000) else { return nil }
        }
    }

    /// False at the end, or when nothing came in time.
    private func readMore(within milliseconds: Int) -> Bool {
        while true {
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(clamping: milliseconds))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else {
                giveUp()
                return false
            }
            var chunk = [UInt8](repeating: 0, count: 16_384)
            let count = read(socket, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            received += chunk[..<count]
            return true
        }
    }

    /// Asks it to end.
    public func terminate() { signal(SIGTERM) }

    /// Ends it as a crash of the machine would, and waits.
    @discardableResult
    public func crash() -> Ending {
        signal(SIGKILL)
        return wait()
    }

    private func signal(_ number: Int32) {
        if ending == nil { kill(identifier, number) }
    }

    /// Ends its input, and waits for its end; kills a program that takes too long.
    public func finish(withinMilliseconds limit: Int = 60_000) -> Ending {
        endInput()
        while readMore(within: limit) {}
        return wait()
    }

    private func giveUp() {
        crash()
        ending = .hung
    }

    /// Waits for its end, however long that takes.
    public func wait() -> Ending {
        if let ending { return ending }
        var status: Int32 = 0
        var found = waitpid(identifier, &status, 0)
        while found < 0 && errno == EINTR { found = waitpid(identifier, &status, 0) }
        let signal = status & 0x7F
        let result: Ending =
            if found != identifier {
                .unseen
            } else if signal == 0 {
                .exited((status >> 8) & 0xFF)
            } else {
                .killed(signal: signal)
            }
        ending = result
        return result
    }
}
