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

/// The text of a request that sends a message for Anna.
private func sends(_ text: String, to chat: ConversationID, key: String) -> String {
    let body = #"{"as":"\#(anna)","conversation":"\#(chat)","text":"\#(text)"}"#
    let lines = [
        "POST /v1/commands/send HTTP/1.1", "Host: localhost", "Authorization: Bearer \(key)",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
}

/// Sends requests one after the other, and says when each is answered.
///
/// The thread is its own: a task may need the one that a test holds while it reads.
private func send(
    _ requests: [String],
    to port: UInt16,
    _ isAnswered: @escaping @Sendable () -> Void = {}
) -> SystemThread? {
    SystemThread(named: "test-sender") {
        let client = RawClient(port: port)
        for request in requests {
            client.send(request)
            _ = client.answer()
            isAnswered()
        }
    }
}

/// A group at a server that is a process of its own: other tests have memory of this one, and hold
/// threads that tasks need.
private final class GroupElsewhere {
    let server: RunningServer
    let key: String
    let chat: ConversationID
    private let folder = TemporaryFolder()

    init(members: [UserID], _ words: [String] = []) async throws {
        let path = folder.path("store")
        let backend = try APIKeys.make(name: "backend", rights: ["users", "metrics"], in: nil)
        writeFile(folder.path("keys"), Array(backend.file.utf8))
        key = backend.key
        let author = try #require(UserID(anna))
        let store = try Store.open(path)
        try await store.operator.configure(Configure(textLimit: 65_536, rateLimit: .unlimited))
        chat = try await store.session(for: author).createGroup(members: members)
        store.close()
        server = try RunningServer(
            path,
            ["--api-keys", folder.path("keys")] + words,
            errors: folder.path("errors")
        )
    }

    func send(_ text: String) {
        let client = RawClient(port: server.port)
        client.send(sends(text, to: chat, key: key))
        let answer = client.answer()
        #expect(answer?.status == 200, "\(answer?.text ?? "none")")
    }

    func stream(
        _ query: String = "",
        as user: UserID,
        receiveBuffer: Int32? = nil
    ) -> StreamClient {
        let client = StreamClient(port: server.port, receiveBuffer: receiveBuffer)
        client.open(query, key: key, headers: ["Scrollback-As: \(user)"])
        return client
    }

    /// Waits until so many streams are open.
    func hasStreams(_ count: Int, withinSeconds seconds: Int) -> Bool {
        eventually(withinSeconds: seconds) {
            let client = RawClient(port: server.port)
            client.send(
                "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n\r\n"
            )
            return client.answer()?.text.contains("scrollback_streams_open \(count)\n") == true
        }
    }
}

@Suite(.serialized, .timeLimit(.minutes(15)))
struct `Many streams, and bad ones` {
    private static let people = (0..<100).map { number in
        UserID("00000000-0000-4000-8000-0000000001\(number < 10 ? "0" : "")\(number)")
            ?? UserID.fresh()
    }

    private func begun(
        members: [UserID],
        limits: HTTPLimits = HTTPLimits(),
        times: StreamTimes = StreamTimes(),
        requests: RequestLimits = RequestLimits()
    ) async throws -> (served: ServedStore, chat: ConversationID) {
        let served = try ServedStore(
            ["users", "metrics"],
            limits: limits,
            requests: requests,
            times: times
        )
        try await served.store.operator.configure(Configure(rateLimit: .unlimited))
        let author = try #require(UserID(anna))
        let chat = try await served.store.session(for: author).createGroup(members: members)
        return (served, chat)
    }

    private func stream(
        _ served: ServedStore,
        _ query: String,
        as user: UserID,
        headers: [String] = [],
        receiveBuffer: Int32? = nil
    ) -> StreamClient {
        let client = StreamClient(port: served.port, receiveBuffer: receiveBuffer)
        client.open(
            query,
            key: served.keys["users"] ?? "",
            headers: ["Scrollback-As: \(user)"] + headers
        )
        return client
    }

    @Test func `every message comes once, in order, through any number of reconnects`() async throws
    {
        let reader = Self.people[0]
        let (served, chat) = try await begun(members: [reader, Self.people[1]])
        let key = try #require(served.keys["users"])
        let (senders, each) = (4, 60)
        let threads = (0..<senders).map { sender in
            let requests = (0..<each).map { sends("\(sender):\($0)", to: chat, key: key) }
            return send(requests, to: served.port)
        }
        var texts: [String] = []
        var known = "0"
        var connections = 0
        while texts.count < senders * each, connections < 200 {
            connections += 1
            let client = stream(
                served,
                "?since=0",
                as: reader,
                headers: ["Last-Event-ID: \(known)"]
            )
            var left = Int.random(in: 1...25)
            while left > 0, texts.count < senders * each {
                guard let event = client.next(withinSeconds: 600) else {
                    connections = 200
                    break
                }
                if let id = event.id { known = id }
                guard let body = event.body, body.contains(":") else { continue }
                texts.append(body)
                left -= 1
            }
        }
        for thread in threads { thread?.join() }
        #expect(texts.count == senders * each)
        #expect(Set(texts).count == texts.count, "none twice")
        for sender in 0..<senders {
            let own = texts.filter { $0.hasPrefix("\(sender):") }
            #expect(own == (0..<each).map { "\(sender):\($0)" }, "in order")
        }
        #expect(connections > 5)
    }

    @Test func `clients that do not read cost a page each, and are cut off in time`() async throws {
        let (slow, quick) = (Self.people[0], Self.people[1])
        // Beside other tests the one that reads may be late by seconds.
        let group = try await GroupElsewhere(members: [slow, quick], ["--stall-seconds", "8"])
        let stuck = (0..<32).map { _ in group.stream(as: slow, receiveBuffer: 4_096) }
        #expect(stuck.allSatisfy { $0.status == 200 })
        let other = group.stream(as: quick)
        _ = other.next("caughtUp")
        let long = String(repeating: "words ", count: 10_000)
        let before = Self.ownBytes(of: group.server.program.identifier)
        for number in 0..<Self.longMessages {
            group.send("\(number) \(long)")
            // It reads nothing from here to the next message, and the others read nothing at all.
            let body = other.next("change")?.body
            #expect(body?.hasPrefix("\(number) ") == true, "others do not wait for them")
        }
        // 32 times 1.5 MB are not read: a queue for each would be 48 MB, and pages are 10 MB.
        let growth = Self.ownBytes(of: group.server.program.identifier) - before
        print("32 clients that do not read 1.5 MB: memory grew by \(growth >> 10) KiB")
        #expect(growth < 40 << 20)
        // The system itself would end them after 60 s, when what was sent is not acknowledged.
        #expect(
            group.hasStreams(1, withinSeconds: 40),
            "those that do not read are cut off, the other not"
        )
        // What one of them reads now is what was on the way, and then the end.
        stuck[0].hurry()
        let rest = stuck[0].rest()
        #expect(stuck[0].hasEnded)
        var numbers = rest.compactMap(Self.number)
        #expect(numbers.count < Self.longMessages, "it was cut off")
        let again = group.stream("?since=\(rest.last { $0.id != nil }?.id ?? "0")", as: slow)
        while numbers.last != Self.longMessages - 1, let event = again.next() {
            if let number = Self.number(of: event) { numbers.append(number) }
        }
        #expect(numbers == Array(0..<Self.longMessages), "it goes on where it was")
        #expect(group.server.stop() == .exited(0))
    }

    @Test func `a stream that has ended has a time for its rest, and counts until then`()
        async throws
    {
        var times = StreamTimes()
        times.stall = .seconds(30)
        // Nothing else ends the connection of a client that does not read meanwhile.
        var limits = HTTPLimits()
        limits.acknowledgeSeconds = 600
        limits.idleSeconds = 600
        var requests = RequestLimits()
        requests.userStreams = 1
        let reader = Self.people[0]
        let (served, chat) = try await begun(
            members: [reader, Self.people[1]],
            limits: limits,
            times: times,
            requests: requests
        )
        try await served.store.operator.configure(Configure(textLimit: 65_536))
        let stuck = stream(served, "", as: reader, receiveBuffer: 4_096)
        _ = stuck.next("caughtUp")
        let key = try #require(served.keys["users"])
        let long = String(repeating: "words ", count: 10_000)
        for number in 0..<Self.longMessages {
            let client = served.client()
            client.send(sends("\(number) \(long)", to: chat, key: key))
            #expect(client.answer()?.status == 200)
        }
        await served.store.waitForViews()
        usleep(500_000)
        // Its key is gone, so that it ends; what it was sent is still to be taken.
        let made = try APIKeys.make(name: "new", rights: ["users"], in: nil)
        try served.use { $0.keys = try APIKeys(text: made.file) }
        usleep(2_000_000)
        func status() -> Int {
            let client = StreamClient(port: served.port)
            client.open(key: made.key, headers: ["Scrollback-As: \(reader)"])
            return client.status
        }
        #expect(status() == 429, "it is the user's still")
        #expect(eventually(withinSeconds: 120) { status() == 200 }, "it is cut off")
        stuck.hurry()
        #expect(stuck.rest().last?.name != "expired")
    }

    private static let longMessages = 25

    /// The number at the beginning of a message's text.
    private static func number(of event: StreamClient.Event) -> Int? {
        event.body.flatMap { Int($0.prefix { $0 != " " }) }
    }

    @Test func `a silent stream has comments, and a client that went away is noticed by them`()
        async throws
    {
        var times = StreamTimes()
        times.heartbeat = .seconds(1)
        let (served, _) = try await begun(members: [Self.people[0], Self.people[1]], times: times)
        do {
            let lines = stream(served, "?carrier=ndjson", as: Self.people[0])
            let events = stream(served, "", as: Self.people[0])
            for client in [lines, events] {
                _ = client.next("caughtUp")
                #expect(eventually { client.available().isEmpty && client.comments > 1 })
            }
            #expect(served.streams { $0 == 2 })
        }
        // Two comments later it is known that both are gone, and there is room for as many as ever.
        #expect(served.streams { $0 == 0 })
        let others = (0..<64).map { _ in stream(served, "", as: Self.people[0]) }
        #expect(others.allSatisfy { $0.status == 200 })
        let clients = (0..<65).map { _ in stream(served, "", as: Self.people[1]) }
        #expect(clients.last?.status == 429)
        #expect(clients.last?.headers["retry-after"] != nil)
    }

    @Test func `a silent stream has comments where others write all the time, too`() throws {
        let folder = TemporaryFolder()
        let backend = try APIKeys.make(name: "backend", rights: ["users"], in: nil)
        writeFile(folder.path("keys"), Array(backend.file.utf8))
        // Longer than a stream waits until it looks by itself.
        let server = try RunningServer(
            folder.path("store"),
            ["--create", "--api-keys", folder.path("keys"), "--heartbeat-seconds", "6"],
            errors: folder.path("errors")
        )
        // Of a few streams, all would be woken by each commit.
        let clients = Self.people.prefix(20).map { user in
            let client = StreamClient(port: server.port)
            client.open(key: backend.key, headers: ["Scrollback-As: \(user)"])
            return client
        }
        var changes = 0
        let isHeard = eventually(withinSeconds: 120) {
            changes += 1
            let name = #"{"as":"\#(anna)","username":"anna\#(changes)"}"#
            #expect(
                (try? server.post("/v1/commands/setProfile", name, key: backend.key))?.status == 200
            )
            for client in clients { _ = client.available() }
            return clients.allSatisfy { $0.comments > 0 }
        }
        #expect(isHeard, "\(clients.map(\.comments)) comments beside \(changes) changes")
        #expect(server.stop() == .exited(0))
    }

    @Test func `the server's end ends the streams, which say so`() async throws {
        let (served, _) = try await begun(members: [Self.people[0], Self.people[1]])
        let clients = (0..<20).map { _ in stream(served, "", as: Self.people[0]) }
        for client in clients { _ = client.next("caughtUp") }
        served.server.stop()
        for client in clients {
            #expect(client.next()?.name == "closed")
            #expect(client.next() == nil && client.hasEnded)
        }
    }

    @Test func `idle streams take little memory, and no more with time`() async throws {
        let count = Self.knob("SERVE_IDLE", 250)
        Self.allowDescriptors(2 * count + 200)
        let members = Array(Self.people.prefix(2))
        let group = try await GroupElsewhere(members: members, ["--heartbeat-seconds", "2"])
        let process = group.server.program.identifier
        let warm = group.stream(as: members[0])
        _ = warm.next("caughtUp")
        let before = Self.ownBytes(of: process)
        let clients = (0..<count).map { _ in group.stream(as: UserID.fresh()) }
        #expect(clients.allSatisfy { $0.status == 200 })
        for client in clients { _ = client.next("caughtUp") }
        let open = Self.ownBytes(of: process)
        for number in 0..<50 { group.send("\(number)") }
        let isHeard = eventually {
            for client in clients { _ = client.available() }
            return clients.allSatisfy { $0.comments > 1 }
        }
        #expect(isHeard, "each has comments")
        let later = Self.ownBytes(of: process)
        let each = (open - before) / count
        print("\(count) idle streams: \(each) bytes each, \(later - open) more later")
        #expect(each < 64 << 10)
        #expect(later - open < 16 << 20)
        #expect(clients.allSatisfy { !$0.hasEnded })
        #expect(group.server.stop() == .exited(0))
    }

    @Test(arguments: [false, true])
    func `an idle stream takes little memory, by its user's token as by a key`(
        hasToken: Bool
    ) throws {
        let count = Self.knob("SERVE_IDLE", 250)
        Self.allowDescriptors(2 * count + 200)
        let folder = TemporaryFolder()
        let path = folder.path("store")
        let log = try { () throws(StoreError) in
            let store = try Store.open(path)
            defer { store.close() }
            return store.logID
        }()
        let backend = try APIKeys.make(name: "backend", rights: ["users"], in: nil)
        let issuer = try TokenSigner.make(id: "test", issuer: "chat", isShared: false, in: nil)
        let signer = try TokenSigner(text: issuer.privateFile)
        writeFile(folder.path("keys"), Array(backend.file.utf8))
        writeFile(folder.path("tokens"), Array(issuer.serverFile.utf8))
        // Other tests have memory of the process that they share, and so has a client of each stream.
        let server = try RunningServer(
            path,
            ["--api-keys", folder.path("keys"), "--token-keys", folder.path("tokens")],
            errors: folder.path("errors")
        )
        func open() throws -> [StreamClient] {
            try (0..<count).map { _ in
                let user = UserID.fresh()
                let token = try signer.token(
                    for: user,
                    of: log,
                    issuedAt: Int64(time(nil)),
                    seconds: 600
                )
                let client = StreamClient(port: server.port)
                client.open(
                    key: hasToken ? token : backend.key,
                    headers: hasToken ? [] : ["Scrollback-As: \(user)"]
                )
                _ = client.next("caughtUp")
                return client
            }
        }
        // The first ones make what all need.
        let former = try open()
        let before = Self.ownBytes(of: server.program.identifier)
        let clients = try open()
        let each = (Self.ownBytes(of: server.program.identifier) - before) / count
        print("\(count) idle streams by \(hasToken ? "tokens" : "a key"): \(each) bytes each")
        #expect(each < Self.mostForIdle)
        #expect((former + clients).allSatisfy { $0.status == 200 && !$0.hasEnded })
        #expect(server.stop() == .exited(0))
    }

    /// The bytes that an idle stream may take.
    private static let mostForIdle = 22 << 10

    @Test func `many receivers have each message once, and soon`() async throws {
        let people = Array(Self.people.prefix(Self.knob("SERVE_RECEIVERS", 40)))
        let group = try await GroupElsewhere(members: people)
        let clients = people.map { group.stream("?since=0", as: $0) }
        for client in clients { _ = client.next("caughtUp") }
        let count = 20
        let requests = (0..<count).map { sends("m\($0);", to: group.chat, key: group.key) }
        let times = Lock<[ContinuousClock.Instant]>([])
        let thread = send(requests, to: group.server.port) {
            times.withLock { $0.append(.now) }
            usleep(50_000)
        }
        var arrivals: [(number: Int, at: ContinuousClock.Instant)] = []
        let end = ContinuousClock.now + .seconds(120)
        while arrivals.count < count * clients.count, .now < end {
            var polled = clients.map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&polled, nfds_t(polled.count), 1_000)
            for (client, state) in zip(clients, polled) where state.revents != 0 {
                // An event has the messages of one page, which are several on a busy machine.
                for event in client.available() {
                    for start in event.text.ranges(of: "\"text\":\"m").map(\.upperBound) {
                        guard let number = Int(event.text[start...].prefix { $0 != ";" })
                        else { continue }
                        arrivals.append((number, .now))
                    }
                }
            }
        }
        thread?.join()
        let answered = times.withLock { $0 }
        #expect(arrivals.count == count * clients.count)
        let waits = arrivals.map { $0.at - answered[$0.number] }.sorted()
        print(
            "\(people.count) receivers: p50 \(waits[waits.count / 2]), "
                + "p99 \(waits[waits.count * 99 / 100])"
        )
        // 20 messages come within a second: streams that waited for a timer or for each other would
        // be later, also in a slow build.
        #expect(waits[waits.count * 99 / 100] < .seconds(3))
        #expect(group.server.stop() == .exited(0))
    }

    private static func knob(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    private static func allowDescriptors(_ count: Int) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count)))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The memory that a process has made: without the files that it has mapped.
    private static func ownBytes(of process: pid_t) -> Int {
        let path = "/proc/\(process)/status"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return
            (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
            << 10
    }
}
