import DomainSupport
import LogSchema
import Messaging
import Testing
import Wire

@Suite struct `A scenario` {
    @Test func `tells what was so before`() throws {
        var scenario = Scenario()
        let sarah = scenario.user("sarah")
        let tom = scenario.user("tom")
        let maya = scenario.user("maya")

        let group = scenario.group(by: sarah, with: [tom], title: "Trip")
        let hello = scenario.text("hello", in: group, by: tom)
        scenario.added(maya, to: group, by: sarah)
        scenario.left(group, by: tom)

        let facts = try #require(scenario.world.conversation(group))
        #expect(facts.memberCount == 2)
        #expect(facts.entryCount == 4)
        #expect(facts.messageCount == 1)
        #expect(scenario.world.activeMembers(of: group).map(\.user) == [sarah, maya])
        #expect(scenario.world.details(of: group).title == "Trip")
        #expect(scenario.world.text(of: hello) == "hello")
        #expect(scenario.world.message(hello)?.ordinal == 2)
        #expect(scenario.world.personal(maya, in: group).marker == 1)
        #expect(scenario.world.personal(tom, in: group).loudlyReadUpTo == 2)
        #expect(scenario.world.personal(sarah, in: group).readUpTo == 0)
        #expect(scenario.world.misfits.isEmpty)
    }
}
