import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `A hold` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID
    private let hold: HoldID = .named("hold")

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private static func time(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds)
    }

    @Test func `is placed in the store's stream, its matter as content`() throws {
        var scenario = scenario

        let outcome = try scenario.does(
            PlaceHold(
                hold: hold,
                matter: " Moss v. Moss ",
                conversation: chat,
                user: sarah,
                from: Self.time(1),
                until: Self.time(2)
            )
        )

        let placed = HoldPlaced(
            hold: hold.rawValue,
            conversation: chat.rawValue,
            user: sarah.rawValue,
            from: 1,
            until: 2
        )
        let content = HoldContent(matter: "Moss v. Moss")
        #expect(outcome.events == [NewEvent(.holdPlaced(placed, content), in: .store)])
        #expect(outcome.answer == .hold(hold))
    }

    @Test func `needs a conversation that there is, and anybody as user`() {  // D-13
        let unknown = PlaceHold(hold: hold, matter: "m", conversation: .named("none"))
        let anybody = PlaceHold(hold: hold, matter: "m", user: .named("eve"))

        #expect(scenario.refuses(unknown)?.code == .notFound)
        #expect(scenario.refuses(anybody) == nil)
    }

    @Test(arguments: [(0, false), (1, false), (2, true)])
    func `ends after it begins`(until: Int64, isAllowed: Bool) {
        let refusal = scenario.refuses(
            PlaceHold(hold: hold, matter: "m", from: Self.time(1), until: Self.time(until))
        )

        #expect(refusal == (isAllowed ? nil : .keeping(.holdEndsBeforeItBegins)))
        #expect(Refusal.keeping(.holdEndsBeforeItBegins).code == .invalidRequest)
    }

    @Test(arguments: [
        ("", false), (" ", false), ("m", true),
        (String(repeating: "x", count: 2_000), true),
        (String(repeating: "x", count: 2_001), false),
    ])
    func `has a matter`(matter: String, isAllowed: Bool) {  // D-70
        let refusal = scenario.refuses(PlaceHold(hold: hold, matter: matter))

        #expect(refusal == (isAllowed ? nil : .keeping(.matterIsInvalid)))
        #expect(Refusal.keeping(.matterIsInvalid).code == .invalidText)
    }

    @Test func `names its conversation before its times, and these before its matter`() {  // D-07
        let all = PlaceHold(
            hold: hold,
            matter: "",
            conversation: .named("none"),
            from: Self.time(1),
            until: Self.time(1)
        )
        var known = all
        known.conversation = chat

        #expect(scenario.refuses(all) == .keeping(.conversationIsNotFound))
        #expect(scenario.refuses(known) == .keeping(.holdEndsBeforeItBegins))
    }

    @Test func `covers all conversations and users where nothing narrows it`() {
        let all = HoldFacts(id: hold, position: .zero)

        #expect(all.covers(content(in: .conversation(chat))))
        #expect(all.covers(content(in: .user(sarah), by: nil)))
    }

    @Test func `covers nothing of the store's own stream`() {
        let all = HoldFacts(id: hold, position: .zero)
        let narrow = HoldFacts(id: hold, position: .zero, user: sarah)

        #expect(!all.covers(content(in: .store)))
        #expect(!narrow.covers(content(in: .store, by: sarah)))
    }

    @Test func `covers the events of its conversation's stream`() {
        let narrow = HoldFacts(id: hold, position: .zero, conversation: chat)

        #expect(narrow.covers(content(in: .conversation(chat))))
        #expect(!narrow.covers(content(in: .conversation(.named("other")))))
        #expect(!narrow.covers(content(in: .user(sarah))))
        #expect(!narrow.covers(content(in: .store)))
    }

    @Test func `covers what its user did, wherever`() {
        let narrow = HoldFacts(id: hold, position: .zero, user: sarah)

        #expect(narrow.covers(content(in: .conversation(chat), by: sarah)))
        #expect(narrow.covers(content(in: .user(sarah), by: sarah)))
        #expect(!narrow.covers(content(in: .user(sarah), by: tom)))
        #expect(!narrow.covers(content(in: .user(sarah), by: nil)))
    }

    @Test(arguments: [(9, false), (10, true), (19, true), (20, false)])
    func `covers from its beginning up to its end`(at: Int64, isCovered: Bool) {
        let narrow = HoldFacts(
            id: hold,
            position: .zero,
            from: Self.time(10),
            until: Self.time(20)
        )

        #expect(narrow.covers(content(in: .conversation(chat), at: at)) == isCovered)
    }

    @Test func `covers only what all its fields cover`() {
        let narrow = HoldFacts(
            id: hold,
            position: .zero,
            conversation: chat,
            user: sarah,
            from: Self.time(10)
        )

        #expect(narrow.covers(content(in: .conversation(chat), by: sarah, at: 10)))
        #expect(!narrow.covers(content(in: .user(sarah), by: sarah, at: 10)))
        #expect(!narrow.covers(content(in: .conversation(chat), by: tom, at: 10)))
        #expect(!narrow.covers(content(in: .conversation(chat), by: sarah, at: 9)))
    }

    private func content(
        in stream: Stream,
        by actor: UserID? = nil,
        at time: Int64 = 0
    ) -> ContentFacts {
        ContentFacts(
            position: Position(1),
            stream: stream,
            actor: actor,
            sentAt: Self.time(time)
        )
    }
}

