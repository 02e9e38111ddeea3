import DomainSupport
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let ben = UserID.named("ben")

/// What leaving comes to: the events before the leaving, which is always last.
private func leaving(
    _ conversation: ConversationID,
    _ user: UserID,
    _ scenario: Scenario
) throws -> [Event] {
    var fresh = scenario.nextAsked.fresh
    let events = try scenario.decideOnly(Leave(conversation: conversation), as: user).events
    let left = ParticipantLeft(
        user: user.rawValue,
        entry: fresh.next(),
        ordinal: scenario.world.nextOrdinal(in: conversation)
    )
    #expect(events.last?.event == .participantLeft(left))
    #expect(events.allSatisfy { $0.stream == .conversation(conversation) })
    return events.dropLast().map(\.event)
}

private func passed(to user: UserID) -> [Event] {
    [.ownershipPassed(OwnershipPassed(user: user.rawValue))]
}

@Suite struct `Leaving` {
    @Test  // CONV-30 PART-13 PART-16 PART-17 SYS-01 TEST-24 TEST-02
    func `is everybody's own to do, and one entry`() throws {
        var scenario = Scenario()
        for conversation in [
            scenario.group(by: sarah, with: [tom, maya]),
            scenario.request(by: sarah, with: [tom, maya]),
        ] {
            #expect(try leaving(conversation, tom, scenario) == [])
            let entries = scenario.world.conversation(conversation)?.entryCount
            try scenario.does(Leave(conversation: conversation), as: tom)
            #expect(scenario.world.member(tom, of: conversation)?.isActive == false)
            #expect(scenario.world.conversation(conversation)?.entryCount == entries.map { $0 + 1 })
            #expect(scenario.world.conversation(conversation)?.isClosed == false)
        }
    }

    @Test  // D-08
    func `happens once`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        try scenario.does(Leave(conversation: group), as: tom)
        let refusal = scenario.refuses(Leave(conversation: group), as: tom)
        #expect(refusal?.code == .notAMember)
    }

    @Test  // D-29
    func `is possible when the conversation is closed`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.closed(group, by: sarah)
        #expect(try leaving(group, tom, scenario) == [])
        #expect(try leaving(group, sarah, scenario) == passed(to: tom))
    }

    @Test  // CONV-37 TEST-24 C24 D-17
    func `closes what nobody is left in, before the leaving`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for user in [sarah, tom] { try scenario.does(Leave(conversation: group), as: user) }
        #expect(scenario.world.conversation(group)?.isClosed == false)

        #expect(
            try leaving(group, maya, scenario)
                == [.conversationClosed(ConversationClosed(reason: .lastMemberLeft))]
        )

        try scenario.does(Leave(conversation: group), as: maya)
        #expect(scenario.world.conversation(group)?.isClosed == true)
        #expect(scenario.world.conversation(group)?.memberCount == 0)
        // Its last member knows that it is closed.
        let seat = try scenario.world.anySeat(of: maya, in: group, now: scenario.now)
        let closing = Position(scenario.world.size.rawValue - 1)
        #expect(seat.visibility.shows(closing))
        // Nobody is a member who could add one.
        for user in [sarah, tom, maya] {
            let add = AddParticipant(conversation: group, user: user)
            #expect(scenario.refuses(add, as: user)?.code == .notAMember)
        }
    }

    @Test
    func `closes nothing twice`() throws {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        scenario.closed(request, by: sarah)
        scenario.left(request, by: tom)
        #expect(try leaving(request, sarah, scenario) == [])
    }
}

@Suite struct `When the creator leaves` {
    @Test  // D-48 D-17 PART-15
    func `the longest-standing admin is the creator, before the leaving`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya, ben])
        scenario.role(.admin, of: ben, in: group, by: sarah)
        scenario.role(.admin, of: maya, in: group, by: sarah)
        #expect(try leaving(group, sarah, scenario) == passed(to: maya))

        try scenario.does(Leave(conversation: group), as: sarah)

        #expect(scenario.world.member(maya, of: group)?.role == .creator)
        #expect(
            scenario.refuses(RemoveParticipant(conversation: group, user: maya), as: ben)
                == .membership(.creatorCannotBeRemoved)
        )
        let seat = try scenario.world.anySeat(of: sarah, in: group, now: scenario.now)
        #expect(seat.visibility.shows(Position(scenario.world.size.rawValue - 1)))
    }

    @Test  // D-48
    func `without admins the longest-standing member is`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        #expect(try leaving(group, sarah, scenario) == passed(to: tom))
    }

    @Test  // D-48
    func `only the present membership counts`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.left(group, by: tom)
        scenario.added(ben, to: group, by: sarah)
        scenario.added(tom, to: group, by: sarah)
        #expect(try leaving(group, sarah, scenario) == passed(to: maya))
        scenario.left(group, by: maya)
        #expect(try leaving(group, sarah, scenario) == passed(to: ben))
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.role(.admin, of: ben, in: group, by: sarah)
        #expect(try leaving(group, sarah, scenario) == passed(to: ben))
    }

    @Test  // D-48
    func `founders stand in the order in which they were named`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [maya, ben, tom])
        #expect(try leaving(group, sarah, scenario) == passed(to: maya))
        for user in [ben, tom] { scenario.role(.admin, of: user, in: group, by: sarah) }
        #expect(try leaving(group, sarah, scenario) == passed(to: ben))
    }

    @Test
    func `and comes back, they are a member like others`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        try scenario.does(Leave(conversation: group), as: sarah)
        try scenario.does(AddParticipant(conversation: group, user: sarah), as: tom)
        #expect(scenario.world.member(sarah, of: group)?.role == .member)
        #expect(scenario.world.activeMembers(of: group).map(\.user) == [tom, maya, sarah])
        #expect(try leaving(group, sarah, scenario) == [])
    }

    @Test
    func `alone, there is nobody to follow`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for user in [tom, maya] { scenario.left(group, by: user) }
        #expect(
            try leaving(group, sarah, scenario)
                == [.conversationClosed(ConversationClosed(reason: .lastMemberLeft))]
        )
    }

    @Test
    func `an admin's leaving passes nothing on`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        #expect(try leaving(group, tom, scenario) == [])
    }
}
