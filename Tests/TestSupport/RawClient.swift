import Foundation
import Glibc

/// A connection that sends what a test says, byte by byte, and reads what comes back.
package final class RawClient {
    package struct Answer {
        package var status = 0
        package var headers: [String: String] = [:]
        package var body: [UInt8] = []

        package var text: String { String(decoding: body, as: UTF8.self) }

        package var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        }

        package var code: String? { object["code"] as? String }
        package var ok: [String: Any]? { object["ok"] as? [String: Any] }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    /// Whether the other side has ended the connection.
    package private(set) var hasEnded = false

    /// Connects to a port; a small buffer makes a client that does not read cost the server room.
    package init(port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0, "The server cannot be reached.")
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    }

    /// Connects to a socket in a folder.
    package init(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0, "The server cannot be reached.")
    }

    deinit { close(descriptor) }

    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads the next answer; nil if the connection ends before it.
    package func answer(withinSeconds seconds: Int32 = 120) -> Answer? {
        while true {
            if let answer = takeAnswer() {
                if answer.status == 100 { continue }
                return answer
            }
            guard readMore(seconds) else { return nil }
        }
    }

    /// Whether something has come that stays unread.
    package func isAnswered(withinSeconds seconds: Int32 = 120) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, seconds * 1_000) > 0
    }

    /// Whether the server ends the connection, and sends nothing before.
    package func ends(withinSeconds seconds: Int32 = 120) -> Bool {
        while received.isEmpty, readMore(seconds) {}
        return hasEnded && received.isEmpty
    }

    /// All that comes until the server ends the connection; nil if it does not.
    package func rest(withinSeconds seconds: Int32 = 120) -> String? {
        while readMore(seconds) {}
        return hasEnded ? String(decoding: received, as: UTF8.self) : nil
    }

    private func readMore(_ seconds: Int32) -> Bool {
        guard !hasEnded else { return false }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, seconds * 1_000) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else {
            hasEnded = true
            return false
        }
        received += chunk[..<count]
        return true
    }

    private func takeAnswer() -> Answer? {
        let text = String(decoding: received, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound]
        let lines = head.components(separatedBy: "\r\n")
        var answer = Answer(status: Int(lines[0].split(separator: " ")[1]) ?? 0)
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let start = head.utf8.count + 4
        let count = answer.headers["content-length"].flatMap { Int($0) } ?? 0
        guard received.count >= start + count else { return nil }
        answer.body = Array(received[start..<(start + count)])
        received.removeFirst(start + count)
        return answer
    }
}
