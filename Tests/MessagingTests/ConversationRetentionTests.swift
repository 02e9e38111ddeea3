import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Retention of one conversation` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let trip: ConversationID
    private let other: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        let mike = scenario.user("mike")
        trip = scenario.group(by: sarah, with: [tom, mike])
        other = scenario.group(by: sarah, with: [tom, mike])
    }

    private func own(minimum: Int? = nil, maximum: Int? = nil) -> [OwnRetention] {
        [OwnRetention(trip, of: .group, Retention(minimumDays: minimum, maximumDays: maximum))]
    }

    private func set(
        minimum: SetRetention.Bound = .unchanged,
        maximum: SetRetention.Bound = .unchanged
    ) -> SetRetention {
        SetRetention(conversation: trip, minimum: minimum, maximum: maximum)
    }

    @Test func `is recorded with the conversation and its kind`() throws {  // D-95
        var scenario = scenario

        let outcome = try scenario.does(set(maximum: .days(7)))

        let event = RetentionSet(kind: .group, maximumDays: 7, conversation: trip.rawValue)
        #expect(outcome.events == [NewEvent(.retentionSet(event), in: .store)])
        #expect(scenario.world.ownRetentions() == own(maximum: 7))
        #expect(scenario.world.retention(of: .group) == Retention())
        #expect(try scenario.does(set(maximum: .days(7))).events == [])
    }

    @Test func `replaces each bound of its kind, and no other conversation's`() throws {  // D-95
        var scenario = scenario
        try scenario.does(SetRetention(kind: .group, maximum: .days(30)))
        try scenario.does(set(maximum: .days(2)))
        let short = scenario.text(in: trip, by: sarah)
        let long = scenario.text(in: other, by: sarah)

        scenario.advance(days: 3)
        try scenario.does(RunRetention())

        #expect(scenario.world.text(of: short) == nil)
        #expect(scenario.world.text(of: long) == "hello")
    }

    @Test func `keeps longer than its kind`() throws {  // D-95
        var scenario = scenario
        try scenario.does(SetRetention(kind: .group, maximum: .days(2)))
        try scenario.does(set(maximum: .days(30)))
        let long = scenario.text(in: trip, by: sarah)
        let short = scenario.text(in: other, by: sarah)

        scenario.advance(days: 3)
        try scenario.does(RunRetention())
        #expect(scenario.world.text(of: long) == "hello")
        #expect(scenario.world.text(of: short) == nil)

        try scenario.does(set(maximum: .none))
        #expect(scenario.world.ownRetentions() == [])
        try scenario.does(RunRetention())
        #expect(scenario.world.text(of: long) == nil)
    }

    @Test func `defers an erasure by its own minimum`() throws {  // D-61 D-95
        var scenario = scenario
        try scenario.does(set(minimum: .days(10)))
        let kept = scenario.text(in: trip, by: sarah)
        let at = scenario.world.size
        let free = scenario.text(in: other, by: sarah)
        for message in [kept, free] {
            try scenario.does(Erase(target: .message(message), basis: "b", reason: "r"))
        }

        #expect(scenario.world.text(of: kept) == "hello")
        #expect(scenario.world.text(of: free) == nil)
        let waiting = Erasure(deferred: [.init(position: at, why: .minimumRetention)])
        #expect(try scenario.does(RunRetention()).answer.said == .erasure(waiting))
        scenario.advance(days: 10)
        try scenario.does(RunRetention())
        #expect(scenario.world.text(of: kept) == nil)
    }

    @Test func `lets an erasure be earlier than the minimum of its kind`() throws {  // D-95
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(10)))
        try scenario.does(set(minimum: .days(1)))
        let message = scenario.text(in: trip, by: sarah)

        scenario.advance(days: 1)
        try scenario.does(Erase(target: .message(message), basis: "b", reason: "r"))

        #expect(scenario.world.text(of: message) == nil)
    }

    @Test func `has a minimum of at most the maximum, each its own or its kind's`() throws {
        // D-95
        var scenario = scenario
        try scenario.does(SetRetention(kind: .group, minimum: .days(5), maximum: .days(30)))

        #expect(scenario.refuses(set(maximum: .days(4))) == .keeping(.minimumIsAboveMaximum))
        #expect(scenario.refuses(set(minimum: .days(31))) == .keeping(.minimumIsAboveMaximum))
        #expect(scenario.refuses(set(minimum: .days(31), maximum: .days(31))) == nil)
        try scenario.does(set(maximum: .days(5)))
        // The kind's bound would contradict that of the conversation.
        let contradicting = SetRetention(kind: .group, minimum: .days(6))
        #expect(scenario.refuses(contradicting) == .keeping(.boundOfAConversationContradicts))
        #expect(Refusal.keeping(.boundOfAConversationContradicts).code == .invalidRequest)
        #expect(scenario.refuses(SetRetention(kind: .direct, minimum: .days(6))) == nil)
    }

    @Test func `is of a conversation that there is, and of no kind besides`() {  // D-95
        let unknown = SetRetention(conversation: .named("none"), maximum: .days(1))
        #expect(scenario.refuses(unknown) == .keeping(.conversationIsNotFound))
        var both = set(maximum: .days(1))
        both.kind = .group
        #expect(scenario.refuses(both) == .keeping(.retentionIsOfTwo))
        #expect(Refusal.keeping(.retentionIsOfTwo).code == .invalidRequest)
        #expect(
            scenario.refuses(set(maximum: .days(0))) == .keeping(.maximumIsOutOfRange)
        )
    }

    @Test func `is set once`() throws {  // D-04
        var scenario = scenario
        var others = [set(maximum: .days(7)), set(maximum: .days(8))]
        others[0].conversation = other
        others.append(SetRetention(kind: .group, maximum: .days(7)))
        try scenario.expectOnce(
            .setRetention(set(maximum: .days(7))),
            as: .operator,
            insteadOf: others.map(Command.setRetention)
        )
    }
}

