import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct Reporting {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let group: ConversationID
    private let message: MessageID

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        group = scenario.group(by: sarah, with: [tom, scenario.user("maya")])
        message = scenario.text("spam", in: group, by: sarah)
    }

    private func report(
        _ target: FileReport.Target,
        for reason: ReportReason = .spam,
        details: String? = nil
    ) -> FileReport {
        FileReport(report: .named("report"), target: target, reason: reason, details: details)
    }

    private var id: UniqueID { ReportID.named("report").rawValue }

    @Test func `a message names its sender`() throws {  // MOD-01 D-58
        var scenario = scenario

        let outcome = try scenario.does(
            report(.message(message), details: " Again and again.\r\n"),
            as: tom
        )

        let reported = Reported(
            report: id,
            message: message.rawValue,
            user: sarah.rawValue,
            reason: .spam
        )
        let content = ReportContent(details: "Again and again.")
        #expect(outcome.events == [NewEvent(.reported(reported, content), in: .store)])
        #expect(outcome.answer == .report(.named("report")))
        #expect(scenario.world.report(.named("report"))?.user == sarah)
    }

    @Test func `a conversation names nobody`() throws {  // MOD-01 MOD-03
        var scenario = scenario

        let outcome = try scenario.does(report(.conversation(group), for: .scam), as: tom)

        let reported = Reported(report: id, conversation: group.rawValue, reason: .scam)
        #expect(outcome.events == [NewEvent(.reported(reported, nil), in: .store)])
        #expect(scenario.world.report(.named("report"))?.user == nil)
    }

    @Test func `a user can be anybody else`() throws {  // MOD-01 D-13
        var scenario = scenario
        let stranger = scenario.user("eve")
        scenario.blocked(tom, by: stranger)

        let outcome = try scenario.does(report(.user(stranger), for: .other), as: tom)

        let reported = Reported(report: id, user: stranger.rawValue, reason: .other)
        #expect(outcome.events == [NewEvent(.reported(reported, nil), in: .store)])
    }

    @Test func `tells nobody who is reported`() throws {  // MOD-04
        let decision = try scenario.decideOnly(report(.message(message)), as: tom)

        #expect(decision.events.map(\.stream) == [.store])
    }

    @Test(arguments: [ReportReason.spam, .harassment, .inappropriate, .scam, .other])
    func `has one of five reasons`(reason: ReportReason) {  // MOD-02
        #expect(scenario.refuses(report(.message(message), for: reason), as: tom) == nil)
    }

    @Test(arguments: [ReportReason.unspecified, .unrecognized(6), .unrecognized(-1)])
    func `has no other reason`(reason: ReportReason) {  // MOD-02
        let refusal = scenario.refuses(report(.message(message), for: reason), as: tom)

        #expect(refusal == .moderation(.reasonIsUnknown))
        #expect(refusal?.code == .invalidRequest)
    }

    @Test func `is not about oneself`() {  // MOD-03 D-58
        let own = scenario.refuses(report(.message(message)), as: sarah)

        #expect(own == .moderation(.aboutOneself))
        #expect(own?.code == .invalidRequest)
        #expect(scenario.refuses(report(.user(tom)), as: tom) == .moderation(.aboutOneself))
    }

    @Test func `is not about an entry that nobody wrote`() throws {  // D-11
        let created = try #require(scenario.world.timelines[group]?.first)

        let refusal = scenario.refuses(report(.message(created)), as: tom)

        #expect(refusal?.code == .systemEntry)
        #expect(scenario.refuses(report(.message(created)), as: sarah)?.code == .systemEntry)
    }

    @Test func `needs a target that the reporter sees`() throws {  // D-58 SEC-02
        var scenario = scenario
        let stranger = scenario.user("eve")
        let targets: [FileReport.Target] = [.message(message), .conversation(group)]

        for target in targets {
            #expect(scenario.refuses(report(target), as: stranger)?.code == .notFound)
        }
        #expect(scenario.refuses(report(.message(.named("none"))), as: tom)?.code == .notFound)
        #expect(scenario.refuses(report(.conversation(.named("none"))), as: tom)?.code == .notFound)

        scenario.historyCleared(group, by: tom)
        #expect(scenario.refuses(report(.message(message)), as: tom)?.code == .notFound)
        #expect(scenario.refuses(report(.conversation(group)), as: tom) == nil)
    }

    @Test func `goes on after leaving, for what one saw`() {  // D-29
        var scenario = scenario
        scenario.left(group, by: tom)
        let later = scenario.text("more", in: group, by: sarah)

        #expect(scenario.refuses(report(.message(message)), as: tom) == nil)
        #expect(scenario.refuses(report(.conversation(group)), as: tom) == nil)
        #expect(scenario.refuses(report(.message(later)), as: tom)?.code == .notFound)
    }

    @Test func `goes on when the conversation is closed and the message deleted`() {  // D-29
        var scenario = scenario
        scenario.deleted(message)
        scenario.closed(group, by: sarah)

        #expect(scenario.refuses(report(.message(message)), as: tom) == nil)
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, Refusal.moderation(.detailsAreInvalid))])
    func `has details of limited length`(beyond: Int, refusal: Refusal?) {  // D-70 D-37
        let details = String(repeating: "e\u{301}", count: 2_000 + beyond)

        #expect(
            scenario.refuses(report(.user(sarah), details: details), as: tom) == refusal
        )
        #expect(Refusal.moderation(.detailsAreInvalid).code == .invalidText)
    }

    @Test(arguments: [
        ("a\r\n\tb", "a\n\tb"), ("\u{7}", nil), ("a\u{0}b", nil), ("a\u{9F}", nil),
    ])
    func `has details without control characters but ends of lines and tabs`(
        details: String,
        kept: String?
    ) {  // D-70
        let report = report(.user(sarah), details: details)

        #expect((try? report.content()) == kept.map { ReportContent(details: $0) })
        let refusal: Refusal? = kept == nil ? .moderation(.detailsAreInvalid) : nil
        #expect(scenario.refuses(report, as: tom) == refusal)
    }

    @Test(arguments: ["", " \n"])
    func `has no content where details say nothing`(details: String) throws {
        let decision = try scenario.decideOnly(report(.user(sarah), details: details), as: tom)

        let reported = Reported(report: id, user: sarah.rawValue, reason: .spam)
        #expect(decision.events == [NewEvent(.reported(reported, nil), in: .store)])
    }

    @Test func `names its target before its reason and its reason before its details`() {  // D-07
        let long = String(repeating: "x", count: 2_001)

        #expect(
            scenario.refuses(report(.user(tom), for: .unspecified), as: tom)
                == .moderation(.aboutOneself)
        )
        #expect(
            scenario.refuses(report(.user(sarah), for: .unspecified, details: long), as: tom)
                == .moderation(.reasonIsUnknown)
        )
    }
}

