import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Setting retention` {
    private var scenario = Scenario()

    private func event(
        _ kind: ConversationKind,
        minimum: UInt32? = nil,
        maximum: UInt32? = nil
    ) -> NewEvent {
        let set = RetentionSet(kind: kind, minimumDays: minimum, maximumDays: maximum)
        return NewEvent(.retentionSet(set), in: .store)
    }

    @Test func `of one kind leaves the others`() throws {  // C45
        var scenario = scenario

        let outcome = try scenario.does(SetRetention(kind: .group, maximum: .days(30)))

        #expect(outcome.events == [event(.group, maximum: 30)])
        #expect(scenario.world.retention(of: .group) == Retention(maximumDays: 30))
        #expect(scenario.world.retention(of: .direct) == Retention())
    }

    @Test func `without a kind is for every kind that changes`() throws {  // D-62
        var scenario = scenario
        try scenario.does(SetRetention(kind: .group, maximum: .days(30)))

        let outcome = try scenario.does(SetRetention(maximum: .days(30)))

        #expect(outcome.events == [event(.direct, maximum: 30), event(.request, maximum: 30)])
    }

    @Test func `leaves the side that is not named, and says both`() throws {  // D-62
        var scenario = scenario
        try scenario.does(SetRetention(kind: .direct, minimum: .days(5), maximum: .days(30)))

        let shorter = try scenario.does(SetRetention(kind: .direct, maximum: .days(9)))
        let none = try scenario.does(SetRetention(kind: .direct, minimum: .none))

        #expect(shorter.events == [event(.direct, minimum: 5, maximum: 9)])
        #expect(none.events == [event(.direct, maximum: 9)])
    }

    @Test func `writes nothing when it is so already`() throws {  // D-72
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(5)))

        #expect(try scenario.does(SetRetention(minimum: .days(5), maximum: .none)).events == [])
        #expect(try scenario.does(SetRetention()).events == [])
    }

    @Test(arguments: [
        (Int.min, false), (0, false), (1, true), (36_525, true), (36_526, false), (.max, false),
    ])
    func `takes days of a hundred years`(days: Int, isAllowed: Bool) {
        let minimum = scenario.refuses(SetRetention(minimum: .days(days)))
        let maximum = scenario.refuses(SetRetention(maximum: .days(days)))

        #expect(minimum == (isAllowed ? nil : .keeping(.minimumIsOutOfRange)))
        #expect(maximum == (isAllowed ? nil : .keeping(.maximumIsOutOfRange)))
        #expect(Refusal.keeping(.maximumIsOutOfRange).code == .invalidRequest)
    }

    @Test(arguments: [(4, true), (5, true), (6, false)])
    func `has a minimum of at most the maximum`(minimum: Int, isAllowed: Bool) throws {  // D-62
        var scenario = scenario
        let both = SetRetention(minimum: .days(minimum), maximum: .days(5))
        let refusal: Refusal? = isAllowed ? nil : .keeping(.minimumIsAboveMaximum)
        #expect(scenario.refuses(both) == refusal)
        #expect(Refusal.keeping(.minimumIsAboveMaximum).code == .invalidRequest)

        try scenario.does(SetRetention(kind: .request, maximum: .days(5)))

        #expect(scenario.refuses(SetRetention(minimum: .days(minimum))) == refusal)
        #expect(scenario.refuses(SetRetention(kind: .group, minimum: .days(minimum))) == nil)
    }

    @Test(arguments: [ConversationKind.unspecified, .unrecognized(4)])
    func `knows no other kind`(kind: ConversationKind) {
        #expect(
            scenario.refuses(SetRetention(kind: kind, minimum: .days(0)))
                == .keeping(.kindIsUnknown)
        )
    }
}

@Suite struct `Running retention` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private func erased(_ positions: Position...) -> [NewEvent] {
        let ranges = positions.map { PositionRange(first: $0.rawValue, count: 1) }
        return [
            NewEvent(.retentionRun(RetentionRun()), in: .store),
            NewEvent(.contentErased(ContentErased(ranges: ranges)), in: .store),
        ]
    }

    @Test func `erases what is older than the maximum`() throws {  // C45 D-62
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(30)))
        let message = scenario.text(in: chat, by: sarah)
        let at = scenario.world.size
        scenario.advance(days: 1)
        let young = scenario.text(in: chat, by: sarah)

        scenario.advance(days: 29)
        #expect(try scenario.does(RunRetention()).events == [])
        scenario.advance(by: .microseconds(1))
        let outcome = try scenario.does(RunRetention())

        #expect(outcome.events == erased(at))
        #expect(outcome.answer.said == .erasure(Erasure(erased: 1)))
        #expect(scenario.world.text(of: message) == nil)
        #expect(scenario.world.text(of: young) == "hello")
        #expect(try scenario.does(RunRetention()).events == [])
    }

    @Test func `keeps to the kinds that have a maximum`() throws {  // C45
        var scenario = scenario
        let group = scenario.group(by: sarah, with: [tom])
        let inGroup = scenario.text(in: group, by: sarah)
        let inChat = scenario.text(in: chat, by: sarah)
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        try scenario.does(SetRetention(kind: .group, maximum: .days(1)))
        scenario.advance(days: 2)

        try scenario.does(RunRetention())

        #expect(scenario.world.text(of: inGroup) == nil)
        #expect(scenario.world.text(of: inChat) == "hello")
        #expect(scenario.world.profileContents(of: sarah).map(\.isErased) == [false])
    }

    @Test func `leaves a conversation its title, however old`() throws {  // C45
        var scenario = scenario
        let group = scenario.group(by: sarah, with: [tom], title: "Trip")
        let message = scenario.text(in: group, by: sarah)
        try scenario.does(Rename(conversation: group, title: "Rome"), as: sarah)
        try scenario.does(SetRetention(maximum: .days(1)))
        scenario.advance(days: 400)

        let outcome = try scenario.does(RunRetention())

        #expect(outcome.answer.said == .erasure(Erasure(erased: 1)))
        #expect(scenario.world.text(of: message) == nil)
        #expect(scenario.world.details(of: group).title == "Rome")
    }

    @Test func `takes a message as a whole, whenever it was edited`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(30)))
        let message = scenario.text(in: chat, by: sarah)
        scenario.advance(days: 29)
        scenario.edited(message, to: "edited")
        scenario.advance(days: 2)

        let outcome = try scenario.does(RunRetention())

        #expect(outcome.answer.said == .erasure(Erasure(erased: 2)))
        #expect(scenario.world.text(of: message) == nil)
    }

    @Test func `leaves a message as a whole while a hold covers one part of it`() throws {  // D-61
        var scenario = scenario
        let message = scenario.text(in: chat, by: sarah)
        let sent = scenario.world.size
        scenario.advance(days: 29)
        scenario.edited(message, to: "edited")
        let edited = scenario.world.size
        scenario.advance(days: 11)
        let hold = PlaceHold(
            hold: .named("hold"),
            matter: "m",
            from: Timestamp(microseconds: scenario.now.microseconds - 12 * 86_400_000_000)
        )
        try scenario.does(hold)
        let asked = try scenario.does(
            Erase(target: .message(message), basis: "art. 17", reason: "asked for")
        )

        let deferred = [sent, edited].map {
            Erasure.Deferred(position: $0, why: .hold(.named("hold")))
        }
        #expect(asked.answer.said == .erasure(Erasure(erased: 0, deferred: deferred)))
        #expect(scenario.world.text(of: message) == "edited")
        try scenario.does(ReleaseHold(hold: .named("hold")))
        #expect(scenario.world.text(of: message) == nil)
    }

    @Test func `takes a message as old as its sending, however lately it was edited`() throws {
        // D-62: nobody keeps a message young by editing it.
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(10), maximum: .days(30)))
        let message = scenario.text(in: chat, by: sarah)
        let sent = scenario.world.size
        scenario.advance(days: 9)
        scenario.edited(message, to: "edited")
        let edited = scenario.world.size

        let early = try scenario.does(
            Erase(target: .message(message), basis: "art. 17", reason: "asked for")
        )
        let deferred = [sent, edited].map { Erasure.Deferred(position: $0, why: .minimumRetention) }
        #expect(early.answer.said == .erasure(Erasure(erased: 0, deferred: deferred)))
        scenario.advance(days: 1)
        try scenario.does(RunRetention())
        #expect(scenario.world.text(of: message) == nil)
    }

    @Test func `leaves what a hold covers`() throws {  // C45
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(30)))
        scenario.text(in: chat, by: sarah)
        let held = scenario.world.size
        scenario.text(in: chat, by: tom)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "m", user: sarah))
        scenario.advance(days: 31)

        let outcome = try scenario.does(RunRetention())

        let deferred = Erasure.Deferred(position: held, why: .hold(.named("hold")))
        #expect(outcome.events == erased(held.next))
        #expect(outcome.answer.said == .erasure(Erasure(erased: 1, deferred: [deferred])))
        try scenario.does(ReleaseHold(hold: .named("hold")))
        #expect(try scenario.does(RunRetention()).events == erased(held))
    }

    @Test func `tried dry says what would happen and writes nothing`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(30)))
        scenario.text(in: chat, by: sarah)
        scenario.advance(days: 31)

        let dry = try scenario.does(RunRetention(isDryRun: true))

        #expect(dry.events == [])
        #expect(dry.answer.said == .erasure(Erasure(erased: 1, upcoming: [])))
        #expect(try scenario.does(RunRetention()).answer.said == .erasure(Erasure(erased: 1)))
    }

    @Test func `erases requests once the minimum has passed`() throws {  // D-61
        var scenario = scenario
        try scenario.does(SetRetention(kind: .direct, minimum: .days(10)))
        let message = scenario.text(in: chat, by: sarah)
        let at = scenario.world.size
        let erase = Erase(target: .message(message), basis: "b", reason: "r")
        let waiting = Erasure(deferred: [.init(position: at, why: .minimumRetention)])

        let asked = try scenario.does(erase)
        #expect(asked.answer.said == .erasure(waiting))
        #expect(asked.events.count == 1)

        scenario.advance(by: .seconds(10 * 86_400) - .microseconds(1))
        #expect(try scenario.does(RunRetention()).answer.said == .erasure(waiting))
        scenario.advance(by: .microseconds(1))
        #expect(try scenario.does(RunRetention()).events == erased(at))
        #expect(scenario.world.pendingErasures() == [])
    }

    @Test func `names a hold before minimum retention`() throws {  // D-61
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(10)))
        let message = scenario.text(in: chat, by: sarah)
        let at = scenario.world.size
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "m"))

        let outcome = try scenario.does(
            Erase(target: .message(message), basis: "b", reason: "r")
        )

        let deferred = Erasure.Deferred(position: at, why: .hold(.named("hold")))
        #expect(outcome.answer.said == .erasure(Erasure(deferred: [deferred])))
    }

    @Test func `erases at once what nothing forbids, although a maximum is far`() throws {  // D-61
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(1), maximum: .days(1_000)))
        let message = scenario.text(in: chat, by: sarah)
        scenario.advance(days: 1)

        try scenario.does(Erase(target: .message(message), basis: "b", reason: "r"))

        #expect(scenario.world.text(of: message) == nil)
    }

    @Test func `has nothing to do in an empty store`() throws {
        let decision = try Scenario().decideOnly(RunRetention())

        #expect(decision == Decision(answer: .erasure(Erasure())))
    }
}

@Suite struct `A plan of erasure` {
    private func plan(
        erasing positions: [UInt64],
        of message: MessageID? = nil
    ) -> ErasurePlan {
        var plan = ErasurePlan(now: Timestamp(microseconds: 0), on: World())
        plan.add(
            positions.map {
                ContentFacts(
                    position: Position($0),
                    stream: .store,
                    actor: nil,
                    sentAt: Timestamp(microseconds: 0),
                    message: message
                )
            },
            on: World()
        )
        return plan
    }

    private func ranges(_ events: [NewEvent]) -> [[PositionRange]] {
        events.map {
            guard case .contentErased(let erased) = $0.event else { return [] }
            return erased.ranges
        }
    }

    @Test func `merges neighbours in whatever order they come, and each once`() {
        let (erasure, events) = plan(erasing: [9, 3, 2, 7, 3, 4]).carriedOut()

        #expect(
            ranges(events) == [
                [
                    PositionRange(first: 2, count: 3), PositionRange(first: 7, count: 1),
                    PositionRange(first: 9, count: 1),
                ]
            ]
        )
        #expect(
            erasure == Erasure(erased: 5, erasedList: [2, 3, 4, 7, 9].map { Position($0) })
        )
    }

    @Test(arguments: [(0, []), (999, [999]), (1_000, [1_000]), (1_001, [1_000, 1])])
    func `spreads over events what one cannot name`(runs: Int, inEvents: [Int]) {
        // As far up as positions go, so that each takes the most bytes it can.
        let (erasure, events) = plan(
            erasing: (0..<UInt64(runs)).map { .max - 2 * $0 },
            of: .named("one")
        ).carriedOut()

        #expect(ranges(events).map(\.count) == inEvents)
        #expect(erasure.erased == runs)
        for event in events {
            var writer = WireWriter()
            event.event.encodeStructure(into: &writer)
            // The rest of an envelope takes less than a kibibyte.
            #expect(writer.bytes.byteCount <= 31 << 10)
        }
    }

    @Test(arguments: [-1, 0, 1])
    func `leaves to the next slice what one append does not take`(beyond: Int) {  // D-83
        let count = UInt64(Limits.messagesInSlice + beyond)

        let (erasure, events) = plan(erasing: (1...count).map { 2 * $0 }).carriedOut()

        #expect(erasure.erased == Int(count))
        #expect(erasure.pending == max(0, beyond))
        #expect(erasure.erasedList == (1...100).map { Position(2 * $0) })
        #expect(ranges(events).joined().count == min(Int(count), 1_000))
        #expect(events.count == 1)
    }
}

@Suite struct `So many days before` {
    @Test(arguments: [
        (Int64(0), Int64(1), Int64(-86_400_000_000)),
        (5, 0, 5),
        (.min, 1, .min),
        (.min + 86_400_000_000, 1, .min),
        (.max, .max, .min),
        (0, 4_294_967_295, .min),
    ])
    func `is at least the first moment`(now: Int64, days: Int64, before: Int64) {
        let moment = Timestamp(microseconds: now).earlier(byDays: days)

        #expect(moment == Timestamp(microseconds: before))
    }
}
