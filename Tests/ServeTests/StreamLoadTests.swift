import Foundation
import Glibc
import HTTPServing
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `Many streams, and bad ones` {
    private static let people = (0..<100).map { number in
        UserID("00000000-0000-4000-8000-0000000001\(number < 10 ? "0" : "")\(number)")
            ?? UserID.fresh()
    }

    private func begun(
        members: [UserID],
        times: StreamTimes = StreamTimes()
    ) async throws -> (served: ServedStore, chat: ConversationID) {
        let served = try ServedStore(times: times)
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
        let store = served.store
        let (senders, each) = (4, 60)
        async let sending: Void = withTaskGroup(of: Void.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    guard let author = UserID(anna) else { return }
                    for number in 0..<each {
                        _ = try? await store.session(for: author)
                            .send("\(sender):\(number)", to: chat)
                    }
                }
            }
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
                guard let event = client.next(withinSeconds: 60) else {
                    connections = 200
                    break
                }
                if let id = event.id { known = id }
                guard let body = event.body, body.contains(":") else { continue }
                texts.append(body)
                left -= 1
            }
        }
        _ = await sending
        #expect(texts.count == senders * each)
        #expect(Set(texts).count == texts.count, "none twice")
        for sender in 0..<senders {
            let own = texts.filter { $0.hasPrefix("\(sender):") }
            #expect(own == (0..<each).map { "\(sender):\($0)" }, "in order")
        }
        #expect(connections > 5)
    }

    @Test func `a client that does not read costs a page, and is cut off in time`() async throws {
        var times = StreamTimes()
        // Long enough for a busy machine not to take the quick client for a stuck one.
        times.stall = .seconds(10)
        let (slow, quick) = (Self.people[0], Self.people[1])
        let (served, chat) = try await begun(members: [slow, quick], times: times)
        let stuck = stream(served, "?since=0", as: slow, receiveBuffer: 4_096)
        let other = stream(served, "?since=0", as: quick)
        _ = other.next("caughtUp")
        let author = try #require(UserID(anna))
        let long = String(repeating: "words ", count: 1_500)
        let before = Self.residentBytes()
        let store = served.store
        async let writing: Void = {
            for number in 0..<1_000 {
                _ = try? await store.session(for: author).send("\(number) \(long)", to: chat)
            }
        }()
        var count = 0
        while count < 1_000, let event = other.next() {
            if event.body != nil { count += 1 }
        }
        await writing
        #expect(count == 1_000, "others do not wait for it")
        print(
            "slow reader: 9 MB of messages, memory grew by \(Self.residentBytes() - before) bytes"
        )
        sleep(13)
        // What it reads now is what was on the way, and then the end.
        let rest = stuck.rest()
        #expect(stuck.hasEnded)
        #expect(rest.count < 1_000, "it was cut off: \(rest.count)")
        let known = rest.last { $0.id != nil }?.id ?? "0"
        let again = stream(served, "?since=\(known)", as: slow)
        var numbers: [Int] = rest.compactMap { $0.body.flatMap { Int($0.prefix { $0 != " " }) } }
        while numbers.last != 999, let event = again.next() {
            if let body = event.body, let number = Int(body.prefix { $0 != " " }) {
                numbers.append(number)
            }
        }
        #expect(numbers == Array(0..<1_000), "it goes on where it was")
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
                #expect(client.next(withinSeconds: 3) == nil)
                #expect(client.comments > 0)
            }
        }
        // Two comments later it is known that both are gone, and there is room for as many as ever.
        sleep(4)
        let others = (0..<64).map { _ in stream(served, "", as: Self.people[0]) }
        #expect(others.allSatisfy { $0.status == 200 })
        let clients = (0..<65).map { _ in stream(served, "", as: Self.people[1]) }
        #expect(clients.last?.status == 429)
        #expect(clients.last?.headers["retry-after"] != nil)
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

    @Test func `a thousand idle streams take little memory, and no more with time`() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, 8_192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var times = StreamTimes()
        times.heartbeat = .seconds(2)
        let (served, chat) = try await begun(
            members: [Self.people[0], Self.people[1]],
            times: times
        )
        let author = try #require(UserID(anna))
        let warm = stream(served, "", as: Self.people[0])
        _ = warm.next("caughtUp")
        let before = Self.residentBytes()
        let clients = (0..<1_000).map { _ in stream(served, "", as: UserID.fresh()) }
        #expect(clients.allSatisfy { $0.status == 200 })
        for client in clients { _ = client.next("caughtUp") }
        let open = Self.residentBytes()
        for number in 0..<100 {
            try await served.store.session(for: author).send("\(number)", to: chat)
        }
        sleep(5)
        for client in clients { _ = client.available() }
        let later = Self.residentBytes()
        let each = (open - before) / 1_000
        print(
            "1,000 idle streams: \(each) bytes each with their clients, \(later - open) more later"
        )
        #expect(each < 64 << 10)
        #expect(later - open < 16 << 20)
        #expect(clients.allSatisfy { !$0.hasEnded && $0.comments > 0 })
    }

    @Test func `a hundred receivers have a message soon`() async throws {
        let (served, chat) = try await begun(members: Self.people)
        let clients = Self.people.map { stream(served, "?since=0", as: $0) }
        for client in clients { _ = client.next("caughtUp") }
        let author = try #require(UserID(anna))
        let count = 50
        let store = served.store
        async let sending: [ContinuousClock.Instant] = {
            var answered: [ContinuousClock.Instant] = []
            for number in 0..<count {
                _ = try? await store.session(for: author).send("m\(number);", to: chat)
                answered.append(.now)
                try? await Task.sleep(for: .milliseconds(50))
            }
            return answered
        }()
        var arrivals: [(number: Int, at: ContinuousClock.Instant)] = []
        let end = ContinuousClock.now + .seconds(60)
        while arrivals.count < count * clients.count, .now < end {
            var polled = clients.map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&polled, nfds_t(polled.count), 1_000)
            for (client, state) in zip(clients, polled) where state.revents != 0 {
                for event in client.available() {
                    guard let start = event.text.firstRange(of: "\"text\":\"m")?.upperBound,
                        let number = Int(event.text[start...].prefix { $0 != ";" })
                    else { continue }
                    arrivals.append((number, .now))
                }
            }
        }
        let answered = await sending
        #expect(arrivals.count == count * clients.count)
        let waits = arrivals.map { $0.at - answered[$0.number] }.sorted()
        print("100 receivers: p50 \(waits[waits.count / 2]), p99 \(waits[waits.count * 99 / 100])")
        #expect(waits[waits.count * 99 / 100] < .seconds(2))
    }

    private static func residentBytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "0 0"
        return (Int(text.split(separator: " ")[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
