import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `What a user has not read` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func unread(
        _ user: UserID,
        _ chat: ConversationID = team
    ) throws -> UnreadItem {
        var evaluator = try store.seen(by: user)
        return try evaluator.unread(in: chat)
    }

    private func item(_ count: UInt64, _ first: String? = nil) -> UnreadItem {
        UnreadItem(count: count, first: first.map { .named($0) })
    }

    // UNREAD-01 Q15
    @Test func `is what others sent after the marker and what is still there`() async throws {
        // UNREAD-02 UNREAD-03 UNREAD-13
        try await store.createTeam()
        for name in ["one", "two", "three", "four"] { try await store.send(ben, name) }
        #expect(try unread(ann) == item(4, "one"))
        #expect(try unread(ben) == item(0))
        try await store.delete(ben, "one")
        try await store.operates(
            .erase(Erase(target: .message(.named("two")), basis: "b", reason: "r"))
        )
        #expect(try unread(ann) == item(2, "three"))
        try await store.does(ann, .markRead(MarkRead(conversation: team, upTo: .named("three"))))
        #expect(try unread(ann) == item(1, "four"))
        try await store.does(ann, .markUnread(MarkUnread(conversation: team, from: .named("one"))))
        #expect(try unread(ann) == item(2, "three"))
        try await store.send(ann, "mine")
        #expect(try unread(ann) == item(0))
        try await store.does(ann, .markUnread(MarkUnread(conversation: team, from: .named("four"))))
        #expect(try unread(ann) == item(1, "four"))
        try await store.does(ann, .rename(Rename(conversation: team, title: "No message")))
        #expect(try unread(ann) == item(1, "four"))
    }

    @Test func `stays read when something older is read aloud that was read silently`()
        async throws
    {  // D-21
        try await store.createTeam()
        try await store.send(ben, "one")
        try await store.send(ben, "two")
        let off = SettingsChanged(sendReadReceipts: false)
        try await store.does(ann, .setSettings(SetSettings(off)))
        try await store.send(ann, "mine")
        let on = SettingsChanged(sendReadReceipts: true)
        try await store.does(ann, .setSettings(SetSettings(on)))
        try await store.does(ann, .markRead(MarkRead(conversation: team, upTo: .named("one"))))
        #expect(try unread(ann) == item(0))
    }

    @Test func `is nothing of what was there before joining, and nothing after leaving`()
        async throws
    {  // UNREAD-10
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.add(ann, dua)
        #expect(try unread(dua) == item(0))
        try await store.send(ann, "two")
        #expect(try unread(dua) == item(1, "two"))
        try await store.leave(dua)
        #expect(try unread(dua) == item(0))
        #expect(try store.row(dua).unread == 0)
    }

    @Test func `is as far as the memberships reach, with what was deleted in between`()
        async throws
    {  // D-16 D-17
        try await store.createTeam(history: .sinceJoin)
        try await store.send(ann, "one")
        try await store.send(ann, "two")
        try await store.leave(ben)
        try await store.delete(ann, "two")
        try await store.send(ann, "missed")
        try await store.add(ann, ben)
        try await store.send(ann, "three")
        #expect(try unread(ben) == item(1, "three"))
        try await store.does(ben, .markUnread(MarkUnread(conversation: team, from: .named("one"))))
        // They never learn that the second one was deleted, and never see what they missed.
        #expect(try unread(ben) == item(3, "one"))
        #expect(try unread(cem) == item(3, "one"))
        try await store.delete(ann, "one")
        #expect(try unread(ben) == item(2, "two"))
    }

    @Test func `ends at what was cleared, and at what is no longer kept`() async throws {
        // D-28 D-51
        try await store.createTeam()
        try await store.send(ben, "one")
        try await store.send(ben, "two")
        try await store.arrange(ann, .clearHistory)
        #expect(try unread(ann) == item(0))
        try await store.send(ben, "three")
        #expect(try unread(ann) == item(1, "three"))
        let kept = SettingsChanged(keepMessages: .thirtyDays)
        try await store.does(cem, .setSettings(SetSettings(kept)))
        store.wait(seconds: 30 * 86_400 - 2)
        #expect(try unread(cem) == item(1, "three"))
        store.wait(seconds: 10)
        #expect(try unread(cem) == item(0))
        #expect(try unread(ann) == item(1, "three"))
        #expect(try store.row(cem).last == nil && store.row(ann).last != nil)
    }

    // UNREAD-04
    @Test func `adds up without what is hidden, and the badge without what is muted`()
        async throws
    {  // D-31 UNREAD-11
        let ids: [ConversationID] = ["a", "b", "c", "d", "e"].map { .named($0) }
        for id in ids {
            try await store.createTeam(as: id)
            try await store.send(ben, "to \(id)", in: id)
        }
        try await store.does(ann, .mute(Mute(conversation: ids[1])))
        try await store.arrange(ann, .archive, ids[2])
        try await store.arrange(ann, .hide, ids[3])
        try await store.leave(ann, ids[4])
        try await store.send(cem, "more", in: ids[0])
        var evaluator = try store.seen(by: ann)
        let totals = try evaluator.unreadTotals()
        #expect(totals.total == 4 && totals.badge == 2)
        #expect(totals.conversations.map(\.conversation) == [ids[0], ids[2], ids[1]])
        #expect(totals.conversations.map(\.count) == [2, 1, 1])
        var nobody = try store.seen(by: outsider)
        #expect(
            try nobody.unreadTotals() == UnreadOverview(total: 0, badge: 0, conversations: [])
        )
    }

    @Test func `is not told to a user who never was a member`() async throws {
        try await store.createTeam()
        var evaluator = try store.seen(by: outsider)
        for id in [team, .named("nowhere")] {
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.unread(in: id) }
                    == .conversation(.notFound)
            )
        }
    }
}
