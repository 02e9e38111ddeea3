import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let kim = UserID.named("kim")

@Suite struct `Deleting a message` {
    @Test  // EDIT-06 EDIT-15 C11
    func `is an event about it, by the user who does it`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let message = scenario.text(in: group, by: tom)
        let outcome = try scenario.does(DeleteMessage(message: message), as: sarah)
        #expect(
            outcome.events == [
                NewEvent(
                    .messageDeleted(
                        MessageDeleted(
                            message: message.rawValue,
                            ordinal: 2,
                            messageNumber: 1,
                            sender: tom.rawValue
                        )
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(scenario.world.message(message)?.isDeleted == true)
    }

    @Test  // EDIT-07 EDIT-08 C11 D-40
    func `is for the sender, creator, admins and moderators`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya, kim])
        scenario.role(.admin, of: maya, in: group, by: sarah)
        let message = scenario.text(in: group, by: tom)
        for allowed in [tom, sarah, maya] {
            #expect(scenario.refuses(DeleteMessage(message: message), as: allowed) == nil)
        }
        #expect(
            scenario.refuses(DeleteMessage(message: message), as: kim)
                == .message(.actorMayNotDelete)
        )
        scenario.role(.member, of: maya, in: group, by: sarah)
        scenario.moderator(kim)
        #expect(
            scenario.refuses(DeleteMessage(message: message), as: maya)
                == .message(.actorMayNotDelete)
        )
        #expect(scenario.refuses(DeleteMessage(message: message), as: kim) == nil)
    }

    @Test  // D-40
    func `is for the sender alone in a direct conversation, begun by either`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let hers = scenario.text(in: direct, by: sarah)
        let his = scenario.text(in: direct, by: tom)
        for (message, other) in [(his, sarah), (hers, tom)] {
            #expect(
                scenario.refuses(DeleteMessage(message: message), as: other)
                    == .message(.actorMayNotDelete)
            )
        }
        #expect(scenario.refuses(DeleteMessage(message: his), as: tom) == nil)
    }

    @Test  // D-40
    func `finds a moderator outside of the conversation`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        #expect(scenario.refuses(DeleteMessage(message: message), as: maya) == .message(.notFound))
        scenario.moderator(maya)
        let outcome = try scenario.does(DeleteMessage(message: message), as: maya)
        #expect(outcome.events.count == 1)
        #expect(
            scenario.refuses(DeleteMessage(message: .named("nothing")), as: maya)
                == .message(.notFound)
        )
        #expect(
            scenario.refuses(React(message: message, reaction: "like"), as: maya)
                == .message(.notFound)
        )
    }

    @Test  // D-40
    func `finds a moderator who once was there, or sees it no more`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let message = scenario.text(in: group, by: tom)
        scenario.left(group, by: maya)
        let later = scenario.text(in: group, by: tom)
        scenario.moderator(maya)
        #expect(scenario.refuses(DeleteMessage(message: message), as: maya) == nil)
        #expect(scenario.refuses(DeleteMessage(message: later), as: maya) == nil)
    }

    @Test  // EDIT-16 D-40 D-72
    func `twice is done once`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let message = scenario.text(in: group, by: tom)
        try scenario.does(DeleteMessage(message: message), as: tom)
        for actor in [tom, sarah] {
            let again = try scenario.does(DeleteMessage(message: message), as: actor)
            #expect(again.events == [] && again.answer == .done)
        }
        #expect(
            scenario.refuses(DeleteMessage(message: message), as: maya)
                == .message(.actorMayNotDelete)
        )
    }

    @Test  // EDIT-16 D-40
    func `does nothing to what is erased`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        scenario.erased(scenario.world.contents(of: message))
        #expect(try scenario.does(DeleteMessage(message: message), as: tom).events == [])
    }

    @Test  // D-18
    func `goes on where one has blocked the other`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        scenario.blocked(tom, by: sarah)
        #expect(scenario.refuses(DeleteMessage(message: message), as: tom) == nil)
    }

    @Test  // D-29
    func `is refused where it is closed, to moderators as well`() {
        var scenario = Scenario()
        let request = scenario.request(by: sarah, with: [tom])
        let message = scenario.text(in: request, by: tom)
        scenario.closed(request, by: sarah)
        scenario.moderator(maya)
        for actor in [tom, maya] {
            #expect(
                scenario.refuses(DeleteMessage(message: message), as: actor)
                    == .conversation(.isClosed)
            )
        }
    }

    @Test  // SYS-07 D-11
    func `takes no entry of the store's away`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        scenario.moderator(maya)
        let creation = try #require(scenario.world.timelines[group]?.first)
        for actor in [sarah, maya] {
            #expect(
                scenario.refuses(DeleteMessage(message: creation), as: actor)
                    == .message(.isASystemEntry)
            )
        }
    }
}
