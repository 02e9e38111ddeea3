import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let ride = Context(kind: "ride", id: "7")
private let conversation = ConversationID.named("conversation")

private func people(_ count: Int) -> [UserID] { (0..<count).map { .named("person \($0)") } }

private func group(
    _ members: [UserID] = [tom, maya],
    title: String? = nil,
    photo: String? = nil,
    reactions: ReactionPolicy = .tapback,
    history: HistoryPolicy = .full,
    custom: String? = nil
) -> CreateGroup {
    CreateGroup(
        conversation: conversation,
        title: title,
        photo: photo,
        members: members,
        reactions: reactions,
        history: history,
        custom: custom
    )
}

private func request(
    _ members: [UserID] = [tom],
    context: Context = ride,
    title: String? = nil,
    reactions: ReactionPolicy = .tapback,
    history: HistoryPolicy = .full,
    custom: String? = nil
) -> OpenRequest {
    OpenRequest(
        conversation: conversation,
        context: context,
        members: members,
        title: title,
        reactions: reactions,
        history: history,
        custom: custom
    )
}

@Suite struct `Creating a group` {
    @Test  // CONV-01 CONV-19 CONV-21 CONV-22 CONV-24 CONV-25 SYS-01 SYS-02 D-09 C20 TEST-02
    func `is one append of the creation, the creator and the members in order`() throws {
        var scenario = Scenario()
        var fresh = scenario.nextAsked.fresh
        let entry = fresh.next()
        let command = group(
            [maya, tom],
            title: "Trip",
            photo: "https://example.org/a.jpg",
            reactions: .open,
            history: .sinceJoin,
            custom: "{}"
        )

        let outcome = try scenario.does(command, as: sarah)

        #expect(outcome.answer == .conversation(conversation))
        #expect(
            outcome.events.map(\.event) == [
                .conversationCreated(
                    ConversationCreated(
                        kind: .group,
                        reactions: .open,
                        history: .sinceJoin,
                        entry: entry,
                        members: 3
                    ),
                    ConversationContent(
                        title: "Trip",
                        photo: "https://example.org/a.jpg",
                        custom: "{}"
                    )
                ),
                .participantAdded(
                    ParticipantAdded(
                        user: sarah.rawValue,
                        role: .creator,
                        canAdd: true,
                        canRemove: true,
                        canEdit: true,
                        founder: true
                    )
                ),
                .participantAdded(
                    ParticipantAdded(user: maya.rawValue, role: .member, founder: true)
                ),
                .participantAdded(
                    ParticipantAdded(user: tom.rawValue, role: .member, founder: true)
                ),
            ]
        )
        #expect(outcome.events.allSatisfy { $0.stream == .conversation(conversation) })
        #expect(scenario.world.message(MessageID(entry))?.ordinal == 1)
    }

    @Test  // CONV-17 C18
    func `needs no title and nothing else that a person writes`() throws {
        var scenario = Scenario()
        let outcome = try scenario.does(group(), as: sarah)
        guard case .conversationCreated(_, let content)? = outcome.events.first?.event else {
            Issue.record("nothing was created")
            return
        }
        #expect(content == nil)
    }

    @Test  // CONV-20 PART-03 D-45
    func `makes everybody a member once, and the creator without being named`() throws {
        var scenario = Scenario()
        try scenario.does(group([tom, sarah, maya, tom, maya]), as: sarah)
        #expect(scenario.world.activeMembers(of: conversation).map(\.user) == [sarah, tom, maya])
        #expect(scenario.world.conversation(conversation)?.memberCount == 3)
    }

    @Test  // CONV-16 D-45
    func `takes two others, whatever is named twice`() {
        let scenario = Scenario()
        for members in [[], [tom], [tom, tom], [tom, sarah], [sarah, sarah]] {
            let refusal = scenario.refuses(group(members), as: sarah)
            #expect(refusal == .conversation(.tooFewMembers(least: 2)))
            #expect(refusal?.code == .invalidParticipants)
        }
        #expect(scenario.refuses(group([tom, maya]), as: sarah) == nil)
    }

    @Test func `takes 5,000 members with the creator, and no more`() {
        let scenario = Scenario()
        #expect(scenario.refuses(group(people(4_998)), as: sarah) == nil)
        #expect(scenario.refuses(group(people(4_999) + [sarah]), as: sarah) == nil)
        let refusal = scenario.refuses(group(people(5_000)), as: sarah)
        #expect(refusal == .conversation(.tooManyMembers(limit: 5_000)))
        #expect(refusal?.code == .invalidParticipants)
    }

    @Test  // BLOCK-04 D-18
    func `is refused when one of all has blocked the creator`() {
        var scenario = Scenario()
        scenario.blocked(sarah, by: maya)
        let refusal = scenario.refuses(group(), as: sarah)
        #expect(refusal == .membership(.blockedByAUser))
        #expect(refusal?.code == .blocked)
    }

    @Test  // D-18
    func `may name somebody whom the creator has blocked`() {
        var scenario = Scenario()
        scenario.blocked(maya, by: sarah)
        #expect(scenario.refuses(group(), as: sarah) == nil)
    }

    @Test  // SET-05 SET-02 D-45
    func `is refused when one of all is added by nobody`() {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: maya)
        scenario.contact(sarah, of: maya)
        let refusal = scenario.refuses(group(), as: sarah)
        #expect(refusal == .membership(.refusedByPrivacy))
        #expect(refusal?.code == .privacy)
    }

    @Test  // SET-05 D-45
    func `is refused when one of all is added by contacts, and the creator is none`() {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .contacts), of: maya)
        scenario.contact(maya, of: sarah)
        #expect(scenario.refuses(group(), as: sarah) == .membership(.refusedByPrivacy))
        scenario.contact(sarah, of: maya)
        #expect(scenario.refuses(group(), as: sarah) == nil)
    }

    @Test  // CONV-20 SET-05
    func `does not ask the creator's own settings, even if named`() {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: sarah)
        #expect(scenario.refuses(group([sarah, tom, maya]), as: sarah) == nil)
    }

    @Test  // D-07 D-73
    func `asks for blocks, then privacy, then the members, then the details`() {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: maya)
        var faulty = group(
            [maya],
            title: "",
            photo: "",
            custom: String(repeating: "x", count: 4_097)
        )
        #expect(scenario.refuses(faulty, as: sarah) == .membership(.refusedByPrivacy))
        scenario.blocked(sarah, by: maya)
        #expect(scenario.refuses(faulty, as: sarah) == .membership(.blockedByAUser))
        faulty.members = [tom]
        #expect(
            scenario.refuses(faulty, as: sarah) == .conversation(.tooFewMembers(least: 2))
        )
        faulty.members = people(2)
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.titleIsInvalid))
        faulty.title = nil
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.photoIsInvalid))
        faulty.photo = nil
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.customIsTooLong))
        faulty.custom = nil
        #expect(scenario.refuses(faulty, as: sarah) == nil)
    }

    @Test  // C01
    func `knows two policies of reactions and two of history`() {
        let scenario = Scenario()
        for reactions in [ReactionPolicy.unspecified, .unrecognized(9)] {
            let refusal = scenario.refuses(group(reactions: reactions), as: sarah)
            #expect(refusal == .conversation(.reactionsAreUnknown))
            #expect(refusal?.code == .invalidRequest)
        }
        for history in [HistoryPolicy.unspecified, .unrecognized(9)] {
            #expect(
                scenario.refuses(group(history: history), as: sarah)
                    == .conversation(.historyIsUnknown)
            )
        }
    }

    @Test  // D-44
    func `keeps the title without space around it`() throws {
        var scenario = Scenario()
        try scenario.does(group(title: "\n\u{A0} Trip to Rome \t"), as: sarah)
        #expect(scenario.world.details(of: conversation).title == "Trip to Rome")
    }

    @Test func `takes custom data of 4,096 bytes`() {
        let scenario = Scenario()
        let letters = String(repeating: "é", count: 2_048)
        #expect(letters.utf8.count == 4_096)
        #expect(scenario.refuses(group(custom: ""), as: sarah) == nil)
        #expect(scenario.refuses(group(custom: letters), as: sarah) == nil)
        let refusal = scenario.refuses(group(custom: letters + "x"), as: sarah)
        #expect(refusal == .conversation(.customIsTooLong))
        #expect(refusal?.code == .invalidRequest)
    }
}

