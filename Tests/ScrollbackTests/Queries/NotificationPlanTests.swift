import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A notification plan` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func plan(at position: Position) throws -> [NotificationItem] {
        var evaluator = try store.operated()
        return try evaluator.answer(NotificationPlanQuery(at: position)).items
    }

    /// What is told of the newest event.
    private func newest() throws -> [NotificationItem] {
        try plan(at: try store.operated().position)
    }

    private func say(
        _ user: UserID,
        _ name: String,
        _ text: String,
        in chat: ConversationID = team
    ) async throws {
        let message = SendMessage(conversation: chat, message: .named(name), text: text)
        try await store.does(user, .send(message))
    }

    private func set(_ user: UserID, _ settings: SettingsChanged) async throws {
        try await store.does(user, .setSettings(SetSettings(settings)))
    }

    private func react(_ user: UserID, _ reaction: String, to name: String) async throws {
        try await store.does(user, .react(React(message: .named(name), reaction: reaction)))
    }

    // Q24
    @Test func `tells every other member what was sent, under their names and with their badges`()
        async throws
    {  // NOTIF-01 NOTIF-03 NOTIF-04 NOTIF-10
        try await store.name(ben, "Ben Bar", username: "ben")
        try await store.createTeam(title: "Team")
        try await say(ben, "one", "hello")
        try await store.does(cem, .markRead(MarkRead(conversation: team)))
        try await say(ben, "two", "again")
        let plan = try newest()
        #expect(plan.map(\.user) == [ann, cem])
        #expect(plan.map(\.badge) == [2, 1])
        for item in plan {
            #expect(item.title == "Ben Bar")
            #expect(item.subtitle == "Team")
            #expect(item.body == "again")
            #expect(item.threadID == "conversation-\(team)")
            #expect(item.category == .message)
            #expect(item.conversation == team)
            #expect(item.message == .named("two"))
            #expect(item.previews == .always && item.hasSound && !item.isMentioned)
        }
    }

    @Test func `that is made late tells nobody who was added since`() async throws {
        try await store.createTeam()
        try await say(ben, "one", "hello")
        let said = try store.operated().position
        try await store.does(
            ann,
            .add(AddParticipant(conversation: team, user: dua, historySince: nil))
        )
        #expect(try newest().map(\.user).contains(dua))
        #expect(try plan(at: said).map(\.user) == [ann, cem])
        // Who left and came back was told, or is now.
        try await store.leave(cem, team)
        try await store.does(ann, .add(AddParticipant(conversation: team, user: cem)))
        #expect(try plan(at: said).map(\.user) == [ann, cem])
    }

    @Test func `calls an untitled conversation as each of them sees it, and a direct one nothing`()
        async throws
    {
        for (user, name) in [(ann, "Ann"), (ben, "Ben"), (cem, "Cem")] {
            try await store.name(user, name, username: name.lowercased())
        }
        try await store.createTeam()
        try await say(ann, "one", "hello")
        #expect(try newest().map(\.subtitle) == ["Ann, Cem", "Ann, Ben"])
        let direct = try await store.startDirect(ann, with: ben)
        try await say(ann, "two", "hello", in: direct)
        let plan = try newest()
        #expect(plan.map(\.user) == [ben])
        #expect(plan.map(\.subtitle) == [nil])
        #expect(plan.map(\.badge) == [2])
    }

    @Test func `shows what is attached where nothing is written, and people by their names`()
        async throws
    {
        try await store.name(cem, "Cem Can", username: "cem")
        try await store.createTeam()
        let image = Attachment(kind: .image, url: "i", width: 1, height: 1)
        try await store.does(
            ann,
            .send(SendMessage(conversation: team, message: .named("i"), attachments: [image]))
        )
        #expect(try newest().map(\.body) == ["Photo", "Photo"])
        try await say(ann, "one", "Ask @[\(cem)] or @[\(outsider)].")
        let plan = try newest()
        #expect(plan.map(\.body) == Array(repeating: "Ask @Cem Can or @Unknown.", count: 2))
        #expect(plan.map(\.isMentioned) == [false, true])
        try await say(ann, "two", String(repeating: "é", count: 501))
        #expect(try newest().first?.body == String(repeating: "é", count: 500))
    }

    @Test func `leaves out who wants none, has muted, blocks or is blocked, or has left`()
        async throws
    {  // NOTIF-08 NOTIF-10
        try await store.createTeam(of: [ben, cem, dua, outsider])
        try await say(ann, "one", "hello")
        #expect(try newest().map(\.user) == [ben, cem, dua, outsider])
        try await set(ben, SettingsChanged(notifications: false))
        try await store.does(cem, .mute(Mute(conversation: team)))
        try await store.does(dua, .relate(Relate(.block, user: ann)))
        try await store.leave(outsider)
        try await say(ann, "two", "hello")
        #expect(try newest() == [])
        try await store.arrange(cem, .unmute)
        try await store.arrange(cem, .archive)
        try await say(ann, "three", "hello")
        #expect(try newest().map(\.user) == [cem])
        #expect(try newest().map(\.badge) == [0])  // Archived ones are not in a badge.
        let soon = Timestamp(microseconds: store.now.microseconds + 10_000_000)
        try await store.does(cem, .mute(Mute(conversation: team, until: soon)))
        try await say(ann, "four", "hello")
        #expect(try newest() == [])
        store.wait(seconds: 20)
        try await say(ann, "five", "hello")
        #expect(try newest().map(\.user) == [cem])
    }

    @Test func `leaves out who switched the conversation's notifications off`() async throws {
        // D-107 PART-34
        try await store.createTeam()
        try await store.does(
            cem,
            .setNotifications(SetNotifications(conversation: team, isOn: false))
        )
        try await say(ann, "one", "hello @[\(cem)]")
        #expect(try newest().map(\.user) == [ben])
        #expect(try store.list(cem).map(\.hasNotifications) == [false])
        #expect(try store.list(cem).map(\.unread) == [1])
        #expect(try store.list(ben).map(\.hasNotifications) == [true])
        try await store.leave(cem)
        try await store.add(ann, cem)
        #expect(try newest() == [])
        try await store.does(
            cem,
            .setNotifications(SetNotifications(conversation: team, isOn: true))
        )
        try await say(ann, "two", "hello")
        #expect(try newest().map(\.user) == [ben, cem])
    }

    @Test func `tells who was added by the operator, under the conversation's title`()
        async throws
    {  // D-106
        try await store.createTeam(title: "Trip")
        try await store.operates(.add(AddParticipant(conversation: team, user: dua)))
        let plan = try newest()
        #expect(plan.map(\.user) == [dua])
        #expect(plan.map(\.title) == ["Trip"])
        #expect(plan.map(\.subtitle) == [nil])
        #expect(plan.map(\.body) == ["You were added"])
        let last = try #require(try store.row(ann).last)
        #expect(last.sender == nil && last.senderName.isEmpty)
        var evaluator = try store.seen(by: ann)
        let item = try #require(try evaluator.answer(MessagesQuery(in: team)).items.last)
        #expect(item.sender == nil && item.senderName.isEmpty && item.senderAvatar == nil)
        #expect(item.system?.actor == nil && item.system?.target == dua)
    }

    @Test func `shows nobody's words to who wants no previews`() async throws {  // SET-01
        try await store.createTeam(title: "Team")
        try await set(ben, SettingsChanged(previews: .never, sound: false))
        try await set(cem, SettingsChanged(previews: .whenUnlocked, badge: false))
        try await say(ann, "one", "secret")
        let plan = try newest()
        #expect(plan.map(\.body) == ["New message", "secret"])
        #expect(plan.map(\.previews) == [.never, .whenUnlocked])
        #expect(plan.map(\.hasSound) == [false, true])
        #expect(plan.map(\.badge) == [1, 0])
    }

    @Test func `shows the newest text, and nothing of what is gone`() async throws {
        try await store.createTeam()
        for name in ["one", "two"] { try await say(ann, name, name) }
        let position = try store.operated().position
        try await store.does(ann, .edit(EditMessage(message: .named("two"), text: "edited")))
        #expect(try plan(at: position).map(\.body) == ["edited", "edited"])
        #expect(try newest() == [])  // Nobody is told of an edit.
        try await store.delete(ann, "two")
        #expect(try plan(at: position) == [])
        let earlier = Position(position.rawValue - 1)
        try await store.operates(
            .erase(Erase(target: .message(.named("one")), basis: "b", reason: "r"))
        )
        #expect(try plan(at: earlier) == [])
    }

    // REACT-17
    @Test func `tells the sender alone of a reaction, while it stands`() async throws {
        // NOTIF-01
        try await store.name(cem, "Cem", username: "cem")
        try await store.createTeam(title: "Team")
        try await say(ann, "one", "hello")
        try await react(cem, "love", to: "one")
        let position = try store.operated().position
        let plan = try newest()
        #expect(plan.map(\.user) == [ann])
        #expect(plan.map(\.title) == ["Cem"])
        #expect(plan.map(\.body) == ["Loved 'hello'"])
        #expect(plan.map(\.category) == [.reaction])
        #expect(plan.map(\.message) == [.named("one")])
        try await react(ann, "like", to: "one")
        #expect(try newest() == [])  // Her own, to her own message.
        try await store.does(
            cem,
            .unreact(Unreact(message: .named("one"), reaction: "love"))
        )
        #expect(try self.plan(at: position) == [])
    }

    @Test func `tells who was added, at the creation and later`() async throws {
        // NOTIF-02 PART-12
        try await store.name(ann, "Ann", username: "ann")
        let before = try store.operated().position
        try await store.createTeam(title: "Team")
        let after = try store.operated().position
        var told: [UserID] = []
        for position in (before.rawValue + 1)...after.rawValue {
            told += try plan(at: Position(position)).map(\.user)
        }
        #expect(told == [ben, cem])
        try await store.add(ann, dua)
        let plan = try newest()
        #expect(plan.map(\.user) == [dua])
        #expect(plan.map(\.title) == ["Ann"])
        #expect(plan.map(\.body) == ["Ann added you"])
        #expect(plan.map(\.subtitle) == ["Team"])
        #expect(plan.map(\.category) == [.added])
        #expect(plan.first?.message != nil)
        _ = try await store.startDirect(ann, with: dua)
        for back in 0..<3 {
            let position = try store.operated().position.rawValue - UInt64(back)
            #expect(try self.plan(at: Position(position)) == [])
        }
    }

    @Test func `is empty for what nobody is told of, and there is none where no event is`()
        async throws
    {
        try await store.createTeam()
        try await store.does(ann, .rename(Rename(conversation: team, title: "T")))
        #expect(try newest() == [])
        try await store.does(ben, .markRead(MarkRead(conversation: team)))
        #expect(try newest() == [])
        #expect(try plan(at: Position(1)) == [])
        var evaluator = try store.operated()
        let next = evaluator.position.next
        for position in [.zero, next, Position(.max)] {
            let refusal = refusal { () throws(QueryError) in
                _ = try evaluator.answer(NotificationPlanQuery(at: position))
            }
            #expect(refusal?.code == .notFound)
            #expect(refusal?.field == "position")
        }
        // A refusal leaves the snapshot usable.
        #expect(try evaluator.answer(NotificationPlanQuery(at: Position(1))).items == [])
    }
}