@Suite struct `Resolving a report` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let moderator: UserID
    private let about: ReportID = .named("about a user")
    private let aboutNobody: ReportID = .named("about a conversation")

    init() throws {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        moderator = scenario.user("mo")
        scenario.moderator(moderator)
        let chat = scenario.direct(sarah, tom)
        try scenario.does(
            FileReport(report: about, target: .user(sarah), reason: .spam),
            as: tom
        )
        try scenario.does(
            FileReport(report: aboutNobody, target: .conversation(chat), reason: .spam),
            as: tom
        )
    }

    private func resolve(
        _ action: ModerationAction,
        until: Timestamp? = nil,
        note: String? = nil
    ) -> ResolveReport {
        ResolveReport(report: about, action: action, until: until, note: note)
    }

    private static let until = Timestamp(microseconds: 1_800_000_000_000_000)

    @Test(arguments: [
        (ModerationAction.dismiss, nil, nil),
        (.warn, nil, Event.warned(Warned(report: ReportID.named("about a user").rawValue))),
        (
            .suspend, nil,
            .suspended(Suspended(report: ReportID.named("about a user").rawValue))
        ),
        (
            .suspend, until,
            .suspended(
                Suspended(
                    report: ReportID.named("about a user").rawValue,
                    until: until.microseconds
                )
            )
        ),
        (.ban, nil, .banned(Banned(report: ReportID.named("about a user").rawValue))),
    ])
    func `says so in the store and to the user`(
        action: ModerationAction,
        until: Timestamp?,
        consequence: Event?
    ) throws {  // MOD-07 C53
        var scenario = scenario

        let outcome = try scenario.does(
            resolve(action, until: until, note: "seen"),
            as: moderator
        )

        let resolved = ReportResolved(report: about.rawValue, action: action)
        let content = ResolutionContent(note: "seen")
        #expect(
            outcome.events == [NewEvent(.reportResolved(resolved, content), in: .store)]
                + (consequence.map { [NewEvent($0, in: .user(sarah))] } ?? [])
        )
        #expect(outcome.answer == .done)
        #expect(scenario.world.report(about)?.isResolved == true)
    }

    @Test func `happens once`() throws {  // D-58
        var scenario = scenario
        try scenario.does(resolve(.dismiss), as: moderator)

        let refusal = scenario.refuses(resolve(.ban), as: moderator)

        #expect(refusal == .moderation(.reportIsResolved))
        #expect(refusal?.code == .invalidRequest)
    }

    @Test func `needs a report`() {
        let unknown = ResolveReport(report: .named("none"), action: .dismiss)

        #expect(scenario.refuses(unknown, as: moderator)?.code == .notFound)
    }

    @Test func `needs a user for everything but dismissing`() {  // D-58
        for action in [ModerationAction.warn, .suspend, .ban] {
            let refusal = scenario.refuses(
                ResolveReport(report: aboutNobody, action: action),
                as: moderator
            )
            #expect(refusal == .moderation(.reportIsAboutNobody))
            #expect(refusal?.code == .invalidRequest)
        }
        #expect(
            scenario.refuses(ResolveReport(report: aboutNobody, action: .dismiss), as: moderator)
                == nil
        )
    }

    @Test(arguments: [ModerationAction.dismiss, .warn, .ban])
    func `has an end for suspensions alone`(action: ModerationAction) {
        let refusal = scenario.refuses(resolve(action, until: Self.until), as: moderator)

        #expect(refusal == .moderation(.onlySuspensionsEnd))
        #expect(refusal?.code == .invalidRequest)
    }

    @Test(arguments: [ModerationAction.unspecified, .unrecognized(5)])
    func `takes no other action`(action: ModerationAction) {  // MOD-07
        #expect(scenario.refuses(resolve(action), as: moderator) == .moderation(.actionIsUnknown))
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, Refusal.moderation(.noteIsInvalid))])
    func `has a note of limited length`(beyond: Int, refusal: Refusal?) {  // D-70
        let note = String(repeating: "e\u{301}", count: 2_000 + beyond)

        #expect(scenario.refuses(resolve(.dismiss, note: note), as: moderator) == refusal)
        #expect(Refusal.moderation(.noteIsInvalid).code == .invalidText)
    }

    @Test func `names the report before the action, and the action before the note`() throws {
        var scenario = scenario
        let long = String(repeating: "x", count: 2_001)
        #expect(
            scenario.refuses(resolve(.unspecified, note: long), as: moderator)
                == .moderation(.actionIsUnknown)
        )

        try scenario.does(resolve(.dismiss), as: moderator)

        #expect(
            scenario.refuses(resolve(.unspecified), as: moderator)
                == .moderation(.reportIsResolved)
        )
    }

    @Test func `ends no ban with a suspension`() throws {
        var scenario = scenario
        scenario.given(.banned(Banned()), ofUser: sarah, by: .user(moderator))

        let outcome = try scenario.does(resolve(.suspend, until: Self.until), as: moderator)

        #expect(outcome.events.count == 1)
        #expect(scenario.world.standing(of: sarah) == .banned)
        #expect(scenario.world.report(about)?.isResolved == true)
    }

    @Test func `replaces one suspension with another`() throws {
        var scenario = scenario
        scenario.suspended(sarah)

        try scenario.does(resolve(.suspend, until: Self.until), as: moderator)

        #expect(scenario.world.standing(of: sarah) == .suspended(until: Self.until))
    }
}

