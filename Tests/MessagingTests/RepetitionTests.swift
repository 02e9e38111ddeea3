import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `Asking twice` {
    var scenario = Scenario()
    let sarah = UserID.named("sarah")
    let mike = UserID.named("mike")
    let anna = UserID.named("anna")
    let id = CommandID.named("this attempt")

    private func command(_ number: Int) -> CommandID { .named("attempt \(number)") }

    // MARK: - What creates something

    @Test mutating func `a group that is created twice is one, and answered as the first time`()
        throws
    {  // C07 D-06
        let group = CreateGroup(
            conversation: .named("group"),
            title: "Trip",
            members: [mike, anna]
        )
        let first = try scenario.does(.createGroup(group), as: sarah)
        let size = scenario.world.size
        let again = try scenario.does(.createGroup(group), as: sarah)
        #expect(again.events.isEmpty)
        #expect(again.answer == first.answer)
        #expect(again.repeats == size)
    }

    @Test mutating func `a creation is the same however its title and members are written`()
        throws
    {  // D-05
        let group = CreateGroup(
            conversation: .named("group"),
            title: "Trip",
            members: [mike, anna]
        )
        try scenario.does(.createGroup(group), as: sarah)
        var other = group
        other.title = "  Trip \n"
        other.members = [anna, sarah, mike, anna]
        #expect(try scenario.does(.createGroup(other), as: sarah).repeats != nil)
    }

    @Test mutating func `a known conversation's id is taken for everything else`() throws {  // D-05
        let group = CreateGroup(
            conversation: .named("group"),
            title: "Trip",
            members: [mike, anna]
        )
        try scenario.does(.createGroup(group), as: sarah)
        let changes: [(inout CreateGroup) -> Void] = [
            { $0.title = "trip" },
            { $0.title = nil },
            { $0.photo = "photo" },
            { $0.custom = "custom" },
            { $0.members = [.named("mike"), .named("anna"), .named("tom")] },
            { $0.members = [.named("mike"), .named("tom")] },
            { $0.reactions = .open },
            { $0.history = .sinceJoin },
        ]
        for change in changes {
            var other = group
            change(&other)
            #expect(scenario.refuses(.createGroup(other), as: sarah) == .request(.idIsTaken))
        }
        #expect(scenario.refuses(.createGroup(group), as: mike) == .request(.idIsTaken))
        let request = OpenRequest(
            conversation: group.conversation,
            context: Context(kind: "ride", id: "7"),
            members: [mike, anna],
            title: "Trip"
        )
        #expect(scenario.refuses(.openRequest(request), as: sarah) == .request(.idIsTaken))
    }

    // MARK: - What creates nothing

    @Test mutating func `a rename that is asked twice happens once`() throws {  // D-04 D-06
        let chat = scenario.group(by: sarah, with: [mike, anna], title: "Trip")
        let rename = Command.rename(Rename(conversation: chat, title: "Rome"))
        try scenario.does(rename, as: sarah, id: id)
        let position = scenario.world.size
        try scenario.does(
            .rename(Rename(conversation: chat, title: "Paris")),
            as: sarah,
            id: command(2)
        )
        let again = try scenario.does(rename, as: sarah, id: id)
        #expect(again.repeats == position && again.events.isEmpty)
        #expect(scenario.world.details(of: chat).title == "Paris")
    }

    @Test mutating func `the id of something else is taken, but only by its own actor`() throws {
        // D-04 D-05
        let chat = scenario.group(by: sarah, with: [mike, anna])
        scenario.role(.admin, of: mike, in: chat, by: sarah)
        let rename = Command.rename(Rename(conversation: chat, title: "Rome"))
        try scenario.does(rename, as: sarah, id: id)
        #expect(
            scenario.refuses(
                .rename(Rename(conversation: chat, title: "Paris")),
                as: sarah,
                id: id
            )
                == .request(.idIsTaken)
        )
        #expect(
            scenario.refuses(.leave(Leave(conversation: chat)), as: sarah, id: id)
                == .request(.idIsTaken)
        )
        let other = Command.rename(Rename(conversation: chat, title: "Paris"))
        #expect(try scenario.does(other, as: mike, id: id).events.count == 1)
    }
}