@Suite struct `A dry run of retention looks ahead` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private func ahead(_ scenario: inout Scenario) throws -> [Erasure.Upcoming]? {
        let dry = try scenario.does(RunRetention(isDryRun: true))
        #expect(dry.events == [])
        guard case .erasure(let erasure) = dry.answer.said else { return nil }
        #expect(erasure.upcomingCount == erasure.upcoming?.count)
        return erasure.upcoming
    }

    private func later(_ time: Timestamp, byDays days: Int64) -> Timestamp {
        time.later(byDays: days)
    }

    @Test func `lists what goes within thirty days, with its time`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(40)))
        let old = scenario.text(in: chat, by: sarah)
        let (first, sentFirst) = (scenario.world.size, scenario.now)
        scenario.advance(days: 20)
        scenario.text(in: chat, by: tom)
        #expect(try ahead(&scenario)?.map(\.position) == [first])
        #expect(
            try ahead(&scenario) == [
                Erasure.Upcoming(
                    position: first,
                    conversation: chat,
                    message: old,
                    at: later(sentFirst, byDays: 40)
                )
            ]
        )
        scenario.advance(days: 21)

        let dry = try scenario.does(RunRetention(isDryRun: true))
        guard case .erasure(let erasure) = dry.answer.said else { return }
        #expect(erasure.erased == 1)
        #expect(erasure.upcoming?.map(\.position) == [first.next])
        let run = try scenario.does(RunRetention())
        guard case .erasure(let erased) = run.answer.said else { return }
        #expect(erased.upcoming == nil && erased.upcomingCount == nil)
    }

    @Test func `lists exactly what the next run in thirty days takes`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(30)))
        scenario.text(in: chat, by: sarah)
        let at = scenario.world.size
        #expect(try ahead(&scenario)?.map(\.position) == [])
        scenario.advance(by: .microseconds(1))
        #expect(try ahead(&scenario)?.map(\.position) == [at])
    }

    @Test func `lists a message with all of its parts, as old as its sending`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(40)))
        let message = scenario.text(in: chat, by: sarah)
        let sent = scenario.now
        let first = scenario.world.size
        scenario.advance(days: 39)
        scenario.edited(message, to: "edited")

        let upcoming = try ahead(&scenario)

        #expect(upcoming?.map(\.position) == [first, scenario.world.size])
        #expect(upcoming?.map(\.at) == Array(repeating: later(sent, byDays: 40), count: 2))
    }

    @Test func `lists what waits for a minimum that ends, and not what a hold keeps`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(minimum: .days(10)))
        let message = scenario.text(in: chat, by: sarah)
        let (first, sent) = (scenario.world.size, scenario.now)
        try scenario.does(Erase(target: .message(message), basis: "b", reason: "r"))
        let waiting = Erasure.Upcoming(
            position: first,
            conversation: chat,
            message: message,
            at: later(sent, byDays: 10)
        )
        #expect(try ahead(&scenario) == [waiting])

        try scenario.does(PlaceHold(hold: .named("hold"), matter: "m", user: sarah))

        #expect(try ahead(&scenario) == [])
    }

    @Test func `keeps to the bounds of one conversation`() throws {  // D-95
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(5)))
        try scenario.does(SetRetention(conversation: chat, maximum: .days(50)))
        scenario.text(in: chat, by: sarah)
        scenario.advance(days: 6)
        #expect(try ahead(&scenario) == [])
        scenario.advance(days: 15)
        #expect(try ahead(&scenario)?.count == 1)
    }

    @Test func `lists the hundred that go first, and counts all`() throws {
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(20)))
        for _ in 0..<130 { scenario.text(in: chat, by: sarah) }

        let dry = try scenario.does(RunRetention(isDryRun: true))

        guard case .erasure(let erasure) = dry.answer.said else { return }
        #expect(erasure.upcoming?.count == 100)
        #expect(erasure.upcomingCount == 130)
        let positions = erasure.upcoming?.map(\.position) ?? []
        #expect(positions == positions.sorted())
    }
}
