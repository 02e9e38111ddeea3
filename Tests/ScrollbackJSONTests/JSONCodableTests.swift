import Foundation
import Messaging
import ScrollbackJSON
import Testing
import Wire

private let m = MessageID(id(0xD))

@Suite struct `An answer is Codable` {
    /// What a backend sends to its own clients.
    private struct Envelope: Codable {
        var message: MessageItem
        var seen: [UserID]
        var at: Timestamp?
    }

    private let item = MessageItem(
        m,
        in: ConversationID(id(0xC)),
        at: Position(9),
        ordinal: 2,
        kind: .text,
        sender: UserID(id(0xE)),
        senderName: "A",
        sentAt: Timestamp(microseconds: 7_000)
    )

    @Test func `within a value of the embedder`() throws {
        let envelope = Envelope(message: item, seen: [actor], at: Timestamp(microseconds: 8_000))
        let data = try JSONEncoder().encode(envelope)
        let decoded = try JSONDecoder().decode(Envelope.self, from: data)
        #expect(decoded.message == item)
        #expect(decoded.seen == [actor])
        #expect(decoded.at == envelope.at)
    }

    @Test func `and skips what newer software has written besides`() throws {
        var json = String(decoding: item.json, as: UTF8.self)
        json.replace(#""ordinal":2"#, with: #""new":{"a":[1,null]},"ordinal":2"#)
        #expect(try MessageItem(json: Array(json.utf8)) == item)
    }

    @Test func `of equal value where the JSON tells all`() throws {
        #expect(try MessageItem(json: item.json) == item)
        let page = Page([item], next: Cursor("n"))
        let answer = JSONAnswer<RepliesQuery>(page)
        #expect(try JSONAnswer<RepliesQuery>(json: answer.json).answer == page)
        let unread = JSONAnswer<UnreadQuery>(UnreadItem(count: 2, first: m))
        #expect(try JSONAnswer<UnreadQuery>(json: unread.json) == unread)
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), (#"{"position":9}"#, "message"),
        (#"{"position":-1}"#, "position"), (#"{"position":9,"message":"x"}"#, "message"),
    ])
    func `or says which field is not what it should be`(json: String, place: String) {
        let error = #expect(throws: JSONError.self) { try MessageItem(json: Array(json.utf8)) }
        #expect(error?.place == place)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MessageItem.self, from: Data(json.utf8))
        }
    }

    @Test func `however long it is`() throws {
        var long = item
        long.text = String(repeating: "é\"", count: 800_000)
        #expect(try MessageItem(json: long.json) == long)
    }
}
