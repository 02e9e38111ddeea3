import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `Media that must be deleted elsewhere` {
    private let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func send(
        _ name: String,
        _ url: String,
        forwarding original: String? = nil
    ) async throws {
        try await store.does(
            ann,
            .send(
                SendMessage(
                    conversation: team,
                    message: .named(name),
                    attachments: [Attachment(kind: .image, url: url, sizeInBytes: 1)],
                    forwardedFrom: original.map { .named($0) }
                )
            )
        )
    }

    private func erase(_ name: String) async throws {
        try await store.operates(
            .erase(Erase(target: .message(.named(name)), basis: "b", reason: "r"))
        )
    }

    private func isErased(_ name: String) throws -> Bool {
        var evaluator = try store.seen(by: ann)
        return try evaluator.message(.named(name)).isErased
    }

    private func owed(
        limit: Int? = nil,
        _ cursor: Cursor? = nil
    ) throws -> Page<OwedMediaItem> {
        try store.operated().mediaOwed(MediaOwedQuery(limit: limit, cursor: cursor))
    }

    @Test func `are listed once the last content that names them is erased`() async throws {
        // D-94
        try await store.createTeam()
        try await send("one", "a.jpg")
        try await send("two", "a.jpg", forwarding: "one")
        try await erase("one")
        #expect(try owed().items == [])
        #expect(try store.operated().storeState().mediaOwed == nil)
        try await erase("two")
        let erasedAt = store.now
        #expect(try owed().items.map(\.urls) == [["a.jpg"]])
        #expect(
            try store.operated().storeState().mediaOwed
                == StoreState.OwedMedia(count: 1, since: erasedAt)
        )
        try store.reopen()
        #expect(try owed().items.map(\.urls) == [["a.jpg"]])
    }

    @Test func `are as many as their names have spellings`() async throws {  // D-94
        try await store.createTeam()
        let spellings = ["m/caf\u{E9}.jpg", "m/cafe\u{301}.jpg"]
        for (name, url) in zip(["one", "two"], spellings) { try await send(name, url) }
        try await erase("one")
        try await erase("two")
        let owed = try owed().items.flatMap(\.urls)
        #expect(owed.map { Array($0.utf8) } == spellings.map { Array($0.utf8) })
    }

    @Test func `stand before the contents that the erasure's list names`() async throws {  // D-80
        try await store.createTeam()
        try await send("one", "a.jpg")
        var viewing = try store.seen(by: ann)
        let sent = try viewing.message(.named("one")).position
        try await erase("one")
        let mark = try #require(try owed().items.first).position
        let query = ErasureQuery(.erased, ofErasureAt: Position(mark.rawValue - 1))
        guard case .erased(let page) = try store.operated().erasure(query) else {
            Issue.record("another list")
            return
        }
        #expect(page.items == [sent])
    }

    @Test func `are listed page by page until they are acknowledged`() async throws {  // D-94
        try await store.createTeam()
        for name in ["one", "two", "three"] {
            try await send(name, name)
            try await erase(name)
        }
        let first = try owed(limit: 2)
        #expect(first.items.map(\.urls) == [["one"], ["two"]])
        #expect(try owed(limit: 2, first.next).items.map(\.urls) == [["three"]])
        let mark = try #require(first.items.last?.position)
        try await store.operates(.acknowledgeMedia(AcknowledgeMedia(through: mark)))
        #expect(try owed().items.map(\.urls) == [["three"]])
        try store.reopen()
        #expect(try owed().items.map(\.urls) == [["three"]])
        #expect(try store.operated().storeState().mediaOwed?.count == 1)
    }

    @Test func `end a page after four mebibytes of URLs`() async throws {
        try await store.createTeam()
        let long = String(repeating: "😀", count: 1_990)
        let names = (0..<60).map { "message \($0)" }
        for name in names {
            let attachments = (0..<10).map {
                Attachment(kind: .image, url: "\(name)/\($0)/\(long)", sizeInBytes: 1)
            }
            try await store.does(
                ann,
                .send(
                    SendMessage(
                        conversation: team,
                        message: .named(name),
                        attachments: attachments
                    )
                )
            )
        }
        try await store.operates(
            .erase(Erase(target: .conversation(team), basis: "b", reason: "r"))
        )
        var pages: [Page<OwedMediaItem>] = [try owed(limit: 500)]
        while let next = pages.last?.next { pages.append(try owed(limit: 500, next)) }
        #expect(pages.count == 2)
        let bytes = pages.map { $0.items.flatMap(\.urls).reduce(0) { $0 + $1.utf8.count } }
        #expect(bytes.allSatisfy { $0 < Limits.answerBytes + Limits.bytesInDebt })
        #expect(pages.flatMap(\.items).flatMap(\.urls).count == 600)
    }

    @Test func `come through a feed, those that are owed and then each new one`() async throws {
        // D-94
        try await store.createTeam()
        for name in ["one", "two"] {
            try await send(name, name)
            try await erase(name)
        }
        let session = store.owner
        var feed = session.followMediaOwed(limit: 1).makeAsyncIterator()
        #expect(try await feed.next()?.flatMap(\.urls) == ["one"])
        let two = try #require(try await feed.next())
        #expect(two.flatMap(\.urls) == ["two"])
        let following = Task {
            var feed = session.followMediaOwed(after: two[0].position).makeAsyncIterator()
            return try await feed.next()
        }
        try await send("three", "three")
        try await erase("three")
        let found = try #require(try await following.value)
        #expect(found.flatMap(\.urls) == ["three"])
        try await session.acknowledgeMedia(through: found[0].position)
        try await send("four", "four")
        try await erase("four")
        var again = session.followMediaOwed().makeAsyncIterator()
        #expect(try await again.next()?.flatMap(\.urls) == ["four"])
        var wrong = session.followMediaOwed(limit: 0).makeAsyncIterator()
        await #expect(throws: StoreError.self) { try await wrong.next() }
        store.close()
        #expect(try await again.next() == nil)
    }

    @Test func `whose row is missing is in use all the same`() async throws {
        try await store.createTeam()
        try await send("one", "a.jpg")
        try await send("two", "a.jpg", forwarding: "one")
        // The views lose the row of the message that stays.
        try store.changeViews(table: "owed.names") { rows in rows.removeLast() }
        try? await erase("one")
        #expect(try owed().items == [])
        try store.reopen()
        if try !isErased("one") { try await erase("one") }
        #expect(try owed().items == [])
        try await erase("two")
        #expect(try owed().items.map(\.urls) == [["a.jpg"]])
    }

    @Test func `a row that names another event erases nothing`() async throws {
        try await store.createTeam()
        try await send("one", "a.jpg")
        try await send("two", "b.jpg")
        try await erase("one")
        try store.changeViews(table: "owed") { rows in
            // The position of the event, big-endian, moved to the second message.
            for place in rows.indices { rows[place].key[rows[place].key.count - 1] -= 3 }
        }
        let size = try store.operated().position
        _ = try? await store.operates(.acknowledgeMedia(AcknowledgeMedia(through: size)))
        var evaluator = try store.seen(by: ann)
        #expect(try evaluator.message(.named("two")).isErased == false)
    }
}
