import Scrollback
import ScrollbackTesting
import Synchronization
import Testing

@testable import ActivityExample

/// Counts in a variable of its own, which no rebuild knows.
private struct Forgetful: CustomProjector {
    let name = "forgetful"
    let version: UInt32 = 1
    let tables = ["counts"]
    let counted: CountedEvents

    final class CountedEvents: Sendable {
        let number = Mutex<UInt64>(0)
    }

    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
        let count = counted.number.withLock { number in
            number += 1
            return number
        }
        var value = RowBytes()
        value.append(count)
        try rows.put(RowBytes.one.bytes, value.bytes, in: "counts")
    }
}

extension RowBytes {
    fileprivate static var one: RowBytes {
        var bytes = RowBytes()
        bytes.append(UInt64(1))
        return bytes
    }
}

private let talk: @Sendable (TestStore) async throws -> Void = { test in
    let (ann, ben) = (try await test.user("ann"), try await test.user("ben"))
    let chat = try await ann.startDirect(with: ben.user)
    try await ann.send("Are you there?", to: chat)
    test.clock.advance(by: .seconds(86_400))
    try await ben.send("Yes!", to: chat)
    try await ann.recordCustom("points.daily", data: "streak", in: chat)
}

@Suite struct `A package that imports ScrollbackTesting` {
    @Test func `checks that its projector keeps the contract`() async throws {
        let contract = ProjectorContract {
            Activity()
        } story: {
            try await talk($0)
        } unrelated: { test in
            _ = try await test.user("cem")
        }
        #expect(try await contract.breaches() == [])
    }

    @Test func `finds a projector with a memory of its own`() async throws {
        let counted = Forgetful.CountedEvents()
        let contract = ProjectorContract {
            Forgetful(counted: counted)
        } story: {
            try await talk($0)
        }
        let found = Set(try await contract.breaches().map(\.occasion))
        #expect(found.isSuperset(of: [.recounting, .rebuilding]))
    }

    @Test func `finds a projector that folds what it should leave`() async throws {
        let contract = ProjectorContract {
            Activity()
        } story: {
            try await talk($0)
        } unrelated: { test in
            let (dan, eva) = (try await test.user("dan"), try await test.user("eva"))
            try await dan.send("hello", to: try await dan.startDirect(with: eva.user))
        }
        #expect(try await contract.breaches().map(\.occasion) == [.unrelated])
    }

    @Test func `finds a projector that stops, and a story that proves nothing`() async throws {
        let stopped = ProjectorContract {
            Activity()
        } story: { test in
            try await talk(test)
            let ann = try await test.user("another")
            try await ann.recordCustom("points.weekly", data: "streak")
        }
        let breaches = try await stopped.breaches()
        #expect(breaches.map(\.occasion) == [.folding])
        #expect(breaches.first?.description.contains("UnknownPoints") == true)
        let silent = ProjectorContract {
            Activity()
        } story: { _ in
        }
        #expect(try await silent.breaches().map(\.occasion) == [.folding])
    }

    @Test func `tells a story in given, when and then`() async throws {
        let test = try TestStore()
        defer { test.close() }
        let (ann, ben) = (try await test.user("ann"), try await test.user("ben"))
        let chat = try await test.given { () async throws(StoreError) in
            try await ann.startDirect(with: ben.user)
        }
        let empty = await test.when { () async throws(StoreError) in
            try await ann.send("  ", to: chat)
        }
        #expect(empty.refusal == .emptyMessage && empty.value == nil)
        let sent = await test.when { () async throws(StoreError) in
            try await ann.send("hello", to: chat)
        }
        try test.then {
            #expect(sent.refusal == nil)
            #expect(sent.value?.sentAt == test.clock.now)
            let texts = try ben.messages(in: chat).map(\.text)
            #expect(texts == ["hello"])
        }
    }

    @Test func `makes the same ids in every run, and loses nothing with a restart`() async throws {
        var runs: [[MessageID]] = []
        for _ in 0..<2 {
            let test = try TestStore(seed: 7)
            defer { test.close() }
            try await talk(test)
            let ann = try await test.user("other").user
            #expect(ann == UserID("00000000-0000-8000-8000-000000000003"))
            try test.reopen()
            let first = UserID("00000000-0000-8000-8000-000000000001")
            let session = test.session(for: try #require(first))
            let row = try #require(try session.conversations().first)
            runs.append(try session.messages(in: row.conversation).map(\.message))
        }
        #expect(runs[0] == runs[1] && runs[0].count == 2)
    }
}
