import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `The reactions on a message` {
    private func react(_ reaction: String) -> Messaging.Command {
        .react(React(message: .named("m"), reaction: reaction))
    }

    private func founded(
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full
    ) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(with: [ben, cleo, dora], reactions: reactions, history: history)
        try await chat.send(anna, "m")
        return chat
    }

    @Test func `come most first, then by the oldest, their users by time`() async throws {  // D-42
        let chat = try await founded()
        try await chat.act(dora, react("laugh"))
        let first = try await chat.act(cleo, react("love"))
        try await chat.act(anna, react("like"))
        let second = try await chat.act(ben, react("love"))
        let groups = try chat.reactions(ben, "m")
        #expect(groups.map(\.reaction) == ["love", "laugh", "like"])
        #expect(groups.map(\.isMine) == [true, false, false])
        #expect(
            groups[0].users == [
                TimedPerson(user: cleo, name: "Unknown", at: first),
                TimedPerson(user: ben, name: "Unknown", at: second),
            ]
        )
        let item = try chat.item(anna, "m")
        #expect(
            item.reactions == [
                MessageItem.ReactionCount("love", count: 2, isMine: false),
                MessageItem.ReactionCount("laugh", count: 1, isMine: false),
                MessageItem.ReactionCount("like", count: 1, isMine: true),
            ]
        )
        #expect(try chat.page(anna).items.last == item)
    }

    @Test func `of one tapback each: another takes its place`() async throws {
        let chat = try await founded()
        try await chat.act(ben, react("love"))
        try await chat.act(ben, react("like"))
        #expect(try chat.reactions(ben, "m").map(\.reaction) == ["like"])
        try await chat.act(ben, .unreact(Unreact(message: .named("m"), reaction: "like")))
        #expect(try chat.reactions(ben, "m") == [])
    }

    @Test func `of several emoji each where all are allowed`() async throws {
        let chat = try await founded(reactions: .open)
        try await chat.act(ben, react("👍"))
        try await chat.act(ben, react("👍🏽"))
        try await chat.act(ben, .unreact(Unreact(message: .named("m"), reaction: "👍")))
        try await chat.act(ben, react("👍"))
        #expect(try chat.reactions(ben, "m").map(\.reaction) == ["👍🏽", "👍"])
    }

    @Test func `stay for a former member as they were`() async throws {  // D-17 REACT-20
        let chat = try await founded()
        try await chat.act(ben, react("love"))
        try await chat.act(cleo, react("like"))
        try await chat.act(dora, .leave(Leave(conversation: group)))
        try await chat.act(ben, .unreact(Unreact(message: .named("m"), reaction: "love")))
        try await chat.act(cleo, react("laugh"))
        #expect(try chat.reactions(dora, "m").map(\.reaction) == ["love", "like"])
        #expect(try chat.item(dora, "m").reactions.map(\.reaction) == ["love", "like"])
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        #expect(try chat.reactions(anna, "m").map(\.reaction) == ["laugh"])
    }

    @Test func `leave out what happened between two stays`() async throws {  // D-16
        let chat = try await founded(history: .sinceJoin)
        try await chat.act(ben, react("love"))
        try await chat.act(anna, .remove(RemoveParticipant(conversation: group, user: dora)))
        try await chat.act(ben, react("like"))
        try await chat.act(cleo, react("like"))
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        #expect(try chat.reactions(dora, "m").map(\.reaction) == ["love"])
        try await chat.act(ben, react("laugh"))
        #expect(try chat.reactions(dora, "m").map(\.reaction) == ["laugh"])
        #expect(try chat.reactions(anna, "m").map(\.reaction) == ["like", "laugh"])
    }
}
