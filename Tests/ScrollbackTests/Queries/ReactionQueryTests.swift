import DomainSupport
import Messaging
import Scrollback
import TestSupport
import Testing
import Views
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

    // REACT-12 REACT-13 Q13
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

    @Test func `set and removed again and again make no row longer`() async throws {
        let store = try StoreOfPeople()
        try await store.createTeam()
        try await store.send(ann, "m")
        for time in 1...40 {
            if time == 31 { try await store.leave(cem) }
            try await store.does(ben, react("love"))
            try await store.does(ben, .unreact(Unreact(message: .named("m"), reaction: "love")))
        }
        try await store.does(ben, react("like"))
        do {
            var known = try store.seen(by: cem)
            #expect(try known.reactions(ReactionsQuery(on: .named("m"))).items.isEmpty)
        }
        var rows: [String: [Int]] = [:]
        for table in ["reactions", "reactions.ended"] {
            try store.changeViews(table: table) { rows[table] = $0.map(\.value.count) }
        }
        #expect(rows == ["reactions": [8], "reactions.ended": Array(repeating: 8, count: 40)])
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

@Suite struct `Many reactions on a message` {
    private let crowd = (0..<30).map { UserID.named("fan \($0)") }

    private func chat(
        _ reactions: ReactionPolicy,
        history: HistoryPolicy = .full
    ) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(with: crowd, reactions: reactions, history: history)
        try await chat.send(anna, "m")
        return chat
    }

    private func react(_ reaction: String) -> Messaging.Command {
        .react(React(message: .named("m"), reaction: reaction))
    }

    private func reactions(
        _ viewer: UserID = anna,
        in chat: Chat,
        of reaction: String? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws -> Page<ReactionGroup> {
        var view = try chat.view(viewer)
        return try view.reactions(
            ReactionsQuery(on: .named("m"), reaction: reaction, limit: limit, cursor: cursor)
        )
    }

    @Test(arguments: [9, 10, 11])
    func `show the first ten people of each`(count: Int) async throws {  // D-80
        let chat = try await chat(.tapback)
        for user in crowd.prefix(count) { try await chat.act(user, react("love")) }
        var view = try chat.view(crowd[10])
        let groups = try view.reactionGroups(on: .named("m"))
        #expect(try reactions(crowd[10], in: chat).items == groups)
        #expect(groups.map(\.count) == [count])
        #expect(groups[0].users.map(\.user) == Array(crowd.prefix(min(count, 10))))
        #expect(groups[0].isMine == (count == 11), "also where the list does not show it")
    }

    @Test func `answer who reacts with every kind, also beyond those that an item shows`()
        async throws
    {  // D-80
        let chat = try await chat(.open)
        // Five people with sixteen kinds each.
        let emoji = (0..<80).compactMap { Unicode.Scalar(0x1F600 + UInt32($0)).map(String.init) }
        for (number, reaction) in emoji.enumerated() {
            try await chat.act(crowd[number / 16], react(reaction))
        }
        for user in [crowd[0], crowd[4]] {
            var evaluator = try chat.view(user)
            let groups = try evaluator.reactionGroups(on: .named("m"))
            #expect(groups.map(\.reaction) == emoji)
            #expect(groups.filter(\.isMine).count == 16)
        }
    }

    @Test func `who takes the reaction off makes room`() async throws {  // D-80
        let chat = try await chat(.tapback)
        for user in crowd.prefix(12) { try await chat.act(user, react("love")) }
        try await chat.act(crowd[0], .unreact(Unreact(message: .named("m"), reaction: "love")))
        try await chat.act(crowd[5], react("like"))
        try await chat.act(crowd[0], react("love"))
        let groups = try reactions(in: chat).items
        #expect(groups.map(\.reaction) == ["love", "like"])
        #expect(groups.map(\.count) == [11, 1])
        let expected = Array(crowd[1..<5]) + crowd[6..<12]
        #expect(groups[0].users.map(\.user) == expected)
    }

    @Test func `are told page by page, and so are the people of one`() async throws {  // D-80
        let chat = try await chat(.open)
        let emoji = ["👍", "🎉", "🙏", "😀", "😁"]
        for (number, user) in crowd.enumerated() {
            for reaction in emoji.prefix(number % 5 + 1) {
                try await chat.act(user, react(reaction))
            }
        }
        for limit in [1, 2, 4, 5, 500] {
            var found: [ReactionGroup] = []
            var cursor: Cursor?
            repeat {
                let page = try reactions(in: chat, limit: limit, from: cursor)
                #expect(page.items.count <= limit)
                found += page.items
                cursor = page.next
            } while cursor != nil
            #expect(found.map(\.reaction) == emoji)
            #expect(found.map(\.count) == [30, 24, 18, 12, 6])
        }
        for limit in [1, 7, 30, 31] {
            var found: [UserID] = []
            var cursor: Cursor?
            repeat {
                let page = try reactions(in: chat, of: "👍", limit: limit, from: cursor)
                #expect(page.items.map(\.count) == [30])
                found += page.items[0].users.map(\.user)
                cursor = page.next
            } while cursor != nil
            #expect(found == crowd)
        }
        #expect(try reactions(in: chat, of: "🚲") == Page([]))
        #expect(try reactions(in: chat, of: "") == Page([]))
        #expect(try reactions(in: chat, of: String(repeating: "a", count: 500)) == Page([]))
    }

    @Test func `take no cursor of another page, and no limit out of range`() async throws {
        let chat = try await chat(.open)
        for user in crowd.prefix(3) {
            try await chat.act(user, react("👍"))
            try await chat.act(user, react("🎉"))
        }
        let groups = try #require(try reactions(in: chat, limit: 1).next)
        let people = try #require(try reactions(in: chat, of: "👍", limit: 1).next)
        let foreign = QueryError.refused(.request(.cursorIsForeign))
        #expect(throws: foreign) { try reactions(in: chat, of: "👍", from: groups) }
        #expect(throws: foreign) { try reactions(in: chat, from: people) }
        #expect(throws: foreign) { try reactions(in: chat, of: "🎉", from: people) }
        #expect(throws: foreign) { try reactions(crowd[0], in: chat, from: groups) }
        #expect(throws: foreign) { try reactions(in: chat, from: Cursor("rubbish")) }
        for limit in [0, 501] {
            #expect(throws: QueryError.refused(.request(.limitIsOutOfRange))) {
                try reactions(in: chat, limit: limit)
            }
        }
    }

    @Test(arguments: [49, 50, 51])
    func `show fifty kinds with the message`(count: Int) async throws {  // D-80
        let chat = try await chat(.open)
        for number in 0..<count {
            let emoji = Unicode.Scalar(UInt32(0x1F600 + number)).map(String.init) ?? ""
            try await chat.act(crowd[number / 20], react(emoji))
        }
        let item = try chat.item(anna, "m")
        #expect(item.reactions.count == min(count, 50))
        #expect(item.reactionCount == (count > 50 ? count : nil))
        #expect(try chat.page(anna).items.last == item)
        #expect(try reactions(in: chat, limit: 500).items.count == count)
    }

    /// A member who was away is answered from every time that a reaction stood, all others from what
    /// stands now: with nothing gone by while they were away both are to say the same.
    @Test(arguments: [ReactionPolicy.tapback, .open])
    func `are counted as they are by a walk through everything`(
        policy: ReactionPolicy
    ) async throws {
        let chat = try await chat(policy, history: .sinceJoin)
        try await chat.act(anna, .remove(RemoveParticipant(conversation: group, user: crowd[9])))
        // With nothing in between it would be one stretch, and nothing would be walked through.
        try await chat.act(anna, .rename(Rename(conversation: group, title: "In between")))
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: crowd[9])))
        let choices = policy == .open ? ["👍", "👍🏽", "❤️", "🎉"] : Limits.tapbacks
        var random = SplitMix64(seed: 5)
        for step in 0..<400 {
            let user = crowd[Int.random(in: 0..<8, using: &random)]
            let reaction = choices.randomElement(using: &random) ?? ""
            try await chat.act(
                user,
                Bool.random(using: &random)
                    ? react(reaction) : .unreact(Unreact(message: .named("m"), reaction: reaction))
            )
            guard step % 10 == 0 else { continue }
            let walked = try reactions(crowd[9], in: chat).items
            #expect(try reactions(crowd[8], in: chat).items == walked)
            for group in walked {
                #expect(
                    try reactions(crowd[8], in: chat, of: group.reaction, limit: 3)
                        .items == reactions(crowd[9], in: chat, of: group.reaction, limit: 3).items
                )
            }
        }
        #expect(try chat.engine.views.differenceFromRecount() == nil)
    }
}
