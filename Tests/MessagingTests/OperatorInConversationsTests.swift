import DomainSupport
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let ben = UserID.named("ben")

private func passed(
    to heir: UserID,
    from owner: UserID? = nil,
    as role: Role = .unspecified
) -> Event {
    .ownershipPassed(
        OwnershipPassed(user: heir.rawValue, from: owner?.rawValue, formerRole: role)
    )
}

@Suite struct `The operator in conversations` {
    private var scenario = Scenario()
    private let group: ConversationID
    private let ride: ConversationID

    init() {
        group = scenario.group(by: sarah, with: [tom, maya])
        ride = scenario.request(by: sarah, with: [tom])
    }

    @Test func `adds whom no member could, whatever blocks and settings say`() throws {
        // D-106 CONV-43 SET-05 BLOCK-01
        var scenario = scenario
        scenario.blocked(sarah, by: ben)
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: ben)
        let add = AddParticipant(
            conversation: group,
            user: ben,
            role: .admin,
            permissions: Permissions(canEdit: true)
        )
        #expect(scenario.refuses(add, as: sarah) == .membership(.blockedByAUser))
        let outcome = try scenario.doesAsOperator(add)
        #expect(outcome.events.count == 1)
        #expect(scenario.world.member(ben, of: group)?.role == .admin)
        #expect(scenario.refusesOperator(add) == .membership(.alreadyAMember))
    }

    @Test func `sets roles, flags, title and photo`() throws {  // D-106
        var scenario = scenario
        try scenario.doesAsOperator(SetRole(conversation: group, user: tom, role: .admin))
        try scenario.doesAsOperator(
            SetPermissions(conversation: group, user: maya, canAdd: true)
        )
        try scenario.doesAsOperator(Rename(conversation: group, title: "Trip"))
        try scenario.doesAsOperator(SetPhoto(conversation: group, photo: "p"))
        #expect(scenario.world.member(tom, of: group)?.role == .admin)
        #expect(scenario.world.member(maya, of: group)?.permissions == Permissions(canAdd: true))
        #expect(scenario.world.details(of: group).title == "Trip")
        #expect(scenario.world.details(of: group).photo == "p")
        #expect(
            scenario.refusesOperator(SetRole(conversation: group, user: sarah, role: .member))
                == .membership(.creatorIsUntouchable)
        )
    }

    @Test func `ends what a request is about`() throws {  // D-106 CONV-29
        var scenario = scenario
        try scenario.doesAsOperator(CancelRequest(conversation: ride))
        try scenario.doesAsOperator(ClearContext(conversation: ride))
        #expect(scenario.world.conversation(ride)?.context == nil)
        try scenario.doesAsOperator(CompleteRequest(conversation: ride))
        #expect(scenario.world.conversation(ride)?.isClosed == true)
        #expect(
            scenario.refusesOperator(CompleteRequest(conversation: ride))
                == .conversation(.isClosed)
        )
        #expect(
            scenario.refusesOperator(CancelRequest(conversation: group))
                == .conversation(.onlyRequestsHaveAContext)
        )
    }

    @Test func `meets every other rule`() {  // D-106 D-07 D-47
        var scenario = scenario
        let direct = scenario.direct(sarah, tom)
        let unknown = ConversationID.named("unknown")
        #expect(
            scenario.refusesOperator(Rename(conversation: direct, title: "T"))
                == .conversation(.notInADirectConversation)
        )
        #expect(
            scenario.refusesOperator(Rename(conversation: unknown, title: "T"))
                == .conversation(.notFound)
        )
        #expect(
            scenario.refusesOperator(RemoveParticipant(conversation: group, user: ben))
                == .membership(.userIsNotAMember)
        )
        scenario.closed(group, by: sarah)
        #expect(
            scenario.refusesOperator(AddParticipant(conversation: group, user: ben))
                == .conversation(.isClosed)
        )
    }

    @Test func `removes the creator, who is followed as after leaving`() throws {
        // D-106 D-48 PART-17
        var scenario = scenario
        scenario.role(.admin, of: maya, in: group, by: sarah)
        let outcome = try scenario.doesAsOperator(
            RemoveParticipant(conversation: group, user: sarah)
        )
        #expect(outcome.events.first?.event == passed(to: maya, from: sarah))
        #expect(outcome.events.count == 2)
        #expect(scenario.world.member(sarah, of: group)?.isActive == false)
        #expect(scenario.world.member(maya, of: group)?.role == .creator)
    }

    @Test func `removes the last one, which closes the conversation`() throws {  // D-106 CONV-37
        var scenario = scenario
        try scenario.doesAsOperator(RemoveParticipant(conversation: ride, user: sarah))
        let outcome = try scenario.doesAsOperator(
            RemoveParticipant(conversation: ride, user: tom)
        )
        #expect(
            outcome.events.first?.event
                == .conversationClosed(ConversationClosed(reason: .lastMemberLeft))
        )
        #expect(scenario.world.conversation(ride)?.isClosed == true)
    }

    @Test func `is answered again as the first time`() throws {  // D-05 D-106
        var scenario = scenario
        let id = CommandID.named("id")
        let remove = Command.remove(RemoveParticipant(conversation: group, user: sarah))
        try scenario.does(remove, as: .operator, id: id)
        let again = try scenario.does(remove, as: .operator, id: id)
        #expect(again.events == [] && again.repeats != nil)
        let other = Command.remove(RemoveParticipant(conversation: group, user: tom))
        #expect(scenario.refuses(other, as: .operator, id: id) == .request(.idIsTaken))
    }

    @Test func `does nothing else of what members do`() {  // D-106 D-66
        for command in [
            Command.leave(Leave(conversation: group)),
            .send(SendMessage(conversation: group, message: .named("m"), text: "hi")),
            .mute(Mute(conversation: group)),
        ] {
            #expect(scenario.refuses(command, as: .operator) == .request(.isForUsers))
        }
    }
}

