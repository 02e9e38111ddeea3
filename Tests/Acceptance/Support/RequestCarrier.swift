import Foundation
import Glibc
import TestSupport

/// Sends lines as requests on one connection, written byte by byte, and makes lines of the answers.
final class RequestCarrier: LineCarrier {
    private let server: ServedProgram
    private let socket: Int32
    private var received: [UInt8] = []

    init(_ place: Place) throws {
        server = try ServedProgram(place)
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Ended() }
    }

    deinit { close(socket) }

    var identifier: Int32 { server.program.identifier }

    func write(_ lines: [String]) {
        for line in lines { send(Array(Self.request(line, server).utf8)) }
    }

    private static func request(_ line: String, _ server: ServedProgram) -> String {
        var fields =
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
        let kind = fields["do"] == nil ? "queries" : "commands"
        let name = fields.removeValue(forKey: "do") ?? fields.removeValue(forKey: "ask") ?? ""
        let key = server.key(for: fields["as"] as? String)
        let body = (try? JSON(fields).line()) ?? ""
        return """
            POST /v1/\(kind)/\(name) HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            Authorization: Bearer \(key)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
    }

    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    func nextLine() throws -> String {
        var end = received.firstRange(of: Array("\r\n\r\n".utf8))
        while end == nil {
            try readMore()
            end = received.firstRange(of: Array("\r\n\r\n".utf8))
        }
        guard let end else { throw Ended() }
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let length = head.first { $0.lowercased().hasPrefix("content-length:") }
        let count = length?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        while received.count < end.upperBound + count { try readMore() }
        let body = String(
            decoding: received[end.upperBound..<(end.upperBound + count)],
            as: UTF8.self
        )
        received.removeFirst(end.upperBound + count)
        if head[0].hasPrefix("HTTP/1.1 200 ") { return body }
        // A problem has the members of the line's error, beside its own.
        return "{\"error\":\(body)}"
    }

    private func readMore() throws {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(socket, &chunk, chunk.count)
        guard count > 0 else { throw Ended() }
        received += chunk[..<count]
    }

    func end() throws { try server.end() }

    func dies() { server.program.crash() }
}
