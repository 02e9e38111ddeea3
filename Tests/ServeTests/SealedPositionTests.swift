import Foundation
import Messaging
import Scrollback
import ScrollbackJSON
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `Positions before users are sealed` {
    private func begun() throws -> ServedStore {
        let served = try ServedStore()
        _ = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        for number in 0..<5 {
            _ = try served.post(
                "/v1/commands/send",
                #"{"as":"\#(anna)","conversation":"\#(group)","text":"Hello \#(number)"}"#
            )
        }
        return served
    }

    private func ask(
        _ served: ServedStore,
        _ user: String,
        _ name: String,
        _ body: String,
        headers: [String] = []
    ) throws -> RawClient.Answer {
        try served.post(
            "/v1/queries/\(name)",
            body,
            key: try served.token(user),
            headers: headers
        )
    }

    /// Every value under a name, at any depth.
    private func values(_ name: String, in value: Any) -> [Any] {
        if let list = value as? [Any] { return list.flatMap { values(name, in: $0) } }
        guard let object = value as? [String: Any] else { return [] }
        return object.flatMap { key, value in
            (key == name ? [value] : []) + values(name, in: value)
        }
    }

    @Test
    func `in answers, headers, cursors and errors, and taken back wherever they are asked for`()
        throws
    {
        let served = try begun()
        let page = try ask(served, ben, "messages", #"{"conversation":"\#(group)","limit":2}"#)
        #expect(page.status == 200, "\(page.text)")
        let positions = values("position", in: page.object) + values("next", in: page.object)
        #expect(positions.count == 3, "of two messages, and of the answer")
        #expect(positions.allSatisfy { $0 is String })
        let position = try #require(page.object["position"] as? String)
        #expect(page.headers["scrollback-position"] == position)
        let again = try ask(served, ben, "settings", "{}")
        #expect(again.object["position"] as? String == position, "equal positions are equal texts")
        let others = try ask(served, anna, "settings", "{}")
        #expect(others.object["position"] as? String != position, "for this viewer alone")
        let cursor = try #require(page.ok?["before"] as? String)
        let older = try ask(
            served,
            ben,
            "messages",
            #"{"conversation":"\#(group)","limit":2,"before":"\#(cursor)"}"#
        )
        #expect(older.status == 200, "\(older.text)")
        #expect((older.ok?["items"] as? [Any])?.count == 2)
        let changes = try ask(served, ben, "changes", #"{"since":0,"limit":3}"#)
        let next = try #require(changes.ok?["next"] as? String)
        let later = try ask(served, ben, "changes", #"{"since":"\#(next)"}"#)
        #expect((later.ok?["items"] as? [Any])?.isEmpty == false, "\(later.text)")
        let header = ["Scrollback-At-Least: \(position)"]
        #expect(try ask(served, ben, "settings", "{}", headers: header).status == 200)
        let start = ["Scrollback-At-Least: 0"]
        #expect(try ask(served, ben, "settings", "{}", headers: start).status == 200)
        // A backend goes on with numbers.
        let own = try served.post("/v1/queries/settings", #"{"as":"\#(ben)"}"#)
        #expect(own.object["position"] is Int)
        served.use { $0.pastForUsers = true }
        let past = try ask(served, ben, "unread", #"{"asOf":"\#(position)"}"#)
        #expect(past.status == 200, "\(past.text)")
        let nested = try ask(
            served,
            ben,
            "asOf",
            #"{"position":"\#(position)","query":{"ask":"unread"}}"#
        )
        #expect(nested.status == 200, "\(nested.text)")
    }

    @Test func `a text that was not sealed for the user is an invalid cursor`() throws {
        let served = try begun()
        served.use { $0.pastForUsers = true }
        let foreign = try #require(try ask(served, anna, "settings", "{}").object["position"])
        let plain = try served.post(
            "/v1/queries/messages",
            #"{"as":"\#(ben)","conversation":"\#(group)","limit":2}"#
        )
        let cursor = try #require(plain.ok?["before"] as? String)
        for (name, body) in [
            ("changes", #"{"since":3}"#), ("changes", #"{"since":"3"}"#),
            ("changes", #"{"since":"\#(foreign)"}"#), ("changes", #"{"since":""}"#),
            ("changes", #"{"since":"AQ"}"#),
            ("changes", #"{"since":"\#(String(repeating: "A", count: 4_000))"}"#),
            ("settings", #"{"asOf":3}"#), ("settings", #"{"asOf":"3"}"#),
            ("settings", #"{"asOf":"00000000000000ff:3"}"#),
            ("asOf", #"{"position":3,"query":{"ask":"settings"}}"#),
            (
                "messages",
                #"{"conversation":"\#(group)","before":"\#(cursor)"}"#
            ), ("messages", #"{"conversation":"\#(group)","before":"\#(foreign)"}"#),
            ("conversations", #"{"cursor":"00"}"#),
        ] {
            let answer = try ask(served, ben, name, body)
            #expect(answer.status == 400, "\(name) \(body): \(answer.text)")
            #expect(answer.code == "invalidCursor", "\(name) \(body): \(answer.text)")
        }
        let header = ["Scrollback-At-Least: 1"]
        #expect(try ask(served, ben, "settings", "{}", headers: header).code == "invalidCursor")
    }

    /// Writes each position as the same text.
    private struct PlainSeal: PositionSeal {
        func text(of position: Position) -> String { "sealed" }
        func text(of cursor: Cursor) -> String { "sealed" }
    }

    @Test func `in no error's sentence`() {
        let fork = Refusal.request(.positionIsOfAnotherEpoch(field: "since", fork: Position(4_711)))
        for error in [
            ErrorForm(fork), ErrorForm(.viewsUnavailable, "The event at position 4711."),
            ErrorForm(.internal, "The event at position 4711."),
        ] {
            var writer = JSONWriter()
            writer.seal = PlainSeal()
            writer.writeLine(ref: nil, error: error)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(!text.contains("4711"), "\(text)")
        }
    }

    @Test func `two keys are live while they change, and a key is made once`() throws {
        let served = try begun()
        let path = "\(served.store.keysPath).positions"
        let first = String(decoding: readFile(path), as: UTF8.self)
        let position = try #require(try ask(served, ben, "settings", "{}").object["position"])
        let again = try PositionKeys(beside: served.store.keysPath, of: served.store.logID)
        served.use { $0.positions = again }
        #expect(
            try ask(served, ben, "settings", "{}").object["position"] as? String == "\(position)"
        )
        let second = String(repeating: "5a", count: 32) + "\n"
        try served.use {
            $0.positions = try PositionKeys(text: second + first, of: served.store.logID)
        }
        let body = #"{"since":"\#(position)"}"#
        #expect(try ask(served, ben, "changes", body).status == 200)
        #expect(
            try ask(served, ben, "settings", "{}").object["position"] as? String != "\(position)"
        )
        try served.use { $0.positions = try PositionKeys(text: second, of: served.store.logID) }
        #expect(try ask(served, ben, "changes", body).code == "invalidCursor")
        for text in ["", "5a\n", second + second + second, "x"] {
            #expect(throws: APIKeys.Fault.self) {
                try PositionKeys(text: text, of: served.store.logID)
            }
        }
    }
}
