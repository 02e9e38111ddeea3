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
        var viewing = try store.seen(by: ann)
        #expect(try viewing.message(.named("two")).isErased == false)
    }
}
