import Foundation
import Scrollback
import ScrollbackJSON
import Testing

@Suite struct `A package that imports ScrollbackJSON` {
    /// An answer of an HTTP API of the embedder's.
    private struct Reply: Codable {
        var page: JSONAnswer<MessagesQuery>
        var reader: UserID
    }

    @Test func `encodes answers in its own types, and decodes them`() async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let ann = store.session(for: .fresh())
        let chat = try await ann.startDirect(with: .fresh())
        try await ann.send("hello", to: chat)
        let page = try ann.ask(MessagesQuery(in: chat))
        let reply = Reply(page: JSONAnswer(page), reader: ann.user)
        let decoded = try JSONDecoder().decode(Reply.self, from: JSONEncoder().encode(reply))
        #expect(decoded.reader == ann.user)
        #expect(decoded.page.answer.map(\.text) == ["hello"])
        #expect(decoded.page.json == reply.page.json)
        #expect(try MessagePage(json: page.json).map(\.message) == page.map(\.message))
    }

    @Test func `makes answers for its tests`() throws {
        let item = ConversationItem(
            conversation: .fresh(),
            kind: .group,
            title: "Team",
            isTitled: true,
            lastActivityAt: Timestamp(microseconds: 1_000),
            updatedAt: Timestamp(microseconds: 1_000)
        )
        #expect(try ConversationItem(json: item.json) == item)
        let error = ErrorForm(.notFound, "There is no such conversation.")
        #expect(
            String(decoding: error.json, as: UTF8.self)
                == #"{"code":"notFound","message":"There is no such conversation."}"#
        )
    }
}