@Suite struct `Ownership` {
    private var scenario = Scenario()
    private let group: ConversationID

    init() { group = scenario.group(by: sarah, with: [tom, maya]) }

    private var toTom: PassOwnership { PassOwnership(conversation: group, user: tom) }

    @Test func `is passed on by the creator, who is an admin then`() throws {  // D-106
        var scenario = scenario
        let outcome = try scenario.does(toTom, as: sarah)
        #expect(
            outcome.events == [NewEvent(passed(to: tom, as: .admin), in: .conversation(group))]
        )
        #expect(scenario.world.member(tom, of: group)?.role == .creator)
        #expect(scenario.world.member(sarah, of: group)?.role == .admin)
        #expect(try scenario.does(toTom, as: tom).events == [])
        #expect(scenario.refuses(toTom, as: sarah)?.code == .permissionDenied)
    }

    @Test func `is passed on by the operator`() throws {  // D-106
        var scenario = scenario
        let outcome = try scenario.doesAsOperator(toTom)
        #expect(outcome.events.map(\.event) == [passed(to: tom, from: sarah, as: .admin)])
        #expect(try scenario.doesAsOperator(toTom).events == [])
    }

    @Test func `is not passed on by others, to strangers, or in what is closed`() {  // D-106
        var scenario = scenario
        scenario.role(.admin, of: maya, in: group, by: sarah)
        #expect(
            scenario.refuses(toTom, as: maya) == .membership(.onlyTheCreatorPassesOwnership)
        )
        #expect(
            scenario.refuses(PassOwnership(conversation: group, user: ben), as: sarah)
                == .membership(.userIsNotAMember)
        )
        let direct = scenario.direct(sarah, tom)
        #expect(
            scenario.refuses(PassOwnership(conversation: direct, user: tom), as: sarah)
                == .conversation(.notInADirectConversation)
        )
        scenario.closed(group, by: sarah)
        #expect(scenario.refuses(toTom, as: sarah) == .conversation(.isClosed))
    }

    private func banning(_ user: UserID, in scenario: inout Scenario) throws -> [Event] {
        scenario.moderator(ben)
        let report = ReportID(scenario.nextID())
        try scenario.does(
            FileReport(report: report, target: .user(user), reason: .spam),
            as: ben
        )
        return try scenario.does(ResolveReport(report: report, action: .ban), as: ben)
            .events.map(\.event)
    }

    @Test func `leaves a banned creator, who stays a member, also of what is closed`() throws {
        // D-106
        var scenario = scenario
        let closed = scenario.group(by: sarah, with: [maya, tom])
        scenario.closed(closed, by: sarah)
        _ = scenario.direct(sarah, tom)

        let events = try banning(sarah, in: &scenario)

        #expect(
            events.dropFirst(2) == [passed(to: tom, from: sarah), passed(to: maya, from: sarah)]
        )
        #expect(scenario.world.member(sarah, of: group)?.role == .member)
        #expect(scenario.world.member(tom, of: group)?.role == .creator)
        #expect(scenario.world.member(maya, of: closed)?.role == .creator)
        try scenario.does(Reinstate(user: sarah), as: ben)
        #expect(scenario.world.member(sarah, of: group)?.role == .member)
    }

    @Test func `stays with who is suspended, and where nobody else fits`() throws {  // D-106
        var scenario = scenario
        scenario.suspended(sarah)
        #expect(scenario.world.member(sarah, of: group)?.role == .creator)
        for user in [tom, maya] { _ = try banning(user, in: &scenario) }
        let events = try banning(sarah, in: &scenario)
        #expect(events.count == 2)
        #expect(scenario.world.member(sarah, of: group)?.role == .creator)
    }

    @Test func `is not passed on to a banned or forgotten member`() throws {  // D-106
        var scenario = scenario
        _ = try banning(tom, in: &scenario)
        scenario.given(.userForgotten(UserForgotten(), nil), ofUser: maya, by: .operator)
        for heir in [tom, maya] {
            let pass = PassOwnership(conversation: group, user: heir)
            #expect(scenario.refuses(pass, as: sarah) == .membership(.userCannotOwn))
            #expect(scenario.refusesOperator(pass) == .membership(.userCannotOwn))
        }
        #expect(Refusal.membership(.userCannotOwn).code == .permissionDenied)
        scenario.suspended(tom, until: scenario.now)
        try scenario.does(toTom, as: sarah)
    }

    @Test func `says who may pass it on`() {
        let message = Refusal.membership(.onlyTheCreatorPassesOwnership).message
        #expect(message == "Only the creator and the operator pass the ownership on.")
    }

    @Test func `passes over who is banned or forgotten, unless there is nobody else`() throws {
        // D-106 D-48
        var scenario = scenario
        scenario.role(.admin, of: tom, in: group, by: sarah)
        _ = try banning(tom, in: &scenario)
        let left = try scenario.decideOnly(Leave(conversation: group), as: sarah)
        #expect(left.events.first?.event == passed(to: maya))
        scenario.given(.userForgotten(UserForgotten(), nil), ofUser: maya, by: .operator)
        let again = try scenario.decideOnly(Leave(conversation: group), as: sarah)
        #expect(again.events.first?.event == passed(to: tom))
    }

    @Test func `passes over a forgotten member who has written nothing`() throws {  // D-106
        var scenario = scenario
        let forget = ForgetUser(user: tom, basis: "law")
        let outcome = try scenario.does(forget)
        #expect(outcome.events.count == 1 && scenario.world.isForgotten(tom))
        #expect(try scenario.does(forget).events.isEmpty)
        let left = try scenario.decideOnly(Leave(conversation: group), as: sarah)
        #expect(left.events.first?.event == passed(to: maya))
    }

    @Test func `of many conversations passes in parts that one append has room for`() throws {
        var scenario = scenario
        for _ in 0..<Limits.ownershipsTogether { _ = scenario.group(by: sarah, with: [tom]) }
        func count(_ events: [Event]) -> Int {
            events.count { if case .ownershipPassed = $0 { true } else { false } }
        }
        #expect(count(try banning(sarah, in: &scenario)) == Limits.ownershipsTogether)
        let forgotten = try scenario.does(ForgetUser(user: sarah, basis: "law"))
        #expect(count(forgotten.events.map(\.event)) > 0)
        let world = scenario.world
        let groups = world.conversations(of: sarah).filter {
            world.conversation($0)?.kind == .group
        }
        #expect(groups.allSatisfy { world.member(sarah, of: $0)?.role == .member })
    }

    @Test func `leaves who is forgotten`() throws {  // D-106
        var scenario = scenario
        let outcome = try scenario.does(ForgetUser(user: sarah, basis: "law"))
        #expect(outcome.events.last?.event == passed(to: tom, from: sarah))
        #expect(scenario.world.member(sarah, of: group)?.role == .member)
        #expect(scenario.world.isForgotten(sarah))
    }
}