@Suite struct Standings {
    private var scenario = Scenario()
    private let sarah = UserID.named("sarah")
    private let moderator = UserID.named("mo")

    init() { scenario.moderator(moderator) }

    private var reinstate: Reinstate { Reinstate(user: sarah) }

    private var reinstated: [NewEvent] {
        [NewEvent(.reinstated(Reinstated()), in: .user(sarah))]
    }

    @Test func `end with reinstating`() throws {  // MOD-08
        var scenario = scenario
        scenario.given(.banned(Banned()), ofUser: sarah, by: .user(moderator))
        #expect(scenario.world.standing(of: sarah).isSuspended(at: scenario.now))

        let outcome = try scenario.does(reinstate, as: moderator)

        #expect(outcome.events == reinstated)
        #expect(!scenario.world.standing(of: sarah).isSuspended(at: scenario.now))
    }

    @Test func `need no reinstating when they are good`() throws {  // D-72
        #expect(try scenario.decideOnly(reinstate, as: moderator).events == [])
    }

    @Test func `of a suspension end by themselves at its time`() throws {
        var scenario = scenario
        scenario.suspended(
            sarah,
            until: Timestamp(microseconds: scenario.now.microseconds + 60_000_000)
        )

        scenario.advance(by: .seconds(59))
        #expect(try scenario.decideOnly(reinstate, as: moderator).events == reinstated)
        scenario.advance(by: .seconds(1))
        #expect(try scenario.decideOnly(reinstate, as: moderator).events == [])
    }
}

