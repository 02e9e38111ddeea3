import EventLog
import Foundation
import Glibc
import HTTPServing
import Locking
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `What a server takes on at most` {
    private let own = #"{"as":"\#(anna)"}"#

    private func ask(_ served: ServedStore, _ path: String, on client: RawClient) {
        client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    @Test(arguments: [true, false])
    func `the time for reading an answer: who does not read is cut off`(isShort: Bool) throws {
        var limits = HTTPLimits()
        if isShort { limits.answerSeconds = 1 }
        let served = try ServedStore(limits: limits)
        let client = RawClient(port: served.port, receiveBuffer: 4_096)
        ask(served, "/openapi.json", on: client)
        // More than one round of the thread that looks for late connections.
        usleep(4_000_000)
        let answer = client.answer()
        if isShort {
            #expect(answer == nil && client.hasEnded, "the rest was not sent")
        } else {
            #expect(answer?.status == 200)
        }
        #expect(try served.get("/healthz").status == 200)
    }

    @Test func `connections: one more waits until another ends`() throws {
        var limits = HTTPLimits()
        limits.connections = 2
        let served = try ServedStore(limits: limits)
        let last: RawClient
        do {
            let open = (0..<2).map { _ in served.client() }
            for client in open {
                ask(served, "/healthz", on: client)
                #expect(client.answer()?.status == 200)
            }
            last = served.client()
            ask(served, "/healthz", on: last)
            #expect(last.answer(withinSeconds: 2) == nil && !last.hasEnded)
            ask(served, "/healthz", on: open[0])
            #expect(open[0].answer()?.status == 200, "those that are there go on")
        }
        #expect(last.answer()?.status == 200)
        // It stops while all of its places are taken.
        let other = served.client()
        ask(served, "/healthz", on: other)
        #expect(other.answer()?.status == 200)
        served.server.stop()
        #expect(last.ends() && other.ends())
    }

    @Test func `a user's token`() throws {
        var requests = RequestLimits()
        for (bytes, status) in [(0, 200), (-1, 401)] {
            let length = try ServedStore().token(anna).utf8.count
            requests.tokenBytes = length + bytes
            let served = try ServedStore(requests: requests)
            let token = try served.token(anna)
            #expect(token.utf8.count == length)
            let answer = try served.post("/v1/queries/settings", "{}", key: token)
            #expect(answer.status == status, "\(answer.text)")
        }
    }

    private func stream(_ served: ServedStore, as user: String = anna) -> StreamClient {
        let client = StreamClient(port: served.port)
        client.open(key: served.keys["users"] ?? "", headers: ["Scrollback-As: \(user)"])
        return client
    }

    @Test func `streams of one user`() throws {
        var requests = RequestLimits()
        requests.userStreams = 2
        let served = try ServedStore(requests: requests)
        let open = (0..<3).map { _ in stream(served) }
        #expect(open.map(\.status) == [200, 200, 429])
        #expect(stream(served, as: ben).status == 200, "another user has places")
    }

    @Test(arguments: [(kept: 2, open: 8), (kept: 9, open: 5)])
    func `streams: some connections are kept for requests`(kept: Int, open: Int) throws {
        var (limits, requests) = (HTTPLimits(), RequestLimits())
        limits.connections = 10
        requests.keptConnections = kept
        let served = try ServedStore(limits: limits, requests: requests)
        let streams = (0..<open).map { _ in stream(served) }
        #expect(streams.allSatisfy { $0.status == 200 })
        let refused = stream(served)
        #expect(refused.status == 503)
        #expect(try served.post("/v1/queries/settings", own).status == 200)
    }

    @Test func `the wait of an answer`() throws {
        var requests = RequestLimits()
        requests.waitSeconds = 1
        let served = try ServedStore(requests: requests)
        func status(_ wait: Int) throws -> Int {
            try served.get(
                "/v1/changes?wait=\(wait)",
                key: "users",
                headers: ["Scrollback-As: \(anna)"]
            ).status
        }
        #expect(try status(1) == 200)
        #expect(try status(2) == 400)
    }

    /// A group whose page of messages has about three MiB.
    private func longChat(_ served: ServedStore) async throws -> String {
        try await served.store.operator.configure(
            Configure(textLimit: 65_536, rateLimit: .unlimited)
        )
        let session = served.store.session(for: try #require(UserID(anna)))
        let members = try [ben, cora].map { try #require(UserID($0)) }
        let chat = try await session.createGroup(members: members)
        let long = String(repeating: "words ", count: 10_000)
        for _ in 0..<50 { try await session.send(long, to: chat) }
        await served.store.waitForViews()
        return "\(chat)"
    }

    @Test func `queries of one user whose answers are not read`() async throws {
        var requests = RequestLimits()
        requests.userQueries = 3
        let served = try ServedStore(requests: requests)
        let body = #"{"as":"\#(anna)","conversation":"\#(try await longChat(served))"}"#
        var stuck = (0..<3).map { _ in RawClient(port: served.port, receiveBuffer: 4_096) }
        for client in stuck { client.send(served.request("/v1/queries/messages", body)) }
        #expect(
            try eventually(withinSeconds: 30) {
                try served.post("/v1/queries/settings", own).status == 429
            }
        )
        let refused = try served.post("/v1/queries/settings", own)
        #expect(refused.status == 429 && refused.code == "rateLimited", "\(refused.text)")
        #expect(refused.headers["retry-after"] == "1")
        // Another user's are answered, and so are the user's own commands.
        #expect(try served.post("/v1/queries/settings", #"{"as":"\#(ben)"}"#).status == 200)
        let named = #"{"as":"\#(anna)","username":"anna"}"#
        #expect(try served.post("/v1/commands/setProfile", named).status == 200)
        // One that goes away makes room, and so does one that reads.
        stuck.removeLast()
        #expect(try eventually { try served.post("/v1/queries/settings", own).status == 200 })
        #expect(stuck.allSatisfy { $0.answer()?.status == 200 })
        for _ in 0..<10 { #expect(try served.post("/v1/queries/settings", own).status == 200) }
    }

    @Test func `the bytes of answers that are not read, of one user and of all`() async throws {
        var requests = RequestLimits()
        requests.unsentBytes = 8 << 20
        let served = try ServedStore(requests: requests)
        let chat = try await longChat(served)
        func stuck(as user: String) -> RawClient {
            let client = RawClient(port: served.port, receiveBuffer: 4_096)
            let body = #"{"as":"\#(user)","conversation":"\#(chat)"}"#
            client.send(served.request("/v1/queries/messages", body))
            return client
        }
        func status(as user: String) throws -> Int {
            try served.post("/v1/queries/settings", #"{"as":"\#(user)"}"#).status
        }
        var clients = [stuck(as: anna)]
        #expect(try eventually(withinSeconds: 30) { try status(as: anna) == 429 })
        #expect(try status(as: ben) == 200, "one user has an eighth")
        let named = #"{"as":"\#(anna)","username":"anna"}"#
        #expect(try served.post("/v1/commands/setProfile", named).status == 200)
        // Several users together have all of it.
        clients += [ben, cora].map(stuck)
        let stranger = "\(UserID.fresh())"
        #expect(try eventually(withinSeconds: 30) { try status(as: stranger) == 503 })
        let refused = try served.post("/v1/queries/settings", #"{"as":"\#(stranger)"}"#)
        #expect(refused.code == "overloaded" && refused.headers["retry-after"] != nil)
        #expect(try served.post("/v1/commands/setProfile", named).status == 200)
        clients = []
        #expect(try eventually { try status(as: stranger) == 200 })
    }

    /// Asks for the changes of a conversation from its present state on, and reads nothing.
    private func stuck(_ served: ServedStore, _ query: String, as user: String) -> RawClient {
        let client = RawClient(port: served.port, receiveBuffer: 4_096)
        client.send(
            "GET /v1/changes?\(query) HTTP/1.1\r\nHost: localhost\r\nScrollback-As: \(user)\r\n"
                + "Authorization: Bearer \(served.keys["users"] ?? "")\r\n\r\n"
        )
        return client
    }

    @Test func `answers with changes that are not read, which make no room for more`() async throws
    {
        var (requests, times) = (RequestLimits(), StreamTimes())
        requests.userStreams = 2
        times.yield = .zero
        let served = try ServedStore(requests: requests, times: times)
        let chat = try await longChat(served)
        var clients: [RawClient] = []
        for _ in 0..<2 {
            clients.append(stuck(served, "wait=0&conversation=\(chat)", as: anna))
            try #require(clients.last?.isAnswered() == true)
        }
        let refused = stuck(served, "wait=0&conversation=\(chat)", as: anna)
        #expect(refused.answer()?.status == 429)
        clients.removeLast()
        #expect(
            eventually { stuck(served, "wait=0", as: anna).answer()?.status == 200 },
            "one that goes away makes room"
        )
    }

    @Test(arguments: ["wait=0&", ""])
    func `the bytes of changes that are not read`(wait: String) async throws {
        var requests = RequestLimits()
        // A page of the chat is more than an eighth, which one user may have.
        requests.unsentBytes = 4 << 20
        let served = try ServedStore(requests: requests)
        let chat = try await longChat(served)
        let query = "\(wait)conversation=\(chat)"
        do {
            let first = stuck(served, query, as: anna)
            #expect(
                try eventually(withinSeconds: 30) {
                    try served.post("/v1/queries/settings", own).status == 429
                },
                "it is counted"
            )
            for asked in ["wait=0", "carrier=sse"] {
                let refused = stuck(served, asked, as: anna).answer()
                #expect(refused?.status == 429 && refused?.code == "rateLimited", "\(asked)")
                #expect(refused?.headers["retry-after"] == "1")
            }
            let other = stuck(served, "wait=0", as: ben).answer()
            #expect(other?.status == 200, "another user has room")
            #expect(first.isAnswered())
        }
        #expect(
            try eventually { try served.post("/v1/queries/settings", own).status == 200 },
            "what its client does not want any more is not counted"
        )
    }

    @Test func `the first page of a stream, until its client has taken it`() async throws {
        var requests = RequestLimits()
        requests.unsentBytes = 4 << 20
        let served = try ServedStore(requests: requests)
        let chat = try await longChat(served)
        let client = StreamClient(port: served.port)
        client.open(
            "?conversation=\(chat)",
            key: served.keys["users"] ?? "",
            headers: ["Scrollback-As: \(anna)"]
        )
        #expect(client.next("caughtUp") != nil)
        #expect(
            try eventually { try served.post("/v1/queries/settings", own).status == 200 },
            "the stream goes on"
        )
        _ = try await served.store.session(for: try #require(UserID(anna)))
            .send("behind it", to: ConversationID(try #require(UniqueID(chat))))
        #expect(client.next("change")?.body == "behind it")
    }

    /// A query whose body has so many bytes.
    private func settings(_ served: ServedStore, _ key: String, bytes: Int) -> String {
        let own = key == "users" ? #""as":"\#(anna)""# : ""
        let blanks = String(repeating: " ", count: bytes - own.utf8.count - 2)
        return served.request("/v1/queries/settings", "{\(own)\(blanks)}", key: key)
    }

    private func status(_ text: String, on client: RawClient) -> Int? {
        client.send(text)
        return client.answer()?.status
    }

    @Test func `bodies that are not whole, of all together`() throws {
        var limits = HTTPLimits()
        limits.unansweredBytes = 2 << 20
        limits.bodySeconds = 600
        let served = try ServedStore(limits: limits)
        let long = settings(served, "users", bytes: 900_000)
        var clients = (0..<2).map { _ in served.client() }
        for client in clients { client.send(String(long.dropLast())) }
        usleep(2_000_000)
        var refused: RawClient.Answer?
        #expect(
            eventually(withinSeconds: 30) {
                let client = served.client()
                client.send(long)
                refused = client.answer()
                return refused?.status == 503 && client.ends()
            }
        )
        #expect(refused?.code == "overloaded" && refused?.headers["retry-after"] != nil)
        let short = settings(served, "users", bytes: 10_000)
        #expect(status(short, on: served.client()) == 200, "there is always room for a short one")
        #expect(status("}", on: clients.removeLast()) == 200)
        #expect(status(long, on: served.client()) == 200, "what is answered makes room")
        clients = []
        for _ in 0..<3 { #expect(eventually { status(long, on: served.client()) == 200 }) }
    }

    @Test func `bodies that are not whole, of one user`() throws {
        var limits = HTTPLimits()
        limits.unansweredBytes = 8 << 20
        limits.bodySeconds = 600
        let served = try ServedStore(limits: limits)
        let token = try served.token(anna)
        let long = settings(served, token, bytes: 600_000)
        let first = served.client()
        first.send(String(long.dropLast()))
        // What was sent last is to be read after it.
        usleep(2_000_000)
        #expect(eventually(withinSeconds: 30) { status(long, on: served.client()) == 429 })
        let other = settings(served, try served.token(ben), bytes: 600_000)
        #expect(status(other, on: served.client()) == 200, "one user has an eighth")
        #expect(status(settings(served, "users", bytes: 600_000), on: served.client()) == 200)
        #expect(status("}", on: first) == 200)
        #expect(status(long, on: served.client()) == 200)
    }

    private final class HeldClock: Sendable {
        let isHeld = Monitor(false)

        func hold(_ holds: Bool) { isHeld.change { $0 = holds } }

        /// A store for which it stands still while it is held, and with it each line that creates
        /// something without an id.
        func store() throws -> Store {
            var options = Store.Options()
            options.clock = { [self] in
                isHeld.wait(atMost: 60) { !$0 }
                return Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            }
            return try Store.temporary(options: options)
        }
    }

    /// Commands with long bodies, which are read on other threads than the server's.
    private func sendLong(_ served: ServedStore, times: Int) -> [RawClient] {
        let blanks = String(repeating: " ", count: 20_000)
        let body = #"{"as":"\#(anna)","members":["\#(ben)","\#(cora)"]\#(blanks)}"#
        return (0..<times).map { _ in
            let client = served.client()
            client.send(served.request("/v1/commands/createGroup", body))
            return client
        }
    }

    @Test func `requests at once, also with long bodies that wait to be read`() throws {
        var requests = RequestLimits()
        requests.requests = 2
        let clock = HeldClock()
        let served = try ServedStore(requests: requests, over: clock.store())
        clock.hold(true)
        let clients = sendLong(served, times: 8)
        #expect(
            eventually(withinSeconds: 30) { clients.contains { $0.isAnswered(withinSeconds: 0) } },
            "who has no place is told at once"
        )
        clock.hold(false)
        let answers = clients.map { $0.answer() }
        #expect(Set(answers.map { $0?.status }) == [200, 503])
        #expect(answers.filter { $0?.status == 503 }.allSatisfy { $0?.code == "overloaded" })
    }

    @Test func `revocations and numbers wait for no commands`() throws {
        let clock = HeldClock()
        let served = try ServedStore(["users", "revoke", "metrics"], over: clock.store())
        clock.hold(true)
        let clients = sendLong(served, times: 8)
        usleep(1_000_000)
        let revoking = served.client()
        revoking.send(
            served.request("/v1/tokens/revoke", #"{"user":"\#(anna)"}"#, key: "revoke")
        )
        #expect(revoking.answer(withinSeconds: 30)?.status == 200)
        #expect(try served.get("/metrics", key: "metrics").status == 200)
        #expect(clients.allSatisfy { !$0.isAnswered(withinSeconds: 0) }, "they wait still")
        clock.hold(false)
        #expect(clients.allSatisfy { $0.answer()?.status == 200 })
    }

    @Test func `named consumers, of which the present ones stay`() throws {
        let folder = TemporaryFolder()
        var options = Store.Options()
        options.mostConsumers = 2
        var store = try Store.open(folder.path("store"), options: options)
        _ = try store.consumer("a")
        #expect(throws: StoreError.self) { try store.beginConsumers(["a", "b", "c"]) }
        #expect(try store.consumers().map(\.name) == ["a"], "all of them or none")
        _ = try store.beginConsumers(["a", "b"])
        #expect(throws: StoreError.self) { try store.consumer("c") }
        store.close()
        options.mostConsumers = 1
        store = try Store.open(folder.path("store"), options: options)
        let served = try ServedStore(["consumers"], over: store)
        func begin(_ name: String) throws -> Int {
            let body = #"{"consumer":"\#(name)"}"#
            return try served.post("/v1/consumers/begin", body, key: "consumers").status
        }
        #expect(try begin("b") == 200)
        #expect(try begin("c") == 400)
        store.close()
    }

    @Test func `names of consumers, of which all that are possible fit into their file`() throws {
        let folder = TemporaryFolder()
        var options = Store.Options()
        options.mostConsumers = .max
        var store = try Store.open(folder.path("store"), options: options)
        _ = try store.consumer("first")
        store.close()
        // The longest line that there can be, as often as there may be one.
        let (path, most) = (folder.path("store/consumers.marks"), 5_000)
        let lines = (0..<most).map { number in
            let name = "\(number)-" + String(repeating: "x", count: 63 - "\(number)".count)
            let times = [UInt64(Int64.max), UInt64(Int64.max)]
            let numbers = (times + [UInt64.max, UInt64.max]).map { "\($0)" }
            return ([name, "ffffffffffffffff", "\(UInt64.max)"] + numbers).joined(separator: " ")
        }
        let text = (["scrollback consumers 1"] + lines).joined(separator: "\n") + "\n"
        writeFile(path, Array(text.utf8))
        store = try Store.open(folder.path("store"), options: options)
        #expect(try store.consumers().count == most)
        #expect(throws: StoreError.self) { try store.consumer("another") }
        store.close()
    }

    @Test func `webhooks of a file`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("webhooks")
        var file: String?
        for name in ["one", "two"] {
            file = try WebhookList.make(
                name: name,
                content: "plans",
                url: "https://127.0.0.1/",
                allowsUnshared: false,
                in: file
            ).file
        }
        writeFile(path, Array((file ?? "").utf8))
        _ = try WebhookList(file: path, atMost: 2)
        let fault = #expect(throws: APIKeys.Fault.self) { try WebhookList(file: path, atMost: 1) }
        #expect("\(fault, default: "")".contains("--receivers"))
    }

    @Test(arguments: [
        "/v1/queries/settings", "/v1/commands/send", "/v1/commands/all", "/v1/tokens/revoke",
        "/v1/consumers/begin", "/v1/exports",
    ])
    func `the depth of JSON: more is 400, and the server lives`(path: String) throws {
        let served = try ServedStore(["users", "operator"], operatorTCP: true)
        for depth in [200, 20_000, 400_000] {
            for (open, close) in [("[", "]"), ("{\"x\":", "}")] {
                let nested =
                    String(repeating: open, count: depth)
                    + "1" + String(repeating: close, count: depth)
                let body = #"{"as":"\#(anna)","x":\#(nested)}"#
                guard body.utf8.count <= 1 << 20 else { continue }
                let key =
                    path.hasPrefix("/v1/queries") || path.hasPrefix("/v1/commands")
                    ? "users" : "operator"
                let answer = try served.post(path, body, key: key)
                #expect(answer.status == 400, "\(depth) \(answer.text)")
                #expect(answer.code == "invalidRequest")
                let token = try served.post(path, body, key: try served.token(anna))
                #expect([400, 403].contains(token.status), "\(depth) \(token.text)")
            }
        }
        #expect(try served.post("/v1/queries/settings", own).status == 200)
    }

    @Test(arguments: [1, 1_000, 60_000])
    func `a body in chunks that do not end`(size: Int) throws {
        var limits = HTTPLimits()
        limits.bodyBytes = 1 << 16
        let served = try ServedStore(limits: limits)
        let client = served.client()
        client.send(
            """
            POST /v1/queries/settings HTTP/1.1\r
            Host: localhost\r
            Authorization: Bearer \(served.keys["users"] ?? "")\r
            Content-Type: application/json\r
            Transfer-Encoding: chunked\r
            \r

            """
        )
        let chunk = String(size, radix: 16) + "\r\n" + String(repeating: " ", count: size) + "\r\n"
        let some = String(repeating: chunk, count: max(1, 10_000 / chunk.utf8.count))
        var sent = 0
        while !client.ends(withinSeconds: 0), sent < 64 << 20 {
            client.send(some)
            sent += some.utf8.count
        }
        #expect(client.hasEnded, "after \(sent) bytes")
        #expect(try served.post("/v1/queries/settings", own).status == 200)
    }
}

@Suite(.timeLimit(.minutes(15)))
struct `A server that is not ready says so` {
    @Test func `while it answers what it has before its end`() throws {
        var requests = RequestLimits()
        requests.stopSeconds = 60
        let served = try ServedStore(requests: requests)
        func ask(_ client: RawClient) -> Int? {
            client.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.answer()?.status
        }
        let (other, another, third) = (served.client(), served.client(), served.client())
        #expect(ask(other) == 200 && ask(another) == 200 && ask(third) == 200)
        // The head of a request, whose body it waits for, as it says.
        let (slow, body) = (served.client(), #"{"as":"\#(anna)"}"#)
        let head = served.request("/v1/queries/settings", "", headers: ["Expect: 100-continue"])
            .replacing("Content-Length: 0", with: "Content-Length: \(body.utf8.count)")
        slow.send(head)
        #expect(slow.isAnswered())
        let stream = StreamClient(port: served.port)
        stream.open(key: served.keys["users"] ?? "", headers: ["Scrollback-As: \(anna)"])
        #expect(stream.status == 200)
        let server = served.server
        let thread = SystemThread(named: "test-stop") { server.stop() }
        // It is asked on a connection that is there: no more are accepted.
        #expect(wait(milliseconds: 30_000) { ask(other) == 503 })
        another.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(another.answer()?.status == 200, "it lives")
        // Streams are refused from when those that are open are closed.
        #expect(stream.next("closed", withinSeconds: 60) != nil)
        // What was not begun says so, so that clients and proxies ask again.
        third.send(
            "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\nScrollback-As: \(anna)\r\n"
                + "Authorization: Bearer \(served.keys["users"] ?? "")\r\n\r\n"
        )
        let refused = third.answer()
        #expect(refused?.status == 503)
        #expect(refused?.code == "overloaded")
        #expect(refused?.headers["retry-after"] != nil)
        slow.send(body)
        #expect(slow.answer()?.status == 200)
        thread?.join()
    }

    @Test func `while the views cannot be read`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("store")
        try Engine.create(at: path)
        var options = Engine.Options()
        // The files' flushes alone take longer than a second where others flush too.
        options.patienceOfQueries = .seconds(60)
        let engine = try Engine(opening: path, options: options)
        let store = Store(engine, Store.Options())
        let served = try ServedStore(["consumers"], sockets: true, over: store)
        #expect(try served.get("/readyz").status == 200)
        let generation = try #require(engine.views.generation)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let isTold = Lock(false)
        // The writer is busy, so that they are not made anew before the server was asked.
        async let working: Void = engine.perform {
            (_) -> Result<Void, WriteError<CheckpointRefusal>> in
            _ = engine.views.doubt(generation, because: .page)
            begin.finish()
            while !isTold.withLock({ $0 }) { usleep(1_000) }
            return .success(())
        }
        for await _ in began {}
        let answer = try served.get("/readyz")
        // Neither is in the views, and an operator may ask for them just then.
        let present = ["Scrollback-At-Least: \(try store.newestPosition().rawValue)"]
        let consumers = try served.get("/v1/consumers", key: "consumers", headers: present)
        let exports = try served.get("/v1/exports", headers: present, at: .operatorSocket)
        isTold.withLock { $0 = true }
        #expect(consumers.status == 200, "\(consumers.text)")
        #expect(exports.status == 200, "\(exports.text)")
        #expect(answer.status == 503 && answer.code == "viewsUnavailable", "\(answer.text)")
        #expect(answer.headers["retry-after"] != nil)
        try await working
        await engine.waitForViews()
        #expect(try served.get("/readyz").status == 200)
    }

    @Test func `and a full disk is 507, while reading goes on`() throws {
        let folder = TemporaryFolder()
        let key = try run(
            StartedProgram.built("scrollback"),
            ["apikey", folder.path("keys"), "--name", "a"]
        ).said.prefix { $0 != "\n" }
        // In units of 1,024 bytes, of which the store keeps 8 MiB free.
        let server = try RunningServer(
            folder.path("store"),
            ["--create", "--api-keys", folder.path("keys")],
            errors: folder.path("errors"),
            limit: "ulimit -f 12288"
        )
        let text = String(repeating: "x", count: 4_000)
        let body = #"{"as":"\#(anna)","type":"app.note","data":"\#(text)"}"#
        var answer = try server.post("/v1/commands/recordCustom", body, key: String(key))
        var stored = 0
        while answer.status == 200, stored < 2_000 {
            stored += 1
            answer = try server.post("/v1/commands/recordCustom", body, key: String(key))
        }
        #expect(answer.status == 507 && answer.code == "storageFull", "\(answer.text)")
        #expect(stored > 10)
        let own = #"{"as":"\#(anna)"}"#
        #expect(try server.post("/v1/queries/settings", own, key: String(key)).status == 200)
        #expect(server.stop() == .exited(0))
    }
}
