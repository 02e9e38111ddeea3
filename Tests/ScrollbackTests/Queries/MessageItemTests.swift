import DomainSupport
import LogSchema
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `An item of a conversation` {
    private func founded() async throws -> Chat {
        let chat = try Chat()
        try await chat.act(
            anna,
            .setProfile(SetProfile(username: "anna", fullName: "Anna A", avatar: "anna.jpg"))
        )
        try await chat.act(ben, .setProfile(SetProfile(username: "ben")))
        try await chat.found()
        return chat
    }

    private func delete(_ name: String) -> Messaging.Command {
        .delete(DeleteMessage(message: .named(name)))
    }

    private func edit(_ name: String, to text: String) -> Messaging.Command {
        .edit(EditMessage(message: .named(name), text: text))
    }

    @Test func `is equal to what says the same, however it came to that`() async throws {
        let chat = try await founded()
        try await chat.send(anna, "hello")
        let item = try chat.item(ben, "hello")
        var changed = item
        changed.replyTo = MessageItem.Parent(message: .named("other"))
        changed.deletedBy = anna
        #expect(changed != item && changed.deletedBy == anna)
        changed.deletedBy = nil
        #expect(changed.replyTo?.message == .named("other"))
        changed.replyTo = nil
        #expect(changed == item && changed.hashValue == item.hashValue)
    }

    // Q09
    @Test func `has everything that was sent, and who sent it`() async throws {  // MSG-36
        let chat = try await founded()
        let photo = Messaging.Attachment(kind: .image, url: "photos/1.jpg")
        let sentAt = try await chat.send(anna, "hello") {
            $0.attachments = [photo]
            $0.location = Location(latitude: 41.9, longitude: 12.5, name: "Rome")
            $0.custom = "custom"
            $0.isBroadcast = true
            $0.isPayment = true
            $0.claimedAt = Timestamp(microseconds: 5_000)
        }
        let item = try chat.item(ben, "hello")
        #expect(item.message == .named("hello") && item.conversation == group && item.ordinal == 2)
        #expect(item.kind == .mixed && item.text == "hello" && item.attachments == [photo])
        #expect(item.location?.name == "Rome" && item.custom == "custom")
        #expect(item.isBroadcast && item.isPayment)
        #expect(item.sentAt == sentAt && item.claimedAt == Timestamp(microseconds: 5_000))
        #expect(item.sender == anna && item.senderName == "Anna A")
        #expect(item.senderAvatar == "anna.jpg")
        #expect(item.receipt == nil && item.system == nil && item.replyTo == nil)
        #expect(try chat.page(ben).items.last == item)
    }

    @Test func `has no text where only something is attached`() async throws {
        let chat = try await founded()
        try await chat.send(anna, "photo") {
            $0.text = nil
            $0.attachments = [Messaging.Attachment(kind: .image, url: "photos/1.jpg")]
        }
        let item = try chat.item(ben, "photo")
        #expect(item.text == nil && item.kind == .image && item.mentions == [])
    }

    @Test func `names whom its present text mentions, in UTF-16 units`() async throws {  // D-56
        let chat = try await founded()
        try await chat.send(cleo, "mention") { $0.text = "@[\(ben)]" }
        try await chat.act(cleo, edit("mention", to: "😀 hi @[\(anna)] and @[\(dora)]"))
        let length = "@[\(anna)]".utf16.count
        #expect(
            try chat.item(ben, "mention").mentions == [
                MessageItem.Mention(user: anna, name: "Anna A", offset: 6, length: length),
                MessageItem.Mention(
                    user: dora,
                    name: "Unknown",
                    offset: 6 + length + 5,
                    length: length
                ),
            ]
        )
    }

    @Test func `shows the newest text and how often it was written anew`() async throws {
        let chat = try await founded()
        let sentAt = try await chat.send(anna, "first")
        let editedAt = try await chat.act(anna, edit("first", to: "second"))
        let again = try await chat.act(anna, edit("first", to: "third"))
        let item = try chat.item(ben, "first")
        #expect(item.text == "third" && item.editCount == 2)
        #expect(item.editedAt == again && item.sentAt == sentAt)
        #expect(
            try chat.history(ben, "first")
                == MessageHistory(
                    versions: [
                        MessageHistory.Version(text: "first", at: sentAt),
                        MessageHistory.Version(text: "second", at: editedAt),
                    ],
                    count: 2
                )
        )
    }

    @Test func `keeps for a former member the text as of leaving`() async throws {  // D-16
        let chat = try await founded()
        try await chat.send(anna, "first")
        let edited = try await chat.act(anna, edit("first", to: "second"))
        try await chat.act(
            anna,
            .annotate(
                AnnotateMessage(
                    message: .named("first"),
                    linkPreview: LinkPreview(url: "second"),
                    priority: AnnotateMessage.Priority(isPriority: true, reason: "soon")
                )
            )
        )
        try await chat.act(ben, .leave(Leave(conversation: group)))
        try await chat.act(anna, edit("first", to: "third"))
        try await chat.act(
            anna,
            .annotate(
                AnnotateMessage(
                    message: .named("first"),
                    linkPreview: LinkPreview(url: "third")
                )
            )
        )
        let former = try chat.item(ben, "first")
        #expect(former.text == "second" && former.editCount == 1 && former.editedAt == edited)
        #expect(former.linkPreview?.url == "second")
        #expect(former.priority == AnnotateMessage.Priority(isPriority: true, reason: "soon"))
        #expect(try chat.history(ben, "first").versions.map(\.text) == ["first"])
        #expect(try chat.history(ben, "first").count == 1)

        let present = try chat.item(cleo, "first")
        #expect(present.text == "third" && present.editCount == 2)
        #expect(present.linkPreview?.url == "third")
        #expect(present.priority?.reason == "soon")

        try await chat.act(anna, delete("first"))
        #expect(try chat.item(ben, "first").text == "second")
        #expect(try chat.item(cleo, "first").isDeleted)
    }

    @Test func `has nothing left of what was deleted but its place`() async throws {  // D-41
        let chat = try await founded()
        try await chat.send(ben, "parent")
        try await chat.send(anna, "gone") {
            $0.replyTo = .named("parent")
            $0.text = "@[\(ben)]"
            $0.isBroadcast = true
        }
        try await chat.act(anna, edit("gone", to: "changed"))
        try await chat.act(ben, .react(React(message: .named("gone"), reaction: "love")))
        try await chat.act(anna, delete("gone"))
        let item = try chat.item(anna, "gone")
        #expect(item.isDeleted && item.deletedBy == anna && !item.isErased)
        #expect(item.deletedAt == chat.now)
        #expect(item.kind == .text && item.sender == anna && item.ordinal == 3)
        #expect(item.text == nil && item.replyTo == nil && item.reactions == [])
        #expect(!item.isBroadcast && item.mentions == [] && item.receipt == nil)
        #expect(try chat.history(ben, "gone") == MessageHistory(versions: [], count: 0))
        #expect(try chat.reactions(ben, "gone") == [])
    }

    @Test func `has nothing left for anybody of what was erased`() async throws {  // D-61
        let chat = try await founded()
        try await chat.send(anna, "secret")
        try await chat.act(ben, .leave(Leave(conversation: group)))
        let target = Erase.Target.message(.named("secret"))
        try await chat.ask(
            .operator,
            .erase(Erase(target: target, basis: "request", reason: "asked for"))
        )
        for viewer in [anna, ben, cleo] {
            let item = try chat.item(viewer, "secret")
            #expect(item.isErased && item.text == nil && !item.isDeleted && item.receipt == nil)
        }
    }

    @Test func `shows what it replies to, as far as that is visible`() async throws {  // REPLY-03
        let chat = try await founded()
        try await chat.send(anna, "parent") { $0.text = String(repeating: "é", count: 130) }
        try await chat.send(ben, "reply") { $0.replyTo = .named("parent") }
        let parent = try #require(chat.item(cleo, "reply").replyTo)
        #expect(parent.message == .named("parent") && parent.senderName == "Anna A")
        #expect(parent.preview == String(repeating: "é", count: 100))

        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        try await chat.send(ben, "again") { $0.replyTo = .named("parent") }
        let unseen = try #require(chat.item(cleo, "again").replyTo)  // D-28
        #expect(unseen == MessageItem.Parent(message: .named("parent")))

        try await chat.act(anna, delete("parent"))
        let gone = try #require(chat.item(ben, "again").replyTo)
        #expect(gone.isDeleted && gone.preview == nil && gone.senderName == "Anna A")
    }

    @Test func `of the store says what happened`() async throws {  // D-11 D-36
        let chat = try await founded()
        try await chat.act(anna, .rename(Rename(conversation: group, title: "Trip")))
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        let items = try chat.page(dora).items
        #expect(
            items.map { $0.system?.type } == [
                "conversation_created", "conversation_renamed", "user_added",
            ]
        )
        #expect(
            items.map { $0.system?.text } == [
                "Anna A created the group", "Anna A changed the group name to 'Trip'",
                "Anna A added you",
            ]
        )
        #expect(items.map { $0.system?.count } == [3, nil, nil])  // D-105
        #expect(items[1].system?.title == "Trip" && items[2].system?.target == dora)
        #expect(items.allSatisfy { $0.kind == nil && $0.sender == anna && $0.receipt == nil })
        var view = try chat.view(anna)
        let same = try view.message(items[1].message)
        #expect(same.system?.text == "You changed the group name to 'Trip'")
        #expect(try view.history(of: items[1].message) == MessageHistory(versions: [], count: 0))
        #expect(try view.reactionGroups(on: items[1].message) == [])
    }

    @Test func `refers to what it was forwarded from`() async throws {  // D-43
        let chat = try await founded()
        try await chat.send(anna, "origin")
        try await chat.send(ben, "copy") { $0.forwardedFrom = .named("origin") }
        #expect(try chat.item(cleo, "copy").forwardedFrom == .named("origin"))
    }

    @Test func `is found by nobody who may not see it`() async throws {  // D-08
        let chat = try await founded()
        try await chat.send(anna, "seen")
        try await chat.act(ben, .leave(Leave(conversation: group)))
        try await chat.send(anna, "later")
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        let missing = QueryError.refused(.message(.notFound))
        for (viewer, name) in [(dora, "seen"), (ben, "later"), (cleo, "seen"), (anna, "never")] {
            #expect(throws: missing) { try chat.item(viewer, name) }
            #expect(throws: missing) { try chat.history(viewer, name) }
            #expect(throws: missing) { try chat.reactions(viewer, name) }
            #expect(throws: missing) { try chat.receipts(viewer, name) }
        }
        #expect(try chat.item(ben, "seen").text == "seen")
    }
}
