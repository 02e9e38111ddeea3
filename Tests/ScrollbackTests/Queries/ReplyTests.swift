import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `The replies to a message` {
    private func founded(history: HistoryPolicy = .full) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(history: history)
        try await chat.send(anna, "question")
        return chat
    }

    private func reply(
        _ chat: Chat,
        _ user: UserID,
        _ name: String,
        to parent: String = "question"
    ) async throws {
        try await chat.send(user, name) { $0.replyTo = .named(parent) }
    }

    private func page(
        _ chat: Chat,
        _ viewer: UserID,
        to parent: String = "question",
        limit: Int? = nil,
        after cursor: Messaging.Cursor? = nil
    ) throws -> Page<MessageItem> {
        var view = try chat.view(viewer)
        return try view.replies(.init(to: .named(parent), limit: limit, cursor: cursor))
    }

    private func words(_ chat: Chat, _ viewer: UserID) throws -> [String] {
        try page(chat, viewer).items.map { $0.text ?? "" }
    }

    @Test func `are its own alone, oldest first, as the conversation shows them`() async throws {
        // REPLY-06 Q11
        let chat = try await founded()
        try await reply(chat, ben, "one")
        try await chat.send(cleo, "between")
        try await reply(chat, cleo, "of one", to: "one")
        try await reply(chat, anna, "two")
        let found = try page(chat, ben)
        #expect(found.items.map(\.text) == ["one", "two"] && found.next == nil)
        #expect(found.items == [try chat.item(ben, "one"), try chat.item(ben, "two")])
        #expect(found.items.first?.replyTo?.message == .named("question"))
        #expect(try page(chat, ben, to: "one").items.map(\.text) == ["of one"])
        #expect(try page(chat, ben, to: "between").items == [])
    }

    @Test func `come in pages that go on where they ended`() async throws {  // D-53
        let chat = try await founded()
        for number in 1...7 {
            try await reply(chat, ben, "r\(number)")
            try await chat.send(cleo, "other \(number)")
        }
        var found: [[String]] = []
        var cursor: Messaging.Cursor?
        repeat {
            let page = try page(chat, cleo, limit: 3, after: cursor)
            found.append(page.items.map { $0.text ?? "" })
            cursor = page.next
            try await reply(chat, anna, "late \(found.count)")
        } while found.count < 2
        #expect(found == [["r1", "r2", "r3"], ["r4", "r5", "r6"]])
        let rest = try page(chat, cleo, limit: 3, after: cursor)
        #expect(rest.items.map(\.text) == ["r7", "late 1", "late 2"] && rest.next == nil)
    }

    @Test func `keep their place when they or what they answer are gone`() async throws {
        // REPLY-06 D-41
        let chat = try await founded()
        try await reply(chat, ben, "one")
        try await reply(chat, cleo, "two")
        try await chat.act(ben, .delete(DeleteMessage(message: .named("one"))))
        #expect(try words(chat, cleo) == ["", "two"])
        #expect(try page(chat, cleo).items.map(\.isDeleted) == [true, false])
        try await chat.act(anna, .delete(DeleteMessage(message: .named("question"))))
        let left = try page(chat, cleo)
        #expect(left.items.map(\.message) == [.named("one"), .named("two")])
        #expect(left.items.last?.replyTo?.isDeleted == true)
        #expect(left.items.last?.replyTo?.preview == nil)
        let erase = Erase(target: .message(.named("two")), basis: "law", reason: "asked")
        try await chat.ask(.operator, .erase(erase))
        #expect(try page(chat, cleo).items.map(\.isErased) == [false, true])
        // A reply that came while what it answers was gone is one all the same.
        try await reply(chat, ben, "three")
        #expect(try words(chat, cleo) == ["", "", "three"])
    }

    @Test func `end for who left where they left`() async throws {  // D-16 D-17
        let chat = try await founded()
        try await reply(chat, ben, "one")
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await reply(chat, ben, "two")
        try await chat.act(ben, .delete(DeleteMessage(message: .named("one"))))
        #expect(try words(chat, cleo) == ["one"])
        #expect(try words(chat, anna) == ["", "two"])
    }

    @Test func `are none of the time before joining or between two memberships`() async throws {
        let chat = try await founded(history: .sinceJoin)
        try await reply(chat, ben, "one")
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await reply(chat, ben, "two")
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: cleo)))
        try await reply(chat, ben, "three")
        #expect(try words(chat, cleo) == ["one", "three"])
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        #expect(
            refusal { () throws(QueryError) in _ = try page(dora, of: chat) }
                == .message(.notFound)
        )
    }

    @Test func `are gone with what was cleared, and with their age`() async throws {  // D-28 D-51
        let chat = try await founded()
        try await reply(chat, ben, "one")
        let keep = SettingsChanged(keepMessages: .thirtyDays)
        try await chat.act(ben, .setSettings(SetSettings(keep)))
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        #expect(
            refusal { () throws(QueryError) in _ = try page(cleo, of: chat) }
                == .message(.notFound)
        )
        #expect(try words(chat, anna) == ["one"])
        chat.wait(days: 31)
        #expect(
            refusal { () throws(QueryError) in _ = try page(ben, of: chat) }
                == .message(.notFound)
        )
        #expect(try words(chat, anna) == ["one"])
    }

    private func page(
        _ viewer: UserID,
        of chat: Chat,
        limit: Int? = nil,
        after cursor: Messaging.Cursor? = nil
    ) throws(QueryError) -> Page<MessageItem> {
        guard var view = try? chat.view(viewer) else { return Page([]) }
        return try view.replies(.init(to: .named("question"), limit: limit, cursor: cursor))
    }

    @Test func `are for members alone, and pages for who was given them`() async throws {
        let chat = try await founded()
        try await reply(chat, ben, "one")
        try await reply(chat, ben, "two")
        try await reply(chat, ben, "of one", to: "one")
        try await reply(chat, ben, "of one, too", to: "one")
        let next = try #require(try page(chat, anna, limit: 1).next)
        let other = try #require(try page(chat, ben, to: "one", limit: 1).next)
        for cursor in rubbishCursors + [next, other] {
            #expect(
                refusal { () throws(QueryError) in _ = try page(ben, of: chat, after: cursor) }
                    == .request(.cursorIsForeign)
            )
        }
        for limit in [-1, 0, 501] {
            #expect(
                refusal { () throws(QueryError) in _ = try page(ben, of: chat, limit: limit) }
                    == .request(.limitIsOutOfRange)
            )
        }
        #expect(
            refusal { () throws(QueryError) in _ = try page(dora, of: chat) }
                == .message(.notFound)
        )
        var view = try chat.view(anna)
        for name in ["nowhere", "group"] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try view.replies(.init(to: .named(name)))
                } == .message(.notFound)
            )
        }
    }

    @Test func `of what the store says itself are none`() async throws {
        let chat = try await founded()
        let entry = try #require(try chat.page(anna).items.first?.message)
        var view = try chat.view(anna)
        #expect(try view.replies(.init(to: entry)).items == [])
    }
}
