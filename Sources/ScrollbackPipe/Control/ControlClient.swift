internal import CPlatform
internal import Glibc
internal import Messaging
internal import ScrollbackJSON

/// A connection to the control socket of the process that writes to a store.
///
/// Its calls block their thread.
package struct ControlClient: ~Copyable {
    package let descriptor: Int32
    private var received: [UInt8] = []
    /// How many bytes were looked through for the end of a line.
    private var searched = 0

    /// Nothing answers there, with the system's error number.
    package struct Unreachable: Error {
        package let number: Int32
    }

    /// Connects to the socket at a path.
    package init(to path: String) throws(Unreachable) {
        descriptor = scrollback_socket_connect(path, 5)
        guard descriptor >= 0 else { throw Unreachable(number: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends a line, without its end.
    ///
    /// - Returns: Whether the other side is still there.
    package func send(_ line: [UInt8]) -> Bool {
        var rest = (line + [UInt8(ascii: "\n")])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Waits for the next line, and returns it without its end; nil if the connection has ended,
    /// or nothing came in time.
    package mutating func readLine(withinMilliseconds limit: Int32 = -1) -> [UInt8]? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    received.removeFirst(end + 1)
                    searched = 0
                }
                return Array(received[..<end])
            }
            searched = received.count
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, limit)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return nil }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            received += chunk[..<count]
        }
    }
}

/// The way to the process that writes, for one that reads and is asked what only the writer knows.
package struct WriterLink: ~Copyable {
    private let path: String
    private var client: ControlClient?

    /// The link to the writer behind a control socket; it connects when it is needed.
    package init(to path: String) { self.path = path }

    /// Returns the writer's answer to a line with this `ref`; nil if no writer can be reached, or if
    /// it says something else: a refusal of the connection has no `ref`.
    mutating func answer(to line: [UInt8], ref: [UInt8]? = nil) -> [UInt8]? {
        let start = ContinuousClock.now
        // The second time on a new connection: the writer may have been started anew.
        for _ in 0..<2 where ContinuousClock.now - start < Self.patience {
            if client == nil { client = try? ControlClient(to: path) }
            guard client != nil else { return nil }
            if client?.send(line) == true,
                let answer = client?.readLine(withinMilliseconds: Self.patienceMilliseconds)
            {
                if AnswerLine.ref(of: answer) == ref { return answer }
                client = nil
                return nil
            }
            // An answer that comes too late must not be taken for the next one's.
            client = nil
        }
        return nil
    }

    /// How long the writer may take.
    private static let patience = Duration.milliseconds(Int(patienceMilliseconds))
    private static let patienceMilliseconds: Int32 = 5_000
}

/// An answer line, for programs that send lines.
package enum AnswerLine: Equatable, Sendable {
    case done(position: Int64)
    case refused(code: String, message: String)
    case progress(done: Int64, total: Int64)

    /// What to tell the person where an answer can be none that was asked for.
    package static let unexpected =
        "the process at the control socket sent an unexpected answer; use the same version of "
        + "scrollback for both"

    /// The number of the journal's newest line that an answer names.
    package static func keeping(of line: [UInt8]) -> UInt64? {
        guard let object = try? JSONDocument(line).object() else { return nil }
        return number(AnswerSchema.keepingName, in: object).flatMap { UInt64(exactly: $0) }
    }

    /// The `ref` that an answer repeats, as it stands there.
    static func ref(of line: [UInt8]) -> [UInt8]? {
        let document = try? JSONDocument(line, maximumBytes: 2 * Limits.answerBytes)
        return (try? document?.object())?["ref"].map { Array($0.bytes) }
    }

    private static func number(_ name: String, in object: JSONObject) -> Int64? {
        guard case .number(let number)? = object[name]?.integer else { return nil }
        return number
    }

    /// Reads a line; nil for one that is none, or of more than a mebibyte.
    package init?(_ line: [UInt8]) {
        guard let object = try? JSONDocument(line).object() else { return nil }
        if let error = object["error"]?.object {
            self = .refused(
                code: error["code"]?.string ?? "",
                message: error["message"]?.string ?? ""
            )
        } else if let progress = object["progress"]?.object,
            let done = Self.number("done", in: progress),
            let total = Self.number("total", in: progress)
        {
            self = .progress(done: done, total: total)
        } else if let position = Self.number("position", in: object) {
            self = .done(position: position)
        } else {
            return nil
        }
    }
}