@Suite struct `Releasing a hold` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID
    private let message: MessageID
    private let at: Position

    init() throws {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
        message = scenario.text("hello", in: chat, by: sarah)
        at = scenario.world.size
        for name in ["first", "second"] {
            try scenario.does(PlaceHold(hold: .named(name), matter: "m", conversation: chat))
        }
    }

    private var erase: Erase { Erase(target: .message(message), basis: "b", reason: "r") }

    @Test func `carries out what waited, after the release`() throws {  // D-61
        var scenario = scenario
        try scenario.does(erase)
        try scenario.does(ReleaseHold(hold: .named("first")))
        #expect(scenario.world.text(of: message) == "hello")

        let outcome = try scenario.does(ReleaseHold(hold: .named("second")))

        let released = HoldReleased(hold: HoldID.named("second").rawValue)
        let erased = ContentErased(ranges: [PositionRange(first: at.rawValue, count: 1)])
        #expect(
            outcome.events == [
                NewEvent(.holdReleased(released), in: .store),
                NewEvent(.contentErased(erased), in: .store),
            ]
        )
        #expect(outcome.answer == .done)
        #expect(scenario.world.pendingErasures() == [])
    }

    @Test func `erases nothing that nobody asked for`() throws {
        var scenario = scenario
        try scenario.does(ReleaseHold(hold: .named("first")))

        let outcome = try scenario.does(ReleaseHold(hold: .named("second")))

        let second = HoldReleased(hold: HoldID.named("second").rawValue)
        #expect(outcome.events == [NewEvent(.holdReleased(second), in: .store)])
    }

    @Test func `happens once`() throws {  // D-72
        var scenario = scenario
        try scenario.does(ReleaseHold(hold: .named("first")))

        #expect(try scenario.does(ReleaseHold(hold: .named("first"))).events == [])
    }

    @Test func `needs a hold`() {
        let refusal = scenario.refuses(ReleaseHold(hold: .named("none")))

        #expect(refusal == .keeping(.holdIsNotFound))
        #expect(refusal?.code == .notFound)
    }

    @Test func `erasing under several holds names the first that was placed`() throws {  // D-61
        var scenario = scenario

        let outcome = try scenario.does(erase)

        let first = Erasure.Deferred(position: at, why: .hold(.named("first")))
        #expect(outcome.answer.said == .erasure(Erasure(deferred: [first])))
        #expect(outcome.events.count == 1)
        #expect(scenario.world.pendingErasures().map(\.target) == [.message(message)])
    }

    @Test func `leaves what minimum retention keeps`() throws {  // D-61
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(10)))
        try scenario.does(erase)
        try scenario.does(ReleaseHold(hold: .named("first")))
        try scenario.does(ReleaseHold(hold: .named("second")))
        #expect(scenario.world.text(of: message) == "hello")

        scenario.advance(days: 10)
        try scenario.does(RunRetention())

        #expect(scenario.world.text(of: message) == nil)
    }
}
