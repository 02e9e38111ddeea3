import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let anna = UserID.named("anna")

@Suite struct `What became of a command` {
    var scenario = Scenario()

    /// Where the newest event lies that a command of somebody's led to.
    private func place(_ id: UniqueID, of user: UserID = sarah) -> Position? {
        outcome(of: CommandID(id), by: user, on: scenario.world)
    }

    // Q25
    @Test mutating func `is known by its id, or by the id of what it created`() throws {  // D-05
        let group = CreateGroup(conversation: .named("group"), members: [mike, anna])
        try scenario.does(.createGroup(group), as: sarah)
        #expect(place(group.conversation.rawValue) == scenario.world.size)
        let send = SendMessage(conversation: group.conversation, message: .named("a"), text: "a")
        try scenario.does(.send(send), as: sarah)
        #expect(place(send.message.rawValue) == scenario.world.size)
        let report = FileReport(report: .named("report"), target: .user(mike), reason: .spam)
        try scenario.does(.report(report), as: sarah)
        #expect(place(report.report.rawValue) == scenario.world.size)
        let rename = Command.rename(Rename(conversation: group.conversation, title: "Trip"))
        let id = CommandID.named("rename")
        try scenario.does(rename, as: sarah, id: id)
        #expect(place(id.rawValue) == scenario.world.size)
    }

    @Test mutating func `is unknown to everybody else`() throws {  // D-05
        let chat = scenario.direct(sarah, mike)
        let message = scenario.text(in: chat, by: mike)
        #expect(place(message.rawValue) == nil)
        #expect(place(message.rawValue, of: mike) != nil)
    }

    @Test mutating func `is not found by what the store has named`() throws {  // D-11
        let chat = scenario.direct(sarah, mike)
        #expect(place(chat.rawValue) == nil)
        let group = scenario.group(by: sarah, with: [mike, anna])
        try scenario.does(Rename(conversation: group, title: "Trip"), as: sarah)
        let entry = try #require(scenario.world.timelines[group]?.last)
        #expect(scenario.world.message(entry)?.isSystem == true)
        #expect(place(entry.rawValue) == nil)
    }
}