@Suite struct `Suspended and banned users` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let chat: ConversationID
    private let moderator: UserID

    init() throws {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        moderator = scenario.user("mo")
        chat = scenario.direct(sarah, tom)
        scenario.moderator(moderator)
        let report = FileReport(report: .named("report"), target: .user(sarah), reason: .spam)
        try scenario.does(.report(report), as: tom)
    }

    private func resolve(_ action: ModerationAction, until: Timestamp? = nil) -> Command {
        .resolveReport(ResolveReport(report: .named("report"), action: action, until: until))
    }

    private var asked: [Command] {
        [
            .send(SendMessage(conversation: chat, message: .named("message"), text: "hello")),
            .typing(SignalTyping(conversation: chat, isTyping: true)),
            .presence(SignalPresence(.online)),
            .mute(Mute(conversation: chat)),
            .setProfile(SetProfile(username: "")),
            .report(FileReport(report: .named("new"), target: .user(tom), reason: .spam)),
        ]
    }

    @Test(arguments: [ModerationAction.suspend, .ban])
    func `are refused whatever they ask until they are reinstated`(
        action: ModerationAction
    ) throws {  // MOD-08 D-49
        var scenario = scenario
        try scenario.does(resolve(action), as: moderator)
        scenario.advance(days: 10_000)

        for command in asked {
            #expect(scenario.refuses(command, as: sarah)?.code == .suspended)
        }

        try scenario.does(.reinstate(Reinstate(user: sarah)), as: moderator)
        try scenario.does(asked[0], as: sarah)
    }

    @Test func `may ask again when a suspension ends`() throws {
        var scenario = scenario
        let end = Timestamp(microseconds: scenario.now.microseconds + 60_000_000)
        try scenario.does(resolve(.suspend, until: end), as: moderator)

        scenario.advance(by: .seconds(59))
        #expect(scenario.refuses(asked[0], as: sarah)?.code == .suspended)
        scenario.advance(by: .seconds(1))
        #expect(scenario.refuses(asked[0], as: sarah) == nil)
    }

    @Test(arguments: [ModerationAction.dismiss, .warn])
    func `are not those who were only warned`(action: ModerationAction) throws {  // MOD-07
        var scenario = scenario
        try scenario.does(resolve(action), as: moderator)

        #expect(scenario.refuses(asked[0], as: sarah) == nil)
    }

    @Test func `are made so by moderators alone`() throws {  // MOD-08
        var scenario = scenario
        let commands = [resolve(.ban), .reinstate(Reinstate(user: sarah))]

        for command in commands {
            #expect(scenario.refuses(command, as: tom)?.code == .permissionDenied)
            #expect(scenario.refuses(command, as: .operator)?.code == .permissionDenied)
            #expect(scenario.refuses(command, as: moderator) == nil)
        }

        try scenario.does(.dismissModerator(DismissModerator(user: moderator)), as: .operator)
        #expect(scenario.refuses(resolve(.ban), as: moderator)?.code == .permissionDenied)
    }
}

@Suite struct `Appointing moderators` {
    private var scenario = Scenario()
    private let sarah = UserID.named("sarah")

    @Test func `makes a moderator of a user, and a user of a moderator`() throws {
        var scenario = scenario

        let appointed = try scenario.does(AppointModerator(user: sarah))
        #expect(scenario.world.isModerator(sarah))
        let dismissed = try scenario.does(DismissModerator(user: sarah))
        #expect(!scenario.world.isModerator(sarah))

        #expect(
            appointed.events == [
                NewEvent(
                    .moderatorAppointed(ModeratorAppointed(user: sarah.rawValue)),
                    in: .store
                )
            ]
        )
        #expect(
            dismissed.events == [
                NewEvent(
                    .moderatorDismissed(ModeratorDismissed(user: sarah.rawValue)),
                    in: .store
                )
            ]
        )
    }

    @Test func `writes nothing when it is so already`() throws {  // D-72
        var scenario = scenario

        #expect(try scenario.does(DismissModerator(user: sarah)).events == [])
        try scenario.does(AppointModerator(user: sarah))
        #expect(try scenario.does(AppointModerator(user: sarah)).events == [])
    }
}
