import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Erasing a message` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private func erase(
        _ message: MessageID,
        forwards: Bool = false,
        isDryRun: Bool = false
    ) -> Erase {
        Erase(
            target: .message(message),
            basis: " Article 17\n",
            reason: "asked",
            includesForwards: forwards,
            isDryRun: isDryRun
        )
    }

    @Test func `takes all its content away, and says why`() throws {  // RET-06
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let sent = scenario.world.size.rawValue
        scenario.text("between", in: chat, by: tom)
        scenario.edited(message, to: "hi")

        let outcome = try scenario.does(erase(message))

        let requested = ErasureRequested(message: message.rawValue)
        let content = ErasureContent(basis: "Article 17", reason: "asked")
        let ranges = [
            PositionRange(first: sent, count: 1), PositionRange(first: sent + 2, count: 1),
        ]
        #expect(
            outcome.events == [
                NewEvent(.erasureRequested(requested, content), in: .store),
                NewEvent(.contentErased(ContentErased(ranges: ranges)), in: .store),
            ]
        )
        #expect(outcome.answer.said == .erasure(Erasure(erased: 2)))
        #expect(scenario.world.text(of: message) == nil)
        #expect(scenario.world.message(message)?.isErased == true)
        #expect(scenario.world.pendingErasures() == [])
    }

    @Test func `names neighbours together`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let sent = scenario.world.size.rawValue
        scenario.edited(message, to: "hi")
        scenario.edited(message, to: "hey")

        let outcome = try scenario.does(erase(message))

        let erased = ContentErased(ranges: [PositionRange(first: sent, count: 3)])
        #expect(outcome.events.last == NewEvent(.contentErased(erased), in: .store))
    }

    @Test func `reaches one that its sender has deleted`() throws {  // EDIT-17
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        scenario.deleted(message)

        #expect(try scenario.does(erase(message)).answer.said == .erasure(Erasure(erased: 1)))
    }

    @Test func `happens once`() throws {  // D-72
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        try scenario.does(erase(message))

        let again = try scenario.does(erase(message))

        #expect(again.events == [])
        #expect(again.answer.said == .erasure(Erasure()))
    }

    @Test func `tried dry says what would happen and writes nothing`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let copy = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)

        let dry = try scenario.does(erase(message, forwards: true, isDryRun: true))

        #expect(dry.events == [])
        #expect(dry.answer.said == .erasure(Erasure(erased: 2, forwards: [copy])))
        #expect(try scenario.does(erase(message, forwards: true)).answer.said == dry.answer.said)
    }

    @Test func `lists forwarded copies, and the copies of these`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let copy = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let elsewhere = scenario.direct(tom, scenario.user("maya"))
        let further = scenario.text("hello", in: elsewhere, by: tom, forwardedFrom: copy)
        let second = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)

        let outcome = try scenario.does(erase(message))

        #expect(
            outcome.answer.said == .erasure(Erasure(erased: 1, forwards: [copy, further, second]))
        )
        #expect(scenario.world.text(of: further) == "hello")
    }

    @Test func `takes forwarded copies along when asked, also later`() throws {
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let copy = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let further = scenario.text("hello", in: chat, by: sarah, forwardedFrom: copy)
        try scenario.does(erase(message))

        let outcome = try scenario.does(erase(message, forwards: true))

        #expect(outcome.answer.said == .erasure(Erasure(erased: 2, forwards: [copy, further])))
        #expect(scenario.world.text(of: copy) == nil)
        #expect(scenario.world.text(of: further) == nil)
    }

    @Test func `leaves a copy that a hold covers`() throws {  // D-61
        var scenario = scenario
        let message = scenario.text("hello", in: chat, by: sarah)
        let copy = scenario.text("hello", in: chat, by: tom, forwardedFrom: message)
        let at = scenario.world.size
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: tom))

        let outcome = try scenario.does(erase(message, forwards: true))

        #expect(
            outcome.answer.said
                == .erasure(
                    Erasure(
                        erased: 1,
                        forwards: [copy],
                        deferred: [.init(position: at, why: .hold(.named("hold")))]
                    )
                )
        )
        try scenario.does(ReleaseHold(hold: .named("hold")))
        #expect(scenario.world.text(of: copy) == nil)
    }

    @Test func `needs a message that somebody wrote`() throws {  // D-11
        var scenario = scenario
        let group = scenario.group(by: sarah, with: [tom])
        let created = try #require(scenario.world.timelines[group]?.first)

        #expect(scenario.refuses(erase(.named("none")))?.code == .notFound)
        #expect(scenario.refuses(erase(created))?.code == .systemEntry)
    }
}

@Suite struct `Erasing what a user wrote` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let group: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        group = scenario.group(by: sarah, with: [tom], title: "Trip")
    }

    private func erase(_ user: UserID) -> Erase {
        Erase(target: .user(user), basis: "law", reason: "asked")
    }

    @Test func `leaves what others wrote, and the profile`() throws {  // D-61 USER-07
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        let own = scenario.text("mine", in: group, by: sarah)
        let other = scenario.text("yours", in: group, by: tom)
        let report = FileReport(
            report: .named("report"),
            target: .user(tom),
            reason: .other,
            details: "words"
        )
        try scenario.does(report, as: sarah)
        try scenario.does(RecordCustom(type: "a", data: "words"), as: sarah)

        let outcome = try scenario.does(erase(sarah))

        // The title, the message, the report and the event of the embedder's own.
        #expect(outcome.answer.said == .erasure(Erasure(erased: 4)))
        #expect(scenario.world.text(of: own) == nil)
        #expect(scenario.world.text(of: other) == "yours")
        #expect(scenario.world.details(of: group).title == nil)
        #expect(scenario.world.profileContents(of: sarah).map(\.isErased) == [false])
        #expect(scenario.world.member(sarah, of: group)?.isActive == true)
    }

    @Test func `lists the copies of it`() throws {
        var scenario = scenario
        let own = scenario.text("mine", in: group, by: sarah)
        let copy = scenario.text("mine", in: group, by: tom, forwardedFrom: own)

        let outcome = try scenario.does(erase(sarah))

        #expect(outcome.answer.said == .erasure(Erasure(erased: 2, forwards: [copy])))
    }

    @Test func `leaves what they write after asking`() throws {  // D-71
        var scenario = scenario
        let early = scenario.text("early", in: group, by: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case"))
        try scenario.does(erase(sarah))
        let late = scenario.text("late", in: group, by: sarah)

        try scenario.does(ReleaseHold(hold: .named("hold")))

        #expect(scenario.world.text(of: early) == nil)
        #expect(scenario.world.text(of: late) == "late")
    }

    @Test func `takes along what is changed later about an earlier message`() throws {
        var scenario = scenario
        let early = scenario.text("early", in: group, by: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case"))
        try scenario.does(erase(sarah))
        scenario.edited(early, to: "still here")

        try scenario.does(ReleaseHold(hold: .named("hold")))

        #expect(scenario.world.text(of: early) == nil)
        #expect(scenario.world.contents(of: early).map(\.isErased) == [true, true])
    }

    @Test func `of whom nothing is there takes nothing away, for everybody may be named`() throws {
        // D-13
        var scenario = scenario
        let nobody = UserID.named("nobody")
        for isDryRun in [true, false] {
            let erase = Erase(
                target: .user(nobody),
                basis: "law",
                reason: "asked",
                isDryRun: isDryRun
            )
            let outcome = try scenario.does(erase)
            #expect(outcome.events.isEmpty)
            #expect(outcome.answer.said == .erasure(Erasure(erased: 0)))
        }
        let forgotten = try scenario.does(ForgetUser(user: nobody, basis: "law"))
        #expect(forgotten.events.isEmpty)
    }
}

@Suite struct `Forgetting a user` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private var forget: ForgetUser { ForgetUser(user: sarah, basis: " law ") }

    @Test func `takes the profile and all that they wrote`() throws {  // D-61 D-71 USER-07 RET-04
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        let profile = scenario.world.size.rawValue
        scenario.text("hello", in: chat, by: sarah)
        let kept = scenario.text("hi", in: chat, by: tom)

        let outcome = try scenario.does(forget)

        let erased = ContentErased(ranges: [PositionRange(first: profile, count: 2)])
        #expect(
            outcome.events == [
                NewEvent(
                    .userForgotten(UserForgotten(), ForgettingContent(basis: "law")),
                    in: .user(sarah)
                ),
                NewEvent(.contentErased(erased), in: .store),
            ]
        )
        #expect(outcome.answer.said == .erasure(Erasure(erased: 2)))
        #expect(scenario.world.text(of: kept) == "hi")
        #expect(scenario.world.member(sarah, of: chat)?.isActive == true)
        #expect(scenario.world.pendingErasures() == [])
    }

    @Test func `happens once`() throws {  // D-72
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        try scenario.does(forget)

        let again = try scenario.does(forget)

        #expect(again.events == [])
        #expect(again.answer.said == .erasure(Erasure()))
    }

    @Test func `waits for a hold, profile and all`() throws {  // D-61
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        let profile = scenario.world.size
        let message = scenario.text("hello", in: chat, by: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: sarah))

        let outcome = try scenario.does(forget)

        #expect(
            outcome.answer.said
                == .erasure(
                    Erasure(deferred: [
                        .init(position: profile, why: .hold(.named("hold"))),
                        .init(position: profile.next, why: .hold(.named("hold"))),
                    ])
                )
        )
        #expect(outcome.events.count == 1)
        #expect(scenario.world.pendingErasures().map(\.forgetsUser) == [true])

        try scenario.does(ReleaseHold(hold: .named("hold")))
        #expect(scenario.world.text(of: message) == nil)
        #expect(scenario.world.profileContents(of: sarah).map(\.isErased) == [true])
    }

    @Test func `leaves a profile that they set when they came back`() throws {  // D-71
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: sarah))
        try scenario.does(forget)
        try scenario.does(SetProfile(username: "new"), as: sarah)

        try scenario.does(ReleaseHold(hold: .named("hold")))

        #expect(scenario.world.profileContents(of: sarah).map(\.isErased) == [true, false])
    }
}

@Suite struct `Erasing a conversation` {
    private var scenario = Scenario()

    @Test func `takes everybody's words, title and all, and leaves the members`() throws {
        var scenario = scenario
        let sarah = scenario.user("sarah")
        let tom = scenario.user("tom")
        let group = scenario.group(by: sarah, with: [tom], title: "Trip")
        scenario.text("one", in: group, by: sarah)
        scenario.text("two", in: group, by: tom)
        let elsewhere = scenario.direct(sarah, tom)
        let other = scenario.text("three", in: elsewhere, by: tom)

        let outcome = try scenario.does(
            Erase(target: .conversation(group), basis: "law", reason: "asked")
        )

        #expect(outcome.answer.said == .erasure(Erasure(erased: 3)))
        #expect(scenario.world.contents(of: group).map(\.isErased) == [true, true, true])
        #expect(scenario.world.text(of: other) == "three")
        #expect(scenario.world.activeMembers(of: group).count == 2)
    }

    @Test func `needs one that there is`() {
        let erase = Erase(target: .conversation(.named("none")), basis: "law", reason: "asked")

        #expect(scenario.refuses(erase)?.code == .notFound)
    }
}