@Suite struct `Opening a request` {
    @Test  // CONV-02 CONV-03 CONV-05 CONV-23 CONV-43 C50 D-12
    func `is one append that says what it is about, and grants no flags`() throws {
        var scenario = Scenario()
        var fresh = scenario.nextAsked.fresh
        let entry = fresh.next()

        let outcome = try scenario.does(request([tom, sarah, tom]), as: sarah)

        #expect(outcome.answer == .conversation(conversation))
        #expect(
            outcome.events.map(\.event) == [
                .conversationCreated(
                    ConversationCreated(
                        kind: .request,
                        reactions: .tapback,
                        history: .full,
                        entry: entry,
                        members: 2
                    ),
                    ConversationContent(contextKind: "ride", contextID: "7")
                ),
                .participantAdded(
                    ParticipantAdded(user: sarah.rawValue, role: .creator, founder: true)
                ),
                .participantAdded(
                    ParticipantAdded(user: tom.rawValue, role: .member, founder: true)
                ),
            ]
        )
        #expect(scenario.world.conversation(conversation)?.context == ride)
    }

    @Test func `keeps title, custom data and policies`() throws {
        var scenario = Scenario()
        let command = request(title: " To Rome ", reactions: .open, history: .sinceJoin, custom: "")
        try scenario.does(command, as: sarah)
        let facts = try #require(scenario.world.conversation(conversation))
        #expect(facts.reactions == .open)
        #expect(facts.history == .sinceJoin)
        #expect(
            scenario.world.details(of: conversation)
                == ConversationContent(
                    title: "To Rome",
                    custom: "",
                    contextKind: "ride",
                    contextID: "7"
                )
        )
    }

    @Test  // D-68 CONV-43
    func `may be about what another request is about`() throws {
        var scenario = Scenario()
        let other = scenario.request(by: sarah, with: [tom], about: ride)
        try scenario.does(request(), as: sarah)
        #expect(scenario.world.conversation(other)?.context == ride)
        #expect(scenario.world.conversation(conversation)?.context == ride)
    }

    @Test  // D-45
    func `takes one other`() {
        let scenario = Scenario()
        for members in [[], [sarah]] {
            #expect(
                scenario.refuses(request(members), as: sarah)
                    == .conversation(.tooFewMembers(least: 1))
            )
        }
        #expect(scenario.refuses(request([tom]), as: sarah) == nil)
    }

    @Test func `takes 5,000 members with the creator, and no more`() {
        let scenario = Scenario()
        #expect(scenario.refuses(request(people(4_999)), as: sarah) == nil)
        #expect(
            scenario.refuses(request(people(5_000)), as: sarah)
                == .conversation(.tooManyMembers(limit: 5_000))
        )
    }

    @Test  // SET-05 D-45
    func `asks nobody's consent to be added to groups`() {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: tom)
        #expect(scenario.refuses(request(), as: sarah) == nil)
    }

    @Test  // BLOCK-04 D-18
    func `is refused when somebody named has blocked the creator`() {
        var scenario = Scenario()
        scenario.blocked(sarah, by: tom)
        #expect(scenario.refuses(request(), as: sarah) == .membership(.blockedByAUser))
        #expect(scenario.refuses(request([maya]), as: sarah) == nil)
    }

    @Test(arguments: [(0, false), (1, true), (63, true), (64, true), (65, false)])  // D-68
    func `is about a kind of 1 to 64 characters`(length: Int, isTaken: Bool) {
        let context = Context(kind: String(repeating: "🚗", count: length), id: "7")
        let refusal = Scenario().refuses(request(context: context), as: sarah)
        #expect(refusal == (isTaken ? nil : .conversation(.contextKindIsMalformed)))
        if !isTaken { #expect(refusal?.code == .invalidContext) }
    }

    @Test(arguments: [(0, false), (1, true), (127, true), (128, true), (129, false)])  // D-68
    func `is about an id of 1 to 128 characters`(length: Int, isTaken: Bool) {
        let context = Context(kind: "ride", id: String(repeating: "é", count: length))
        let refusal = Scenario().refuses(request(context: context), as: sarah)
        #expect(refusal == (isTaken ? nil : .conversation(.contextIDIsMalformed)))
        if !isTaken { #expect(refusal?.code == .invalidContext) }
    }

    @Test  // D-07 D-73
    func `asks for blocks, then the members, then the context, then the details`() {
        var scenario = Scenario()
        scenario.blocked(sarah, by: tom)
        var faulty = request(
            [tom] + people(5_000),
            context: Context(kind: "", id: ""),
            title: "",
            custom: String(repeating: "x", count: 4_097)
        )
        #expect(scenario.refuses(faulty, as: sarah) == .membership(.blockedByAUser))
        faulty.members = []
        #expect(
            scenario.refuses(faulty, as: sarah) == .conversation(.tooFewMembers(least: 1))
        )
        faulty.members = [maya]
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.contextKindIsMalformed))
        faulty.context.kind = "ride"
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.contextIDIsMalformed))
        faulty.context.id = "7"
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.titleIsInvalid))
        faulty.title = nil
        #expect(scenario.refuses(faulty, as: sarah) == .conversation(.customIsTooLong))
    }

    @Test  // C01
    func `knows two policies of reactions and two of history`() {
        let scenario = Scenario()
        #expect(
            scenario.refuses(request(reactions: .unrecognized(-1)), as: sarah)
                == .conversation(.reactionsAreUnknown)
        )
        #expect(
            scenario.refuses(request(history: .unrecognized(-1)), as: sarah)
                == .conversation(.historyIsUnknown)
        )
    }
}
