import Foundation
import Glibc
import HTTPServing
import Locking
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing

/// Says who asks for `/peer`, and answers nothing else.
private final class SilentHandler: HTTPHandler {
    /// The targets that it was asked for.
    let asked = Lock<[String]>([])

    func refuse(_ fault: HTTPFault) -> HTTPResponse { HTTPResponse(fault.status, [], []) }

    func admit(_ head: HTTPHead) -> HTTPAdmission { .admitted(nil) }

    func knows(_ admitted: any HTTPAdmitted) -> Bool { false }

    func handle(_ exchange: HTTPExchange, _ request: HTTPRequest) {
        asked.withLock { $0.append(request.head.target) }
        guard request.head.target == "/peer" else { return }
        exchange.respond(HTTPResponse(200, [], Array(request.head.peer.utf8)))
    }

    func giveUp(_ head: HTTPHead?) -> HTTPResponse {
        HTTPResponse(head == nil ? 503 : 500, [], Array((head?.target ?? "").utf8))
    }

    func note(_ record: HTTPRecord) {}
}

@Suite(.timeLimit(.minutes(15)))
struct `A server that stops` {
    @Test func `tells what it was asked from what it never had`() throws {
        let handler = SilentHandler()
        let listener = try ListeningSocket(at: "127.0.0.1", port: 0)
        let port = listener.port
        let server = try HTTPServer(listener, HTTPLimits(), nil, handler)
        let whole = RawClient(port: port)
        whole.send("GET /whole HTTP/1.1\r\nHost: a\r\n\r\n")
        let half = RawClient(port: port)
        half.send("POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        let silent = RawClient(port: port)
        #expect(eventually { handler.asked.withLock { !$0.isEmpty } })
        // The half of the other has come, too, or will not be read.
        usleep(100_000)
        server.stop(within: 0)
        let answer = try #require(whole.answer())
        #expect(answer.status == 500)
        #expect(answer.text == "/whole")
        #expect(half.answer()?.status != 500)
        #expect(silent.ends())
        #expect(handler.asked.withLock { $0 } == ["/whole"])
    }

    @Test func `says 503 only of commands that were not done`() async throws {
        for _ in 0..<4 {
            var requests = RequestLimits()
            requests.stopSeconds = 0
            let served = try ServedStore(requests: requests)
            let made = try served.post(
                "/v1/commands/createGroup",
                #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
            )
            #expect(made.status == 200, "\(made.text)")
            try await served.store.operator.configure(Configure(rateLimit: .unlimited))
            let before = try served.store.position.rawValue
            let clients = (0..<60).map { _ in served.client() }
            for (number, client) in clients.enumerated() {
                let text = #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(number)"}"#
                client.send(served.request("/v1/commands/send", text))
            }
            served.server.stop()
            let answers = clients.map { $0.answer() }
            await served.store.waitForViews()
            let done = try served.store.position.rawValue - before
            let certain = answers.filter { $0?.status == 200 }.count
            let undone = answers.filter { $0?.status == 503 }.count
            #expect(certain <= Int(done))
            #expect(Int(done) <= clients.count - undone, "what is 503 was not done")
            for case let answer? in answers where answer.status != 200 {
                #expect(answer.headers["content-type"] == "application/problem+json")
                switch answer.status {
                case 500: #expect(answer.code == "outcomeUnknown")
                default:
                    #expect(answer.code == "overloaded", "\(answer.text)")
                    #expect(answer.headers["retry-after"] != nil)
                }
            }
        }
    }

    @Test func `ends while clients go on asking on their connections`() async throws {
        for _ in 0..<5 {
            var requests = RequestLimits()
            requests.stopSeconds = 0
            let served = try ServedStore(requests: requests)
            let text = served.request("/v1/queries/settings", #"{"as":"\#(anna)"}"#)
            let clients = (0..<16).map { _ in Client(served.client(), text) }
            let threads = clients.map { client in
                SystemThread(named: "test-client") { client.ask() }
            }
            // So long until it is sure that clients are at it, however busy the machine is.
            let isBusy = eventually { clients.contains { $0.answered.withLock { $0 > 0 } } }
            #expect(isBusy)
            usleep(50_000)
            served.server.stop()
            for thread in threads { thread?.join() }
        }
    }

    @Test func `says so to streams whose first page was still to come`() async throws {
        var requests = RequestLimits()
        requests.userStreams = 300
        let served = try ServedStore(requests: requests)
        try await served.store.operator.configure(Configure(rateLimit: .unlimited))
        let session = served.store.session(for: try #require(UserID(anna)))
        let members = try [ben, cora].map { try #require(UserID($0)) }
        let chat = try await session.createGroup(members: members)
        for number in 0..<50 {
            try await session.send("\(number) \(String(repeating: "word ", count: 300))", to: chat)
        }
        await served.store.waitForViews()
        let clients = (0..<300).map { _ in StreamClient(port: served.port) }
        let key = try #require(served.keys["users"])
        let (query, headers) = ("?conversation=\(chat)", ["Scrollback-As: \(anna)"])
        for client in clients { client.ask(query, key: key, headers: headers) }
        served.server.stop()
        var alone = 0
        for client in clients {
            client.readHead()
            guard client.status == 200 else { continue }
            let events = client.rest()
            let last = events.last
            #expect(last?.name == "closed" && last?.data["reason"] as? String == "stopping")
            if events.count == 1 { alone += 1 }
        }
        print("\(alone) streams ended before their first page")
    }

    /// Asks again and again, until the connection ends.
    private final class Client: @unchecked Sendable {
        // Sendable: one thread asks; the test looks at the count alone.
        private let client: RawClient
        private let text: String
        let answered = Lock(0)

        init(_ client: RawClient, _ text: String) {
            self.client = client
            self.text = text
        }

        func ask() {
            while !client.hasEnded {
                client.send(text)
                guard client.answer() != nil else { return }
                answered.withLock { $0 += 1 }
            }
        }
    }
}

@Suite(.timeLimit(.minutes(15)))
struct `A client of IPv4` {
    private static let hasIPv6 = (try? ListeningSocket(at: "::", port: 0)) != nil

    @Test(.enabled(if: hasIPv6, "there is no IPv6"))
    func `has its own address at a socket for both`() throws {
        let listener = try ListeningSocket(at: "::", port: 0)
        let port = listener.port
        let server = try HTTPServer(listener, HTTPLimits(), nil, SilentHandler())
        defer { server.stop(within: 1) }
        let client = RawClient(port: port)
        client.send("GET /peer HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.answer()?.text == "127.0.0.1")
    }
}
