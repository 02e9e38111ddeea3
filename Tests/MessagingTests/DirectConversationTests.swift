import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `A direct conversation` {
    @Test  // CONV-01 CONV-04 CONV-15 CONV-24 C48 D-12
    func `begins with its creator and the other, without flags or entry`() throws {
        var scenario = Scenario()
        var fresh = scenario.nextAsked.fresh
        let id = ConversationID(fresh.next())

        let outcome = try scenario.does(StartDirect(with: tom), as: sarah)

        #expect(outcome.answer == .direct(id, created: true))
        #expect(
            outcome.events.map(\.event) == [
                .conversationCreated(
                    ConversationCreated(
                        kind: .direct,
                        reactions: .tapback,
                        history: .full,
                        with: tom.rawValue,
                        members: 2
                    ),
                    nil
                ),
                .participantAdded(
                    ParticipantAdded(user: sarah.rawValue, role: .creator, founder: true)
                ),
                .participantAdded(
                    ParticipantAdded(user: tom.rawValue, role: .member, founder: true)
                ),
            ]
        )
        #expect(outcome.events.allSatisfy { $0.stream == .conversation(id) })
        #expect(scenario.world.conversation(id)?.entryCount == 0)
    }

    @Test  // CONV-13 CONV-14 C44 D-72
    func `is found by both, and there is never a second`() throws {
        var scenario = Scenario()
        let first = try scenario.does(StartDirect(with: tom), as: sarah)
        guard case .direct(let id, created: true) = first.answer else {
            Issue.record("nothing began")
            return
        }
        for (user, other) in [(sarah, tom), (tom, sarah)] {
            let again = try scenario.does(StartDirect(with: other), as: user)
            #expect(again.answer == .direct(id, created: false))
            #expect(again.events == [])
        }
    }

    @Test  // CONV-14
    func `is no group of more that both are in`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let outcome = try scenario.does(StartDirect(with: tom), as: sarah)
        guard case .direct(let id, created: true) = outcome.answer else {
            Issue.record("the group was taken for the direct conversation")
            return
        }
        #expect(id != group)
    }

    @Test  // CONV-33 D-27
    func `comes back for the user who hid it and starts it again, not for the other`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        for user in [sarah, tom] {
            scenario.given(.hidden(Hidden(conversation: direct.rawValue)), ofUser: user)
        }

        let outcome = try scenario.does(StartDirect(with: sarah), as: tom)

        #expect(outcome.answer == .direct(direct, created: false))
        #expect(
            outcome.events == [
                NewEvent(
                    .unhidden(Unhidden(conversation: direct.rawValue)),
                    in: .user(tom)
                )
            ]
        )
        #expect(scenario.world.personal(sarah, in: direct).isHidden)
    }

    @Test  // D-18 BLOCK-02
    func `does not begin when one has blocked the other, either way`() {
        var scenario = Scenario()
        scenario.blocked(tom, by: sarah)
        #expect(
            scenario.refuses(StartDirect(with: tom), as: sarah) == .membership(.blockedByAUser)
        )
        #expect(
            scenario.refuses(StartDirect(with: sarah), as: tom) == .membership(.blockedByAUser)
        )
    }

    @Test  // D-18
    func `that is there is answered even when one has blocked the other`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.blocked(tom, by: sarah)
        for (user, other) in [(sarah, tom), (tom, sarah)] {
            let outcome = try scenario.does(StartDirect(with: other), as: user)
            #expect(outcome.answer == .direct(direct, created: false))
        }
    }

    @Test  // CONV-39
    func `is with somebody else`() {
        let refusal = Scenario().refuses(StartDirect(with: sarah), as: sarah)
        #expect(refusal == .conversation(.withOneself))
        #expect(refusal?.code == .invalidParticipants)
    }

    @Test  // SET-05
    func `asks for nobody's consent to be added to groups`() throws {
        var scenario = Scenario()
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: tom)
        let outcome = try scenario.does(StartDirect(with: tom), as: sarah)
        #expect(outcome.events.count == 3)
    }

    @Test(arguments: [  // CONV-04 CONV-34 D-47 PART-07
        Attempt("add") { $0.refuses(AddParticipant(conversation: $1, user: maya), as: $2) },
        Attempt("remove") { $0.refuses(RemoveParticipant(conversation: $1, user: tom), as: $2) },
        Attempt("leave by removing") {
            $0.refuses(RemoveParticipant(conversation: $1, user: $2), as: $2)
        },
        Attempt("leave") { $0.refuses(Leave(conversation: $1), as: $2) },
        Attempt("set a role") {
            $0.refuses(SetRole(conversation: $1, user: tom, role: .admin), as: $2)
        },
        Attempt("set flags") {
            $0.refuses(SetPermissions(conversation: $1, user: tom, canAdd: true), as: $2)
        },
        Attempt("rename") { $0.refuses(Rename(conversation: $1, title: ""), as: $2) },
        Attempt("set a photo") { $0.refuses(SetPhoto(conversation: $1, photo: ""), as: $2) },
    ])
    func `keeps its members and has no details`(attempt: Attempt) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let refusal = attempt.refusal(scenario, direct, sarah)
        #expect(refusal == .conversation(.notInADirectConversation))
        #expect(refusal?.code == .permissionDenied)
    }
}
