import DomainSupport
import EventLog
import Glibc
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")

/// A clock that tests set.
private final class HandClock: Sendable {
    private let time = Lock(Timestamp(microseconds: 1_767_225_600_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: Int64) {
        time.withLock { $0 = Timestamp(microseconds: $0.microseconds + seconds * 1_000_000) }
    }
}

private func options(_ clock: HandClock = HandClock()) -> Store.Options {
    var options = Store.Options()
    options.clock = { clock.now }
    options.randomness = SplitMix64(seed: 1)
    return options
}

/// The code of what is thrown; nil if nothing is.
private func code(
    _ attempt: () async throws(StoreError) -> Void
) async -> StoreError.Code? {
    do throws(StoreError) {
        try await attempt()
        return nil
    } catch {
        return error.code
    }
}

@Suite struct `A store is opened` {
    @Test func `and made where there is none, unless that is not wanted`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback")
        var never = options()
        never.creation = .never
        let missing = await code { () throws(StoreError) in
            _ = try Store.open(path, options: never)
        }
        #expect(missing == .cannotOpen)
        #expect(names(in: folder.path).isEmpty)

        let store = try Store.open(path, options: options())
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        store.close()

        let again = try Store.open(path, options: never)
        #expect(try again.session(for: mike).findDirect(with: sarah) == chat)
        again.close()

        var always = options()
        always.creation = .always
        let taken = await code { () throws(StoreError) in
            _ = try Store.open(path, options: always)
        }
        #expect(taken == .cannotOpen)
    }

    @Test func `by one writer and by readers, who write nothing`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback")
        let store = try Store.open(path, options: options())
        let second = await code { () throws(StoreError) in
            _ = try Store.open(path, options: options())
        }
        #expect(second == .cannotOpen)
        store.close()

        var reading = options()
        reading.access = .reading
        let reader = try Store.open(path, options: reading)
        let refused = await code { () async throws(StoreError) in
            try await reader.session(for: sarah).startDirect(with: mike)
        }
        #expect(refused == .readOnly)
        let together = await code { () async throws(StoreError) in
            try await reader.session(for: sarah).perform([.clearAll(ClearAll())])
        }
        #expect(together == .readOnly)
        #expect(try reader.session(for: sarah).conversations().items.isEmpty)
        let unknown = await code { () throws(StoreError) in
            _ = try reader.session(for: sarah).presence(of: [mike])
        }
        #expect(unknown == .readOnly)
        reader.close()
    }

    @Test func `for a test, and leaves nothing behind`() async throws {
        let store = try Store.temporary(options: options())
        let path = store.path
        try await store.session(for: sarah).startDirect(with: mike)
        #expect(access(path, F_OK) == 0)
        store.close()
        #expect(access(path, F_OK) != 0)
        store.close()
        let closed = await code { () async throws(StoreError) in
            try await store.session(for: sarah).startDirect(with: mike)
        }
        #expect(closed == .closed)
        let asked = await code { () throws(StoreError) in
            _ = try store.session(for: sarah).conversations()
        }
        #expect(asked == .closed || asked == .unavailable)
    }
}

@Suite struct `A session acts and asks for one user` {
    private let clock = HandClock()
    private let store: Store

    init() throws { store = try Store.temporary(options: options(clock)) }

    @Test func `and sees at once what it was told is done`() async throws {
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        for number in 1...50 {
            let sent = try await session.send("hello \(number)", to: chat)
            #expect(sent.ordinal == UInt64(number))
            let newest = try store.session(for: mike).messages(in: chat, limit: 1).items
            #expect(newest.map(\.message) == [sent.message])
            #expect(newest.map(\.text) == ["hello \(number)"])
        }
        #expect(try store.session(for: mike).unread(in: chat).count == 50)
        #expect(try session.unread(in: chat).count == 0)
    }

