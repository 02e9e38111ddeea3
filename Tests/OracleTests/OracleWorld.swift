import Oracle
import Testing

/// Four people, and short words for what they say to an oracle.
struct World {
    static let sarah = person(1)
    static let mike = person(2)
    static let anna = person(3)
    static let tom = person(4)

    var oracle = Oracle()
    private var made = 0

    static func person(_ number: Int) -> String { id(0xa, number) }

    static func id(_ kind: Int, _ number: Int) -> String {
        let digits = String(number)
        return "0000000\(String(kind, radix: 16))-0000-4000-8000-"
            + String(repeating: "0", count: 12 - digits.count) + digits
    }

    mutating func fresh() -> String {
        made += 1
        return World.id(0xc, made)
    }

    @discardableResult
    mutating func act(
        _ actor: String,
        _ name: String,
        _ fields: [String: Value] = [:],
        id: String? = nil,
        at: Int? = nil
    ) -> Answer {
        oracle.answer(Line(actor, .act(name), fields, id: id, at: at))
    }

    mutating func ask(
        _ actor: String,
        _ name: String,
        _ fields: [String: Value] = [:],
        at: Int? = nil
    ) -> Answer {
        oracle.answer(Line(actor, .ask(name), fields, at: at))
    }

    /// A group of all four, made by Sarah.
    mutating func group(_ more: [String: Value] = [:]) -> String {
        let id = fresh()
        let members: Value = [.string(World.mike), .string(World.anna), .string(World.tom)]
        act(World.sarah, "createGroup", more.merging(["members": members]) { $1 }, id: id)
        return id
    }

    mutating func direct(_ one: String, _ other: String) -> String {
        act(one, "startDirect", ["with": .string(other)]).ok?["conversation"]?.string ?? ""
    }

    @discardableResult
    mutating func send(
        _ actor: String,
        _ conversation: String,
        _ text: String,
        _ more: [String: Value] = [:],
        at: Int? = nil
    ) -> String {
        let id = fresh()
        let fields: [String: Value] = [
            "conversation": .string(conversation), "text": .string(text),
        ]
        act(actor, "send", fields.merging(more) { $1 }, id: id, at: at)
        return id
    }

    mutating func item(_ viewer: String, _ message: String) -> Value? {
        ask(viewer, "message", ["message": .string(message)]).ok
    }

    mutating func row(_ viewer: String, _ conversation: String) -> Value? {
        ask(viewer, "conversation", ["conversation": .string(conversation)]).ok
    }

    mutating func texts(_ viewer: String, _ conversation: String) -> [String] {
        let page = ask(viewer, "messages", ["conversation": .string(conversation)])
        return (page.ok?["items"]?.array ?? []).compactMap {
            $0["text"]?.string ?? $0["system"]?["text"]?.string ?? "-"
        }
    }

    mutating func unread(_ viewer: String, _ conversation: String) -> Int? {
        ask(viewer, "unread", ["conversation": .string(conversation)]).ok?["unread"]?.int
    }
}
