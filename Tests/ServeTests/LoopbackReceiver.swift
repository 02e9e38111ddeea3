import Foundation
import Glibc
import Locking

/// A receiver of webhooks on this machine, which answers as a test says, well or badly.
final class LoopbackReceiver: Sendable {
    struct Request: Sendable {
        var headers: [String: String] = [:]
        var body: [UInt8] = []

        var id: String { headers["webhook-id"] ?? "" }
        var text: String { String(decoding: body, as: UTF8.self) }
        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }
        var type: String? { object["type"] as? String }
        var data: [String: Any] { object["data"] as? [String: Any] ?? [:] }
        var items: [[String: Any]] { data["items"] as? [[String: Any]] ?? [] }
        var bodies: [String] { items.compactMap { $0["body"] as? String } }
    }

    enum Behaviour: Sendable {
        case status(Int)
        /// Answers as the text says.
        case says(String)
        /// Answers nothing, until the other side gives up.
        case hangs
        /// Sends a byte of a header now and then, without an end.
        case drips
        /// Sends a body without an end.
        case floods
        case closes
    }

    private struct State {
        var requests: [Request] = []
        var behaviours: [Behaviour] = []
        var usual = Behaviour.status(204)
    }

    /// A class, because threads that serve connections may outlive the receiver.
    private final class Record: Sendable {
        let state = Monitor(State())
    }

    let port: UInt16
    private let listener: Int32
    private let record = Record()

    init() {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener, $0, size) == 0 && listen(listener, 64) == 0)
                precondition(getsockname(listener, $0, &size) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        let thread = SystemThread(named: "receiver") { [listener, record] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Closed here and nowhere else: another receiver may get its number at once.
                    close(listener)
                    return
                }
                _ = SystemThread(named: "receiver-one") {
                    Self.serve(connection, record)
                    close(connection)
                }
            }
        }
        precondition(thread != nil)
    }

    /// Ends it; connections that hang end with their clients.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var url: String { "http://127.0.0.1:\(port)/hook?token=hunter2" }

    /// Answers the next requests so, one after the other, and those behind them as usual.
    func behave(_ behaviours: Behaviour..., then usual: Behaviour = .status(204)) {
        record.state.change { state in
            state.behaviours = behaviours
            state.usual = usual
        }
    }

    var requests: [Request] { record.state.withLock { $0.requests } }

    /// Waits until requests are there that are enough; returns what there is after a minute.
    @discardableResult
    func wait(until isEnough: @escaping ([Request]) -> Bool) -> [Request] {
        record.state.wait(atMost: 60) { isEnough($0.requests) }
        return requests
    }

    private static func serve(_ connection: Int32, _ record: Record) {
        var received: [UInt8] = []
        while let request = read(from: connection, &received) {
            let behaviour = record.state.change { state in
                state.requests.append(request)
                return state.behaviours.isEmpty ? state.usual : state.behaviours.removeFirst()
            }
            switch behaviour {
            case .status(let status):
                say("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n", to: connection)
            case .says(let text): say(text, to: connection)
            case .closes: return
            case .hangs: while readMore(from: connection, &received) {}
            case .drips:
                say("HTTP/1.1 200 OK\r\nX: ", to: connection)
                while say("y", to: connection) { usleep(50_000) }
            case .floods:
                say("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", to: connection)
                let much = String(repeating: "z", count: 65_536)
                while say(much, to: connection) {}
            }
        }
    }

    @discardableResult
    private static func say(_ text: String, to connection: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func readMore(from connection: Int32, _ received: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        received += chunk[..<count]
        return true
    }

    private static func read(from connection: Int32, _ received: inout [UInt8]) -> Request? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = received.indices.first(where: {
                received[$0...].starts(with: separator)
            }) {
                var request = Request()
                let lines = String(decoding: received[..<end], as: UTF8.self)
                    .components(separatedBy: "\r\n")
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    request.headers[parts[0].lowercased()] =
                        parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                }
                let size = request.headers["content-length"].flatMap { Int($0) } ?? 0
                while received.count < end + 4 + size {
                    guard readMore(from: connection, &received) else { return nil }
                }
                request.body = Array(received[(end + 4)..<(end + 4 + size)])
                received.removeFirst(end + 4 + size)
                return request
            }
            guard readMore(from: connection, &received) else { return nil }
        }
    }
}
