import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Adding a member with history since a date` {
    private var scenario = Scenario()
    private let sarah: UserID
    private let tom: UserID
    private let mike: UserID
    private let ann: UserID
    private let full: ConversationID
    private let later: ConversationID
    private let first: MessageID
    private let second: MessageID
    private let between: Timestamp

    init() {
        sarah = scenario.user("sarah")
        tom = scenario.user("tom")
        mike = scenario.user("mike")
        ann = scenario.user("ann")
        full = scenario.group(by: sarah, with: [tom, mike])
        later = scenario.group(by: sarah, with: [tom, mike], history: .sinceJoin)
        first = scenario.text("first", in: full, by: sarah)
        scenario.text("first", in: later, by: sarah)
        scenario.advance(by: .seconds(60))
        between = scenario.now
        scenario.advance(by: .seconds(60))
        second = scenario.text("second", in: full, by: sarah)
        scenario.text("second", in: later, by: sarah)
        scenario.advance(by: .seconds(60))
    }

    private func add(to conversation: ConversationID, since: Timestamp?) -> AddParticipant {
        AddParticipant(conversation: conversation, user: ann, historySince: since)
    }

    private func seen(_ scenario: Scenario, in conversation: ConversationID) -> [String?] {
        guard let chat = scenario.world.conversation(conversation),
            let member = scenario.world.member(ann, of: conversation)
        else { return [] }
        let sight = scenario.world.visibility(of: member, in: chat, now: scenario.now)
        return scenario.world.timelines[conversation, default: []].compactMap { id in
            guard let message = scenario.world.message(id), !message.isSystem,
                sight.shows(message.position)
            else { return nil }
            return scenario.world.text(of: id)
        }
    }

    private func historyFrom(_ outcome: Scenario.Outcome) -> UInt64? {
        for case .participantAdded(let added) in outcome.events.map(\.event) {
            return added.historyFrom
        }
        return nil
    }

    @Test func `resolves the time to the first event since then`() throws {  // D-95
        var scenario = scenario
        let outcome = try scenario.does(add(to: full, since: between), as: sarah)
        #expect(historyFrom(outcome) == scenario.world.message(second)?.position.rawValue)
        #expect(seen(scenario, in: full) == ["second"])
    }

    @Test func `includes what was recorded at that very time`() throws {
        var scenario = scenario
        let at = try #require(scenario.world.message(second)?.sentAt)
        try scenario.does(add(to: full, since: at), as: sarah)
        #expect(seen(scenario, in: full) == ["second"])
    }

    @Test func `without a date shows what the conversation's rule says`() throws {  // D-17
        var scenario = scenario
        let outcome = try scenario.does(add(to: full, since: nil), as: sarah)
        #expect(historyFrom(outcome) == 0)
        try scenario.does(add(to: later, since: nil), as: sarah)
        #expect(seen(scenario, in: full) == ["first", "second"])
        #expect(seen(scenario, in: later) == [])
    }

    @Test func `takes a time to come as now`() throws {  // D-95
        var scenario = scenario
        let joining = scenario.world.size.next
        let future = Timestamp(microseconds: scenario.now.microseconds + 1)
        let outcome = try scenario.does(add(to: full, since: future), as: sarah)
        #expect(historyFrom(outcome) == joining.rawValue)
        scenario.text("third", in: full, by: sarah)
        #expect(seen(scenario, in: full) == ["third"])
    }

    @Test func `only leaders show what was before the joining`() throws {  // D-95
        var scenario = scenario
        try scenario.does(
            SetPermissions(conversation: later, user: tom, canAdd: true),
            as: sarah
        )
        try scenario.does(SetPermissions(conversation: full, user: tom, canAdd: true), as: sarah)
        let refusal = Refusal.membership(.onlyLeadersShowWhatWasBefore)
        #expect(refusal.code == .permissionDenied && refusal.field == "history")
        #expect(scenario.refuses(add(to: later, since: between), as: tom) == refusal)
        let future = Timestamp(microseconds: scenario.now.microseconds + 1)
        #expect(scenario.refuses(add(to: later, since: future), as: tom) == nil)
        // To narrow a full history is no privilege.
        #expect(scenario.refuses(add(to: full, since: between), as: tom) == nil)
        try scenario.does(add(to: later, since: between), as: sarah)
        #expect(seen(scenario, in: later) == ["second"])
    }

    @Test func `the operator shows it too`() throws {
        var scenario = scenario
        try scenario.doesAsOperator(add(to: later, since: between))
        #expect(seen(scenario, in: later) == ["second"])
    }

    @Test func `what was seen in an earlier membership stays seen`() throws {  // D-95
        var scenario = scenario
        try scenario.does(add(to: full, since: between), as: sarah)
        try scenario.does(RemoveParticipant(conversation: full, user: ann), as: sarah)
        scenario.text("gap", in: full, by: sarah)
        scenario.advance(by: .seconds(60))
        let since = scenario.now
        scenario.text("third", in: full, by: sarah)
        try scenario.does(add(to: full, since: since), as: sarah)
        #expect(seen(scenario, in: full) == ["second", "third"])

        try scenario.does(RemoveParticipant(conversation: full, user: ann), as: sarah)
        try scenario.does(add(to: full, since: nil), as: sarah)
        #expect(seen(scenario, in: full) == ["first", "second", "gap", "third"])
    }

    @Test func `is done once, whenever it is repeated`() throws {  // D-04 D-06
        var scenario = scenario
        var others = [add(to: full, since: between), add(to: full, since: between)]
        others[0].historySince = nil
        others[1].historySince = scenario.world.message(first)?.sentAt
        try scenario.expectOnce(
            .add(add(to: full, since: between)),
            as: .user(sarah),
            insteadOf: others.map(Command.add)
        )
    }
}
