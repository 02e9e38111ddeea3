import Foundation
import Glibc
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@testable import HTTPServing

@Suite(.timeLimit(.minutes(15)))
struct `Chunks that a stream writes itself` {
    /// A connection over a pair of sockets, and the other end.
    private func pair(roomToSend: Int32? = nil) -> (connection: HTTPConnection, other: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0)
        if var roomToSend { setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &roomToSend, 4) }
        let connection = HTTPConnection(
            ends[0],
            .socket,
            nil,
            until: .now + .seconds(600),
            { HTTPAnswer($0, [], []) }
        )
        return (connection, ends[1])
    }

    private func received(at descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    @Test func `a chunk has its length in front, and goes whole`() {
        let (connection, other) = pair()
        defer {
            close(connection.socket)
            close(other)
        }
        #expect(connection.write(chunk: Array("twenty-six bytes, or so: ä".utf8)) == .whole)
        let text = String(decoding: received(at: other), as: UTF8.self)
        #expect(text == "1b\r\ntwenty-six bytes, or so: ä\r\n")
    }

    @Test func `a client that does not read gets whole chunks or none`() {
        let (connection, other) = pair()
        defer {
            close(connection.socket)
            close(other)
        }
        for size in [1, 100, 3_000, 16 << 10, (16 << 10) + 1] {
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: size)
            var whole = 0
            var last = HTTPConnection.Writing.whole
            while last == .whole, whole < 10_000 {
                last = connection.write(chunk: piece)
                if last == .whole { whole += 1 }
            }
            #expect(last == .nothing, "never a part, with \(size) bytes each")
            let each = size + String(size, radix: 16).utf8.count + 4
            #expect(received(at: other).count == whole * each)
            if size > 16 << 10 { #expect(whole == 0) }
        }
    }

    @Test func `a part of a chunk is told apart, because nothing can follow it`() {
        let (connection, other) = pair(roomToSend: 4_608)
        defer {
            close(connection.socket)
            close(other)
        }
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 10)
        #expect(connection.write(chunk: piece) == .part)
        let count = received(at: other).count
        #expect(count > 0 && count < piece.count)
    }

    @Test func `a client that went away takes nothing`() {
        let (connection, other) = pair()
        close(other)
        #expect(connection.write(chunk: [1, 2, 3]) == .nothing)
        close(connection.socket)
    }

    @Test func `a stream over HTTP 1.0 has no lengths of chunks in it`() async throws {
        let served = try ServedStore()
        let author = try #require(UserID(anna))
        let members = try [ben, cora].map { try #require(UserID($0)) }
        let chat = try await served.store.session(for: author).createGroup(members: members)
        let client = served.client()
        client.send(
            "GET /v1/changes HTTP/1.0\r\nHost: localhost\r\nScrollback-As: \(ben)\r\n"
                + "Authorization: Bearer \(served.keys["users"] ?? "")\r\n\r\n"
        )
        #expect(client.hears("event: caughtUp"))
        for number in 0..<5 {
            try await served.store.session(for: author).send("text \(number).", to: chat)
            #expect(client.hears("\"text\":\"text \(number).\""))
        }
        served.server.stop()
        let all = try #require(client.rest())
        let head = try #require(all.range(of: "\r\n\r\n"))
        let beginnings = ["retry: ", "event: ", "id: ", "data: "]
        let others = all[head.upperBound...].split(separator: "\n").filter { line in
            !beginnings.contains { line.hasPrefix($0) }
        }
        #expect(others == [], "only lines of events")
        #expect(all.contains("event: closed"))
    }

    @Test func `texts of any length come in order, beside one another`() async throws {
        let served = try ServedStore()
        try await served.store.operator.configure(
            Configure(textLimit: 65_536, rateLimit: .unlimited)
        )
        let author = try #require(UserID(anna))
        let members = try [ben, cora].map { try #require(UserID($0)) }
        let chat = try await served.store.session(for: author).createGroup(members: members)
        let client = StreamClient(port: served.port)
        client.open("?since=0", key: served.keys["users"] ?? "", headers: ["Scrollback-As: \(ben)"])
        _ = client.next("caughtUp")
        // Short ones are written at once, and long ones by the library.
        let sizes = [1, 15_000, 60_000, 10, 16_000, 17_000, 2, 40_000, 5]
        for (number, size) in sizes.enumerated() {
            let text = "\(number) \(String(repeating: "x", count: size))"
            try await served.store.session(for: author).send(text, to: chat)
        }
        for (number, size) in sizes.enumerated() {
            let body = client.next("change")?.body
            #expect(body?.hasPrefix("\(number) x") == true, "in order")
            #expect(body?.utf8.count == size + 2)
        }
    }

    @Test func `a buffer gives back its whole pages, and nothing beside them`() {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        for (offset, count) in [(0, 4 * page), (100, 3 * page), (page - 1, 2), (1, page - 1)] {
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: 5 * page,
                alignment: page
            )
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 7)
            let buffer = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<(offset + count)])
            buffer.giveBackPages()
            let first = (offset + page - 1) / page * page
            let end = max(first, (offset + count) / page * page)
            let kept = memory.enumerated().filter { $0.element == 7 }.map(\.offset)
            #expect(kept == Array(0..<first) + Array(end..<(5 * page)))
        }
    }
}