@Suite struct `Why something is erased` {
    private var scenario = Scenario()
    private let message: MessageID

    init() {
        let chat = scenario.direct(scenario.user("sarah"), scenario.user("tom"))
        message = scenario.text(in: chat, by: scenario.user("sarah"))
    }

    private func erase(basis: String, reason: String) -> Erase {
        Erase(target: .message(message), basis: basis, reason: reason)
    }

    @Test(arguments: ["", " \n\t", "\u{7}"])
    func `is said`(nothing: String) {
        #expect(
            scenario.refuses(erase(basis: nothing, reason: "r")) == .keeping(.basisIsInvalid)
        )
        #expect(
            scenario.refuses(erase(basis: "b", reason: nothing)) == .keeping(.reasonIsInvalid)
        )
        #expect(
            scenario.refuses(ForgetUser(user: .named("sarah"), basis: nothing))
                == .keeping(.basisIsInvalid)
        )
        #expect(Refusal.keeping(.basisIsInvalid).code == .invalidText)
    }

    @Test(arguments: [-1, 0, 1])
    func `has limited length`(beyond: Int) {  // D-70
        let text = String(repeating: "e\u{301}", count: 2_000 + beyond)
        let isAllowed = beyond <= 0

        #expect(
            scenario.refuses(erase(basis: text, reason: "r"))
                == (isAllowed ? nil : .keeping(.basisIsInvalid))
        )
        #expect(
            scenario.refuses(erase(basis: "b", reason: text))
                == (isAllowed ? nil : .keeping(.reasonIsInvalid))
        )
        #expect(
            scenario.refuses(ForgetUser(user: .named("sarah"), basis: text))
                == (isAllowed ? nil : .keeping(.basisIsInvalid))
        )
    }

    @Test func `comes after what there is to erase`() {  // D-07
        let none = Erase(target: .message(.named("none")), basis: "", reason: "")

        #expect(scenario.refuses(none)?.code == .notFound)
    }

    @Test func `is asked for dry runs too`() {
        let dry = Erase(target: .message(message), basis: "", reason: "r", isDryRun: true)

        #expect(scenario.refuses(dry) == .keeping(.basisIsInvalid))
    }
}
