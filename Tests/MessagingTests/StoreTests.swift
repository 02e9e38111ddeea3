import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Configuring the store` {
    private var scenario = Scenario()

    private func event(_ change: ConfigurationChanged) -> [NewEvent] {
        [NewEvent(.configurationChanged(change), in: .store)]
    }

    @Test func `changes what is said and nothing else`() throws {
        var scenario = scenario

        let texts = try scenario.does(Configure(textLimit: 500))
        let receipts = try scenario.does(Configure(receipts: .mandatory))
        let rate = RateLimit(messages: 5, seconds: 10)
        let limited = try scenario.does(Configure(rateLimit: .limit(rate)))

        #expect(texts.events == event(ConfigurationChanged(textLimit: 500)))
        #expect(receipts.events == event(ConfigurationChanged(receipts: .mandatory)))
        #expect(limited.events == event(ConfigurationChanged(rateLimit: rate)))
        #expect(
            scenario.world.configuration
                == Configuration(textLimit: 500, receipts: .mandatory, rateLimits: [rate])
        )
    }

    @Test func `a change is taken over and nothing else`() {
        let rate = RateLimit(messages: 5, seconds: 10)
        var configuration = Configuration()
        configuration.apply(ConfigurationChanged(rateLimit: rate))
        configuration.apply(ConfigurationChanged(textLimit: 500))
        #expect(configuration == Configuration(textLimit: 500, rateLimits: [rate]))
        configuration.apply(ConfigurationChanged(receipts: .mandatory, removesRateLimit: true))
        #expect(
            configuration
                == Configuration(textLimit: 500, receipts: .mandatory, rateLimits: [])
        )
    }

    @Test func `takes the rate limit away`() throws {  // D-50
        var scenario = scenario

        let outcome = try scenario.does(Configure(rateLimit: .unlimited))

        #expect(outcome.events == event(ConfigurationChanged(removesRateLimit: true)))
        #expect(scenario.world.configuration.rateLimits == [])
        #expect(try scenario.does(Configure(rateLimit: .unlimited)).events == [])
    }

    @Test func `takes one to four rate limits that hold together`() throws {  // D-119 RATE-05
        var scenario = scenario
        let rates = [RateLimit(messages: 1, seconds: 1), RateLimit(messages: 60, seconds: 60)]
        let outcome = try scenario.does(Configure(rateLimit: .limits(rates)))
        #expect(
            outcome.events
                == event(ConfigurationChanged(rateLimit: rates[0], furtherRateLimits: [rates[1]]))
        )
        #expect(scenario.world.configuration.rateLimits == rates)
        #expect(try scenario.does(Configure(rateLimit: .limits(rates))).events == [])
        let refused = Refusal.keeping(.rateLimitIsOutOfRange)
        for count in [0, 5] {
            let limits = Array(repeating: rates[0], count: count)
            #expect(scenario.refuses(Configure(rateLimit: .limits(limits))) == refused)
        }
        let wrong = [rates[0], RateLimit(messages: 1, seconds: 86_401)]
        #expect(scenario.refuses(Configure(rateLimit: .limits(wrong))) == refused)
        #expect(try scenario.does(Configure(rateLimit: .limit(rates[1]))).events.count == 1)
        #expect(scenario.world.configuration.rateLimits == [rates[1]])
    }

    @Test(arguments: [
        Configure(), Configure(textLimit: 10_000), Configure(receipts: .optional),
        Configure(rateLimit: .limit(RateLimit(messages: 60, seconds: 60))),
    ])
    func `writes nothing when it is so already`(configure: Configure) throws {  // D-72
        #expect(try scenario.decideOnly(configure).events == [])
    }

    @Test(arguments: [
        (Int.min, false), (0, false), (1, true), (65_536, true), (65_537, false), (.max, false),
    ])
    func `takes text limits up to the largest`(limit: Int, isAllowed: Bool) {
        let refusal = scenario.refuses(Configure(textLimit: limit))

        #expect(refusal == (isAllowed ? nil : .keeping(.textLimitIsOutOfRange)))
        #expect(Refusal.keeping(.textLimitIsOutOfRange).code == .invalidRequest)
    }

    @Test(arguments: [
        (UInt32(0), UInt32(1), false), (1, 0, false), (1, 1, true),
        (1_000_000, 86_400, true), (1_000_001, 1, false), (1, 86_401, false), (.max, .max, false),
    ])
    func `takes rates within limits`(messages: UInt32, seconds: UInt32, isAllowed: Bool) {
        let limit = RateLimit(messages: messages, seconds: seconds)

        let refusal = scenario.refuses(Configure(rateLimit: .limit(limit)))

        #expect(refusal == (isAllowed ? nil : .keeping(.rateLimitIsOutOfRange)))
        #expect(Refusal.keeping(.rateLimitIsOutOfRange).code == .invalidRequest)
    }

    @Test(arguments: [ReceiptPolicy.unspecified, .unrecognized(3)])
    func `takes no other policy of receipts`(policy: ReceiptPolicy) {
        #expect(
            scenario.refuses(Configure(receipts: policy)) == .keeping(.receiptsAreUnknown)
        )
    }

    @Test(arguments: [EmailPolicy.everyone, .related, .nobody, .unspecified, .unrecognized(9)])
    mutating func `takes a policy of e-mail addresses that it knows`(policy: EmailPolicy) throws {
        // D-78
        let isKnown = (1...3).contains(policy.rawValue)
        guard isKnown else {
            #expect(scenario.refuses(Configure(emails: policy)) == .keeping(.emailsAreUnknown))
            return
        }
        let events = try scenario.does(Configure(emails: policy)).events
        let isDefault = policy == .everyone
        #expect(events == (isDefault ? [] : event(ConfigurationChanged(emails: policy))))
        #expect(scenario.world.configuration.emails == policy)
    }

    @Test mutating func `sets limits, which hold for what is new`() throws {  // D-85
        let (sarah, tom, maya) = (
            UserID.named("sarah"), UserID.named("tom"), UserID.named("maya")
        )
        let group = scenario.group(by: sarah, with: [tom, maya])
        let create = Command.createGroup(
            CreateGroup(conversation: .named("group"), members: [tom, maya])
        )
        try scenario.does(create, as: sarah)
        let limits = LimitChanges(attachments: 1, audioSeconds: 9, imageBytes: 5, members: 2)
        let events = try scenario.does(Configure(limits: limits)).events
        #expect(events == event(ConfigurationChanged(limits: limits)))
        #expect(
            scenario.world.configuration.limits
                == ConfiguredLimits(attachments: 1, audioSeconds: 9, imageBytes: 5, members: 2)
        )
        #expect(try scenario.does(Configure(limits: limits)).events == [])
        func refusal(_ attachments: [Messaging.Attachment]) -> Refusal? {
            scenario.refuses(
                SendMessage(conversation: group, message: .named("m"), attachments: attachments),
                as: sarah
            )
        }
        let file = Messaging.Attachment(kind: .file, url: "f")
        #expect(refusal([file]) == nil)
        #expect(refusal([file, file]) == .message(.tooManyAttachments(limit: 1)))
        #expect(
            refusal([Messaging.Attachment(kind: .audio, url: "a", seconds: 10)])
                == .message(.attachmentIsInvalid(.tooLong(limit: 9)))
        )
        #expect(
            refusal([Messaging.Attachment(kind: .image, url: "i", sizeInBytes: 6)])
                == .message(.attachmentIsInvalid(.size(limit: 5)))
        )
        let add = AddParticipant(conversation: group, user: .named("ben"))
        #expect(scenario.refuses(add, as: sarah) == .membership(.conversationIsFull(limit: 2)))
        #expect(
            scenario.refuses(
                CreateGroup(conversation: .named("other"), members: [tom, maya]),
                as: sarah
            ) == .conversation(.tooManyMembers(limit: 2))
        )
        // What there is stays, and is answered again.
        #expect(try scenario.does(create, as: sarah).repeats != nil)
        try scenario.does(Configure(limits: LimitChanges(members: 4)))
        #expect(scenario.refuses(add, as: sarah) == nil)
        #expect(scenario.world.configuration.limits.attachments == 1)
    }

    @Test(arguments: [
        LimitChanges(attachments: 11), LimitChanges(audioSeconds: 0),
        LimitChanges(audioSeconds: 86_401), LimitChanges(imageBytes: 0),
        LimitChanges(imageBytes: .max), LimitChanges(members: 1), LimitChanges(members: 5_001),
    ])
    func `takes limits within limits`(limits: LimitChanges) {  // D-85
        let refusal = scenario.refuses(Configure(textLimit: 5, limits: limits))
        #expect(refusal == .keeping(.limitsAreOutOfRange))
        #expect(refusal?.code == .invalidRequest && refusal?.field == "limits")
    }

    @Test func `changes nothing when one part is refused`() {
        let half = Configure(textLimit: 500, rateLimit: .limit(RateLimit()))

        #expect(scenario.refuses(half) == .keeping(.rateLimitIsOutOfRange))
    }
}

@Suite struct `Recording an event of the embedder's own` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let group: ConversationID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
    }

    private func record(
        _ type: String = "ride.moved",
        in conversation: ConversationID? = nil,
        data: String = "{}"
    ) -> RecordCustom {
        RecordCustom(type: type, conversation: conversation, data: data)
    }

    @Test func `puts it into the conversation, or into the store's stream`() throws {
        var scenario = scenario

        let inGroup = try scenario.does(record(in: group), as: tom)
        let inStore = try scenario.does(record(), as: scenario.user("eve"))

        let event = Event.customRecorded(
            CustomRecorded(type: "ride.moved"),
            CustomContent(data: "{}")
        )
        #expect(inGroup.events == [NewEvent(event, in: .conversation(group))])
        #expect(inStore.events == [NewEvent(event, in: .store)])
    }

    @Test func `has no content where there is no data`() throws {
        let decision = try scenario.decideOnly(record(data: ""), as: tom)

        let event = Event.customRecorded(CustomRecorded(type: "ride.moved"), nil)
        #expect(decision.events == [NewEvent(event, in: .store)])
    }

    @Test(arguments: [
        "a", "az09._-", ".", "-_-", String(repeating: "x", count: 64),
    ])
    func `has a type of few characters`(type: String) {
        #expect(scenario.refuses(record(type), as: tom) == nil)
    }

    @Test(arguments: [
        "", "A", "\u{E9}", "a b", "a/b", "a\n", "a\u{301}", "`", "{", "/", ":",
        String(repeating: "x", count: 65),
    ])
    func `has no other type`(type: String) {
        let refusal = scenario.refuses(record(type), as: tom)

        #expect(refusal == .keeping(.customTypeIsMalformed))
        #expect(refusal?.code == .invalidRequest)
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, Refusal.keeping(.customDataIsTooLong))])
    func `has data of limited bytes`(beyond: Int, refusal: Refusal?) {
        // In two bytes each, but one.
        let data = String(repeating: "\u{E9}", count: 2_047) + String(repeating: "x", count: 2)

        #expect(
            scenario.refuses(record(data: data.dropped(-beyond)), as: tom) == refusal
        )
        #expect(Refusal.keeping(.customDataIsTooLong).code == .invalidRequest)
    }

    @Test func `is for active members of an open conversation`() {  // SEC-03 D-08
        var scenario = scenario
        let stranger = scenario.user("eve")
        #expect(scenario.refuses(record(in: group), as: stranger)?.code == .notFound)
        #expect(scenario.refuses(record(in: .named("none")), as: tom)?.code == .notFound)

        scenario.left(group, by: tom)
        #expect(scenario.refuses(record(in: group), as: tom)?.code == .notAMember)

        scenario.closed(group, by: sarah)
        #expect(scenario.refuses(record(in: group), as: sarah)?.code == .conversationClosed)
    }

    @Test func `is for nobody where one of two has blocked the other`() {  // D-27
        var scenario = scenario
        let direct = scenario.direct(sarah, tom)
        scenario.blocked(sarah, by: tom)

        for user in [sarah, tom] {
            #expect(scenario.refuses(record(in: direct), as: user) == .message(.blocked))
        }
    }

    @Test func `names existence, membership, closing, then its type and data`() {  // D-07
        var scenario = scenario
        let long = String(repeating: "x", count: 4_097)
        scenario.left(group, by: tom)
        scenario.closed(group, by: sarah)

        #expect(scenario.refuses(record("", in: .named("none")), as: tom)?.code == .notFound)
        #expect(scenario.refuses(record("", in: group), as: tom)?.code == .notAMember)
        #expect(scenario.refuses(record("", in: group), as: sarah)?.code == .conversationClosed)
        #expect(
            scenario.refuses(record("", data: long), as: sarah) == .keeping(.customTypeIsMalformed)
        )
    }
}

extension String {
    /// Without so many characters at its end, or with so many more.
    fileprivate func dropped(_ count: Int) -> String {
        count < 0 ? self + String(repeating: "x", count: -count) : String(dropLast(count))
    }
}
