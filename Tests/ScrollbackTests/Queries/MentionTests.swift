import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `The mentions of somebody` {
    /// A group of anna, ben and cleo, and another one of theirs.
    private func founded(history: HistoryPolicy = .full) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(history: history)
        let create = CreateGroup(conversation: other, members: [anna, cleo])
        try await chat.act(ben, .createGroup(create))
        return chat
    }

    private let other = ConversationID.named("other group")

    /// Sends a message that names somebody and itself.
    private func name(
        _ chat: Chat,
        _ user: UserID,
        by sender: UserID,
        _ name: String,
        in conversation: ConversationID = group
    ) async throws {
        try await chat.send(sender, name, to: conversation) { $0.text = "@[\(user)] \(name)" }
    }

    private func page(
        _ chat: Chat,
        _ viewer: UserID,
        unreadOnly: Bool = false,
        limit: Int? = nil,
        after cursor: Messaging.Cursor? = nil
    ) throws -> Page<MessageItem> {
        var view = try chat.view(viewer)
        return try view.mentions(.init(unreadOnly: unreadOnly, limit: limit, cursor: cursor))
    }

    /// By their last words.
    private func names(
        _ chat: Chat,
        _ viewer: UserID,
        unreadOnly: Bool = false
    ) throws -> [String] {
        try page(chat, viewer, unreadOnly: unreadOnly).items.map { item in
            item.text?.split(separator: " ").last.map(String.init) ?? ""
        }
    }

    private func edit(
        _ chat: Chat,
        _ user: UserID,
        _ name: String,
        to text: String
    ) async throws {
        try await chat.act(user, .edit(EditMessage(message: .named(name), text: text)))
    }

    // Q12
    @Test func `are of all conversations, newest first, without their own`() async throws {
        // MENT-05 D-53 D-56
        let chat = try await founded()
        try await name(chat, cleo, by: anna, "one")
        try await name(chat, cleo, by: ben, "two", in: other)
        try await name(chat, cleo, by: cleo, "own")
        try await name(chat, ben, by: anna, "ben's")
        try await chat.send(anna, "plain") { $0.text = "@[\(cleo) and @cleo" }
        try await name(chat, cleo, by: anna, "three")
        #expect(try names(chat, cleo) == ["three", "two", "one"])
        #expect(try names(chat, ben) == ["ben's"] && names(chat, anna) == [])
        let found = try page(chat, cleo)
        let newest = try chat.item(cleo, "three")
        #expect(found.next == nil && found.items.first == newest)
        #expect(found.items.map(\.conversation) == [group, other, group])
    }

    @Test func `name somebody once, however often they are named`() async throws {
        let chat = try await founded()
        try await chat.send(anna, "twice") { $0.text = "@[\(cleo)] @[\(ben)] @[\(cleo)]" }
        #expect(try page(chat, cleo).items.map(\.message) == [.named("twice")])
        #expect(try page(chat, ben).items.map(\.message) == [.named("twice")])
    }

    @Test func `come in pages that go on where they ended`() async throws {
        let chat = try await founded()
        for number in 1...7 {
            try await name(chat, cleo, by: anna, "m\(number)", in: number % 3 == 0 ? other : group)
        }
        // What is skipped does not end a page early.
        for number in 3...5 {
            try await chat.act(anna, .delete(DeleteMessage(message: .named("m\(number)"))))
        }
        for unreadOnly in [false, true] {
            var found: [[MessageID]] = []
            var cursor: Messaging.Cursor?
            repeat {
                let page = try page(
                    chat,
                    cleo,
                    unreadOnly: unreadOnly,
                    limit: 2,
                    after: cursor
                )
                found.append(page.items.map(\.message))
                cursor = page.next
            } while cursor != nil
            #expect(
                found == [
                    [.named("m7"), .named("m6")], [.named("m2"), .named("m1")],
                ]
            )
            if !unreadOnly { try await name(chat, ben, by: anna, "ben's") }
        }
    }

    @Test func `that are unread stand behind the marker`() async throws {  // MENT-05 D-56
        let chat = try await founded()
        try await name(chat, cleo, by: anna, "one")
        try await name(chat, cleo, by: ben, "two", in: other)
        try await name(chat, cleo, by: anna, "three")
        #expect(try names(chat, cleo, unreadOnly: true) == ["three", "two", "one"])
        let read = MarkRead(conversation: group, upTo: .named("one"))
        try await chat.act(cleo, .markRead(read))
        #expect(try names(chat, cleo, unreadOnly: true) == ["three", "two"])
        // Sending reads what came before.
        try await chat.send(cleo, "hello")
        #expect(try names(chat, cleo, unreadOnly: true) == ["two"])
        let unread = MarkUnread(conversation: group, from: .named("three"))
        try await chat.act(cleo, .markUnread(unread))
        #expect(try names(chat, cleo, unreadOnly: true) == ["three", "two"])
        try await chat.act(cleo, .leave(Leave(conversation: other)))
        #expect(try names(chat, cleo, unreadOnly: true) == ["three"])
        #expect(try names(chat, cleo) == ["three", "two", "one"])
    }

    @Test func `are what the text says after an edit`() async throws {  // EDIT-01 D-56
        let chat = try await founded()
        try await name(chat, cleo, by: anna, "one")
        try await chat.send(anna, "two")
        try await name(chat, cleo, by: anna, "three")
        try await edit(chat, anna, "one", to: "nobody")
        try await edit(chat, anna, "two", to: "@[\(ben)] and @[\(cleo)] two")
        #expect(try names(chat, cleo) == ["three", "two"] && names(chat, ben) == ["two"])
        #expect(try names(chat, cleo, unreadOnly: true) == ["three", "two"])
        try await edit(chat, anna, "two", to: "@[\(cleo)] again")
        #expect(try names(chat, cleo) == ["three", "again"] && names(chat, ben) == [])
    }

    @Test func `are as of leaving for who left`() async throws {  // D-16 D-17
        let chat = try await founded()
        try await name(chat, cleo, by: anna, "one")
        try await name(chat, cleo, by: anna, "two")
        try await chat.send(anna, "three")
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        try await edit(chat, anna, "one", to: "nobody")
        try await chat.act(anna, .delete(DeleteMessage(message: .named("two"))))
        try await edit(chat, anna, "three", to: "@[\(cleo)] three")
        try await name(chat, cleo, by: anna, "four")
        #expect(try names(chat, cleo) == ["two", "one"])
        let erase = Erase(target: .message(.named("two")), basis: "b", reason: "r")
        try await chat.ask(.operator, .erase(erase))
        #expect(try names(chat, cleo) == ["one"])
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: cleo)))
        #expect(try names(chat, cleo) == ["four", "three"])
        #expect(try names(chat, cleo, unreadOnly: true) == [])
    }

    @Test func `are not of others' conversations, or of a time before joining`() async throws {
        let chat = try await founded(history: .sinceJoin)
        try await name(chat, dora, by: anna, "one")
        try await name(chat, dora, by: ben, "two", in: other)
        #expect(try names(chat, dora) == [])
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        try await chat.act(ben, .add(AddParticipant(conversation: other, user: dora)))
        // The other one shows its history to new members.
        #expect(try names(chat, dora) == ["two"])
        #expect(try names(chat, dora, unreadOnly: true) == [])
        try await name(chat, dora, by: anna, "three")
        #expect(try names(chat, dora) == ["three", "two"])
        #expect(try names(chat, dora, unreadOnly: true) == ["three"])
    }

    @Test func `are gone with what was cleared, and with their age`() async throws {  // D-28 D-51
        let chat = try await founded()
        try await name(chat, cleo, by: anna, "one")
        try await name(chat, cleo, by: ben, "two", in: other)
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        #expect(try names(chat, cleo) == ["two"])
        #expect(try names(chat, cleo, unreadOnly: true) == ["two"])
        let keep = SettingsChanged(keepMessages: .thirtyDays)
        try await chat.act(cleo, .setSettings(SetSettings(keep)))
        chat.wait(days: 31)
        try await name(chat, cleo, by: anna, "three")
        #expect(try names(chat, cleo) == ["three"])
        #expect(try names(chat, cleo, unreadOnly: true) == ["three"])
    }

    @Test func `stay where they can still be read: hidden, archived or blocked`() async throws {
        let chat = try await founded()
        try await chat.act(anna, .startDirect(StartDirect(with: cleo)))
        var view = try chat.view(cleo)
        let direct = try #require(try view.findDirect(with: anna))
        try await name(chat, cleo, by: anna, "one", in: direct)
        try await name(chat, cleo, by: anna, "two")
        try await chat.act(cleo, .arrange(Arrange(.hide, conversation: group)))
        try await chat.act(cleo, .relate(Relate(.block, user: anna)))
        #expect(try names(chat, cleo) == ["two", "one"])
    }

    @Test func `come in pages for who was given them`() async throws {  // D-53
        let chat = try await founded()
        try await chat.send(anna, "one") { $0.text = "@[\(cleo)] @[\(ben)]" }
        try await chat.send(anna, "two") { $0.text = "@[\(cleo)] @[\(ben)]" }
        let next = try #require(try page(chat, cleo, limit: 1).next)
        let unread = try #require(try page(chat, ben, unreadOnly: true, limit: 1).next)
        var view = try chat.view(ben)
        for cursor in rubbishCursors + [next, unread] {
            #expect(
                refusal { () throws(QueryError) in _ = try view.mentions(.init(cursor: cursor)) }
                    == .request(.cursorIsForeign)
            )
        }
        for limit in [-1, 0, 501] {
            #expect(
                refusal { () throws(QueryError) in _ = try view.mentions(.init(limit: limit)) }
                    == .request(.limitIsOutOfRange)
            )
        }
        #expect(try names(chat, outsider) == [])
    }
}
