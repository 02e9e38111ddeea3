import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Media of erased content are owed` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        chat = scenario.direct(sarah, tom)
    }

    private func image(_ url: String, thumbnail: String? = nil) -> MessageContent {
        MessageContent(
            attachments: [Attachment(kind: .image, url: url, thumbnail: thumbnail)]
        )
    }

    private func erase(_ message: MessageID, forwards: Bool = false) -> Erase {
        Erase(
            target: .message(message),
            basis: "b",
            reason: "r",
            includesForwards: forwards
        )
    }

    private func owed(_ outcome: Scenario.Outcome) -> [String] {
        outcome.events.flatMap { event -> [String] in
            guard case .mediaOwed(let owed, let content) = event.event else { return [] }
            #expect(Int(owed.count) == content?.urls.count)
            return content?.urls ?? []
        }
    }

    @Test func `in the append that erases the content, before it`() throws {  // D-94
        var scenario = scenario
        let message = scenario.sent(image("a.jpg", thumbnail: "a.small"), in: chat, by: sarah)
        let outcome = try scenario.does(erase(message))
        #expect(owed(outcome) == ["a.jpg", "a.small"])
        let numbers = outcome.events.map(\.event.number)
        #expect(
            numbers == [
                EnvelopeEvent.erasureRequested, EnvelopeEvent.mediaOwed,
                EnvelopeEvent.contentErased,
            ]
        )
    }

    @Test func `not for a text`() throws {
        var scenario = scenario
        let outcome = try scenario.does(erase(scenario.text(in: chat, by: sarah)))
        #expect(owed(outcome) == [])
    }

    @Test func `when the last content that names them goes`() throws {  // D-94
        var scenario = scenario
        let original = scenario.sent(image("a.jpg"), in: chat, by: sarah)
        let copy = scenario.sent(image("a.jpg"), in: chat, by: tom, forwardedFrom: original)
        #expect(owed(try scenario.does(erase(original))) == [])
        #expect(owed(try scenario.does(erase(copy))) == ["a.jpg"])
    }

    @Test func `each spelling of a name for itself`() throws {  // D-94
        var scenario = scenario
        let spellings = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        let both = scenario.sent(image(spellings[0], thumbnail: spellings[1]), in: chat, by: sarah)
        let one = scenario.sent(image(spellings[1]), in: chat, by: tom)
        let first = owed(try scenario.does(erase(both)))
        #expect(first.map { Array($0.utf8) } == [Array(spellings[0].utf8)])
        #expect(owed(try scenario.does(erase(one))) == [spellings[1]])
    }

    @Test func `once, when original and copy go together`() throws {  // D-94
        var scenario = scenario
        let original = scenario.sent(image("a.jpg"), in: chat, by: sarah)
        scenario.sent(image("a.jpg"), in: chat, by: tom, forwardedFrom: original)
        #expect(owed(try scenario.does(erase(original, forwards: true))) == ["a.jpg"])
    }

    @Test func `not while a hold keeps a copy`() throws {  // D-94
        var scenario = scenario
        let original = scenario.sent(image("a.jpg"), in: chat, by: sarah)
        scenario.sent(image("a.jpg"), in: chat, by: tom, forwardedFrom: original)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "m", user: tom))
        #expect(owed(try scenario.does(erase(original, forwards: true))) == [])
        #expect(owed(try scenario.does(ReleaseHold(hold: .named("hold")))) == ["a.jpg"])
    }

    @Test func `of a profile that is forgotten`() throws {  // D-94
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah", avatar: "old.png"), as: sarah)
        try scenario.does(SetProfile(username: "sarah", avatar: "new.png"), as: sarah)
        let outcome = try scenario.does(ForgetUser(user: sarah, basis: "b"))
        #expect(Set(owed(outcome)) == ["old.png", "new.png"])
    }

    @Test func `of what is too old`() throws {  // D-94
        var scenario = scenario
        try scenario.does(SetRetention(maximum: .days(1)))
        scenario.sent(image("a.jpg"), in: chat, by: sarah)
        scenario.advance(days: 2)
        #expect(owed(try scenario.does(RunRetention(isDryRun: true))) == [])
        #expect(owed(try scenario.does(RunRetention())) == ["a.jpg"])
    }

    @Test func `in several events where they are many`() throws {
        var scenario = scenario
        for number in 0..<40 { scenario.sent(image("\(number).jpg"), in: chat, by: sarah) }
        let outcome = try scenario.does(Erase(target: .user(sarah), basis: "b", reason: "r"))
        #expect(owed(outcome).count == 40)
        #expect(scenario.world.mediaDebts(through: scenario.world.size).count == 3)
    }

    @Test func `in a slice that ends where their URLs are many, at a whole message`() throws {
        var scenario = scenario
        let long = String(repeating: "a", count: 8_000)
        for message in 0..<20 {
            let attachments = (0..<10).map {
                Attachment(kind: .image, url: "\(message)/\($0)/\(long)")
            }
            scenario.sent(MessageContent(attachments: attachments), in: chat, by: sarah)
        }
        let erase = Erase(target: .conversation(chat), basis: "b", reason: "r")
        let outcome = try scenario.does(erase)
        // Ten of 8,000 bytes each: 14 messages reach a mebibyte.
        #expect(owed(outcome).count == 140)
        guard case .erasure(let erasure) = outcome.answer else {
            Issue.record("no erasure")
            return
        }
        #expect(erasure.pending > 0)
        var pass = ErasingPass(try #require(erasure.request))
        let rest = pass.next(on: scenario.world)
        let urls = rest.events.flatMap { event -> [String] in
            if case .mediaOwed(_, let content?) = event.event { content.urls } else { [] }
        }
        #expect(urls.count == 60 && rest.isLast)
    }
}

@Suite struct `Acknowledging that media are deleted` {
    private var scenario = Scenario()
    private var debts: [Position] = []

    init() throws {
        let sarah = scenario.user("sarah")
        let chat = scenario.direct(sarah, scenario.user("tom"))
        for name in ["one", "two", "three"] {
            let content = MessageContent(attachments: [Attachment(kind: .image, url: name)])
            let message = scenario.sent(content, in: chat, by: sarah)
            try scenario.does(Erase(target: .message(message), basis: "b", reason: "r"))
        }
        debts = scenario.world.mediaDebts(through: scenario.world.size)
    }

    @Test func `erases their URLs up to the mark by a logged erasure`() throws {  // D-94
        var scenario = scenario
        let outcome = try scenario.does(AcknowledgeMedia(through: debts[1]))
        let ranges = debts[...1].map { PositionRange(first: $0.rawValue, count: 1) }
        #expect(
            outcome.events == [NewEvent(.contentErased(ContentErased(ranges: ranges)), in: .store)]
        )
        #expect(scenario.world.mediaDebts(through: scenario.world.size) == [debts[2]])
        #expect(try scenario.does(AcknowledgeMedia(through: debts[1])).events == [])
        #expect(try scenario.does(AcknowledgeMedia(through: scenario.world.size)).events.count == 1)
        #expect(scenario.world.mediaDebts(through: scenario.world.size) == [])
    }

    @Test func `refuses a mark beyond the log`() {
        let refusal = Refusal.keeping(.markIsOutOfRange)
        #expect(refusal.code == .invalidRequest && refusal.field == "mark")
        #expect(scenario.refuses(AcknowledgeMedia(through: .zero)) == refusal)
        let next = scenario.world.size.next
        #expect(scenario.refuses(AcknowledgeMedia(through: next)) == refusal)
        #expect(scenario.refuses(AcknowledgeMedia(through: Position(.max))) == refusal)
    }

    @Test func `is done once`() throws {  // D-04
        var scenario = scenario
        try scenario.expectOnce(
            .acknowledgeMedia(AcknowledgeMedia(through: debts[1])),
            as: .operator,
            insteadOf: [debts[0], debts[2]].map {
                .acknowledgeMedia(AcknowledgeMedia(through: $0))
            }
        )
    }

    @Test func `an erasure or a hold of everything leaves them`() throws {  // D-83
        var scenario = scenario
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "m"))
        #expect(try scenario.does(AcknowledgeMedia(through: debts[0])).events.count == 1)
    }
}