    @Test func `and is answered as the first time when it tries again`() async throws {
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        let id = MessageID.named("once")
        let first = try await session.send("hello", to: chat, id: id)
        clock.advance(seconds: 5)
        #expect(try await session.send("hello", to: chat, id: id) == first)
        let other = await code { () async throws(StoreError) in
            try await session.send("other", to: chat, id: id)
        }
        #expect(other == .idempotencyConflict)
    }

    @Test func `and does several things or none`() async throws {
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        let arrange = Command.arrange(Arrange(.pin, conversation: chat))
        let message = Command.send(
            SendMessage(conversation: chat, message: .named("a"), text: "hello")
        )
        do throws(StoreError) {
            try await session.perform([message, .leave(Leave(conversation: chat)), arrange])
            Issue.record("a direct conversation was left")
        } catch {
            #expect(error.code == .permissionDenied)
            #expect(error.index == 1)
        }
        #expect(try session.messages(in: chat).items.isEmpty)
        let outcome = try await session.perform([message, arrange])
        #expect(outcome.answers.count == 2)
        let row = try #require(try session.conversations().items.first)
        #expect(row.isPinned && row.last?.preview == "hello")
    }

    @Test func `on one state, as long as a snapshot lasts`() async throws {
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        try await session.send("one", to: chat)
        let codes = try session.snapshot { (snapshot) throws(StoreError) -> [StoreError.Code?] in
            let before = try snapshot.ask(UnreadTotalsQuery())
            #expect(try snapshot.ask(UnreadTotalsQuery()) == before)
            usleep(2_100_000)
            do throws(StoreError) {
                _ = try snapshot.ask(UnreadTotalsQuery())
                return [nil]
            } catch {
                return [error.code]
            }
        }
        #expect(codes == [.snapshotExpired])
        #expect(try session.unreadTotals().total == 0)
    }

    @Test func `which an outsider's cannot`() async throws {
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        let eve = store.session(for: .named("eve"))
        let read = await code { () throws(StoreError) in _ = try eve.messages(in: chat) }
        #expect(read == .notFound)
        let unknown = await code { () throws(StoreError) in
            _ = try eve.messages(in: .named("nowhere"))
        }
        #expect(unknown == read)
        let written = await code { () async throws(StoreError) in
            try await eve.send("let me in", to: chat)
        }
        #expect(written == .notFound)
    }

    @Test func `and the operator is told of all of it, as it was acknowledged`() async throws {
        let clock = HandClock()
        let store = try Store.temporary(options: options(clock))
        defer { store.close() }
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        let begin = clock.now
        clock.advance(seconds: 1)
        let sent = try await store.session(for: sarah).send("hello", to: chat)
        let `operator` = store.operator
        #expect(try `operator`.state().size == sent.position)
        #expect(try `operator`.views().allSatisfy { $0.position == sent.position })
        #expect(try `operator`.notificationPlan(at: sent.position).map(\.body) == ["hello"])
        let events = try `operator`.events(.init(from: sent.position))
        #expect(events.items.map(\.type) == ["messageSent"])
        #expect(try `operator`.metrics().messages == 1)
        #expect(try `operator`.metrics(until: begin).messages == 0)
        #expect(try `operator`.ask(MetricsQuery()) == `operator`.metrics())
        let refused = await code { () throws(StoreError) in
            _ = try `operator`.notificationPlan(at: .zero)
        }
        #expect(refused == .notFound)
    }

    @Test func `and the operator has a way in of their own`() async throws {
        try await store.operator.carryOut(.configure(Configure(textLimit: 5)))
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        do throws(StoreError) {
            try await session.send("far too long", to: chat)
            Issue.record("the limit does not hold")
        } catch {
            #expect(error.code.rawValue == "messageTooLong")
            #expect(!error.description.contains("far too"))
        }
        let refused = await code { () async throws(StoreError) in
            try await session.carryOut(.configure(Configure(textLimit: 5_000)))
        }
        #expect(refused == .permissionDenied)
    }
}
