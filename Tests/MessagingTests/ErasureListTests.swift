import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `The lists of an erasure` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    /// Asks for an erasure; where that stands.
    private func erase(
        _ target: Erase.Target,
        forwards: Bool = false,
        in scenario: inout Scenario
    ) throws -> Position {
        let request = scenario.world.size.next
        try scenario.does(
            Erase(target: target, basis: "law", reason: "asked", includesForwards: forwards)
        )
        return request
    }

    /// All items, a few at a time.
    private func all<Item>(
        _ page: (_ start: Position) -> ErasureFindings<Item>?
    ) throws -> [Item] {
        var items: [Item] = []
        var start: Position? = .zero
        while let from = start {
            let found = try #require(page(from))
            items += found.items
            start = found.next
        }
        return items
    }

    @Test func `name each copy once, the copies of copies too, and none from later`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let copy = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let further = scenario.text("hello", in: chat, by: sarah, forwardedFrom: copy)
        let second = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let request = try erase(.message(message), in: &scenario)
        scenario.text("hello", in: chat, by: tom, forwardedFrom: copy)

        let world = scenario.world
        let forwards = try all { world.forwards(ofErasureAt: request, after: $0, upTo: 1) }
        #expect(forwards.count == 3)
        #expect(Set(forwards) == [copy, further, second])
        #expect(try all { world.deferred(ofErasureAt: request, after: $0, upTo: 1) } == [])
    }

    @Test func `name what waits, each part once and in order`() throws {
        var scenario = scenario
        let held = scenario.text("held", in: chat, by: tom)
        let sent = scenario.world.size
        scenario.edited(held, to: "held on")
        let edited = scenario.world.size
        scenario.text("free", in: chat, by: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: tom))
        let request = try erase(.conversation(chat), in: &scenario)

        let world = scenario.world
        let waiting = try all { world.deferred(ofErasureAt: request, after: $0, upTo: 1) }
        #expect(
            waiting == [
                .init(position: sent, why: .hold(.named("hold"))),
                .init(position: edited, why: .hold(.named("hold"))),
            ]
        )
    }

    @Test func `name a copy that waits, where copies are to go too`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let at = scenario.world.size
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: tom))
        let request = try erase(.message(message), forwards: true, in: &scenario)

        let world = scenario.world
        #expect(
            try all { world.deferred(ofErasureAt: request, after: $0, upTo: 10) }
                == [.init(position: at, why: .hold(.named("hold")))]
        )
    }

    @Test func `name what was changed after the request, too`() throws {
        var scenario = scenario
        let held = scenario.text("held", in: chat, by: tom)
        let sent = scenario.world.size
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: tom))
        let request = try erase(.conversation(chat), in: &scenario)
        scenario.edited(held, to: "held on")
        let edited = scenario.world.size

        let world = scenario.world
        #expect(
            try all { world.deferred(ofErasureAt: request, after: $0, upTo: 1) }
                .map(\.position) == [sent, edited]
        )
    }

    @Test func `name every copy that waits, of however many`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        var copies: [Position] = []
        for _ in 0..<150 {
            scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
            copies.append(scenario.world.size)
        }
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: tom))
        let request = try erase(.message(message), forwards: true, in: &scenario)

        let world = scenario.world
        #expect(
            try all { world.deferred(ofErasureAt: request, after: $0, upTo: 10) }
                .map(\.position).sorted() == copies
        )
    }

    @Test func `are only of an erasure`() throws {
        var scenario = scenario
        scenario.text("hello", in: chat, by: sarah)
        let world = scenario.world
        #expect(world.forwards(ofErasureAt: world.size, after: .zero, upTo: 1)?.items == nil)
        #expect(world.deferred(ofErasureAt: world.size, after: .zero, upTo: 1)?.items == nil)
    }
}
