import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A page of a conversation` {
    /// A group of three: its creation is entry 1, the messages m2 to m9 are its entries 2 to 9.
    private func filled() async throws -> Chat {
        let chat = try Chat()
        try await chat.found()
        for number in 2...9 { try await chat.send(number % 2 == 0 ? anna : ben, "m\(number)") }
        return chat
    }

    // PAGE-01 MSG-39 Q08
    @Test func `is the newest one, oldest entry first`() async throws {
        let chat = try await filled()
        let page = try chat.page(ben, limit: 3)
        #expect(page.words == ["m7", "m8", "m9"] && page.items.map(\.ordinal) == [7, 8, 9])
        #expect(page.before != nil && page.after == nil)
    }

    // PAGE-02 PAGE-03
    @Test func `leads by cursors to everything, once and in order`() async throws {
        let chat = try await filled()
        var words: [String] = []
        var window = MessagesQuery.Window.newest
        while true {
            let page = try chat.page(cleo, window, limit: 4)
            words = page.words + words
            guard let before = page.before else { break }
            window = .before(.cursor(before))
        }
        let all = ["conversation_created"] + (2...9).map { "m\($0)" }
        #expect(words == all)

        words = []
        window = .after(.message(try chat.page(cleo).items[0].message))
        while true {
            let page = try chat.page(cleo, window, limit: 3)
            #expect(page.before != nil)
            words += page.words
            guard let after = page.after else { break }
            window = .after(.cursor(after))
        }
        #expect(words == Array(all.dropFirst()))
    }

    @Test func `goes on from a cursor also when more was sent meanwhile`() async throws {
        let chat = try await filled()
        let first = try chat.page(cleo, .after(.message(.named("m2"))), limit: 7)
        #expect(first.words.last == "m9" && first.after == nil)
        let shown = try #require(chat.page(cleo, .after(.message(.named("m2"))), limit: 6).after)
        try await chat.send(ben, "m10")
        #expect(try chat.page(cleo, .after(.cursor(shown))).words == ["m9", "m10"])
    }

    @Test func `is empty beyond an end, and leads back from there`() async throws {
        let chat = try await filled()
        let end = try chat.page(cleo, .after(.message(.named("m9"))))
        #expect(end.items == [] && end.after == nil)
        #expect(
            try chat.page(cleo, .before(.cursor(#require(end.before))), limit: 1).words == ["m9"]
        )

        let creation = try chat.page(cleo).items[0].message
        let beginning = try chat.page(cleo, .before(.message(creation)))
        #expect(beginning.items == [] && beginning.before == nil)
        let back = try #require(beginning.after)
        #expect(
            try chat.page(cleo, .after(.cursor(back)), limit: 1).words == ["conversation_created"]
        )
    }

    // PAGE-08
    @Test func `around a message has it in the middle`() async throws {  // D-53
        let chat = try await filled()
        let page = try chat.page(ben, .around(.named("m5")), limit: 4)
        #expect(page.words == ["m4", "m5", "m6", "m7"])
        #expect(page.before != nil && page.after != nil)
        #expect(try chat.page(ben, .around(.named("m5")), limit: 1).words == ["m5"])
        // Room that is not used on one side is not given to the other.
        let last = try chat.page(ben, .around(.named("m9")), limit: 5)
        #expect(last.words == ["m7", "m8", "m9"] && last.after == nil)
        let whole = try chat.page(ben, .around(.named("m5")), limit: 9)
        #expect(whole.words.count == 9 && whole.before == nil && whole.after == nil)
    }

    @Test func `around an ordinal or a time, seen or not`() async throws {  // D-104
        let chat = try await filled()
        let items = try chat.page(ben).items
        let fifth = try #require(items.first { $0.message == .named("m5") })
        let around = try chat.page(ben, .around(.named("m5")), limit: 4)
        #expect(try chat.page(ben, .aroundOrdinal(fifth.ordinal), limit: 4) == around)
        #expect(try chat.page(ben, .aroundTime(fifth.sentAt), limit: 4) == around)
        let before = Timestamp(microseconds: fifth.sentAt.microseconds - 1)
        #expect(try chat.page(ben, .aroundTime(before), limit: 4) == around)

        // Beyond both ends.
        for window in [MessagesQuery.Window.aroundOrdinal(0), .aroundOrdinal(1)] {
            #expect(try chat.page(ben, window, limit: 3).items.first == items.first)
        }
        let far = try chat.page(ben, .aroundOrdinal(.max), limit: 5)
        #expect(far.words == ["m8", "m9"] && far.after == nil)
        let newest = try chat.page(ben, .around(.named("m9")), limit: 5)
        let late = Timestamp(microseconds: .max)
        #expect(try chat.page(ben, .aroundTime(late), limit: 5) == newest)
        let first = Timestamp(microseconds: .min)
        #expect(try chat.page(ben, .aroundTime(first), limit: 3).items.first == items.first)

        // A deleted message that is left out.
        try await chat.act(anna, .delete(DeleteMessage(message: .named("m6"))))
        let sixth = fifth.ordinal + 1
        let hole = try chat.page(cleo, .aroundOrdinal(sixth), limit: 3, showsDeleted: false)
        #expect(hole.words == ["m5", "m7"])

        // Nothing is left to see.
        try await chat.act(cleo, .arrange(Arrange(.clearHistory, conversation: group)))
        for window in [MessagesQuery.Window.aroundOrdinal(3), .aroundTime(fifth.sentAt)] {
            let page = try chat.page(cleo, window)
            #expect(page.items == [] && page.before == nil && page.after == nil)
        }
    }

    // EDIT-09 MSG-38
    @Test func `keeps the place of what was deleted, or leaves it out`() async throws {  // C10
        let chat = try await filled()
        for name in ["m2", "m6", "m9"] {
            let sender = name == "m9" ? ben : anna
            try await chat.act(sender, .delete(DeleteMessage(message: .named(name))))
        }
        let page = try chat.page(cleo, limit: 4)
        #expect(
            page.words == ["m6", "m7", "m8", "m9"].map { ["m6", "m9"].contains($0) ? "" : $0 }
        )
        #expect(page.items.map(\.isDeleted) == [true, false, false, true])

        let living = try chat.page(cleo, limit: 4, showsDeleted: false)
        #expect(living.words == ["m4", "m5", "m7", "m8"] && living.after == nil)
        let rest = try chat.page(
            cleo,
            .before(.cursor(#require(living.before))),
            showsDeleted: false
        )
        #expect(rest.words == ["conversation_created", "m3"] && rest.before == nil)
        let around = try chat.page(cleo, .around(.named("m6")), limit: 3, showsDeleted: false)
        #expect(around.words == ["m5", "m7"])
    }

    @Test func `ends for a former member with the leaving`() async throws {  // D-17
        let chat = try await filled()
        try await chat.act(ben, .leave(Leave(conversation: group)))
        try await chat.send(anna, "later")
        let page = try chat.page(ben, limit: 2)
        #expect(page.words == ["m9", "user_left"] && page.after == nil)
        #expect(throws: QueryError.refused(.message(.notFound))) {
            try chat.page(ben, .around(.named("later")))
        }
        #expect(try chat.page(cleo, limit: 2).words == ["user_left", "later"])
    }

    @Test func `skips the time between two stays, its ends included`() async throws {  // D-17
        let chat = try Chat()
        try await chat.found(history: .sinceJoin)
        try await chat.send(anna, "first")
        try await chat.act(anna, .remove(RemoveParticipant(conversation: group, user: ben)))
        for number in 0..<5 { try await chat.send(anna, "unseen \(number)") }
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: ben)))
        try await chat.send(anna, "last")
        let all = ["conversation_created", "first", "user_removed", "user_added", "last"]
        #expect(try chat.page(ben).words == all)
        let newest = try chat.page(ben, limit: 2)
        #expect(newest.words == ["user_added", "last"])
        let earlier = try chat.page(ben, .before(.cursor(#require(newest.before))), limit: 2)
        #expect(earlier.words == ["first", "user_removed"] && earlier.before != nil)
        let later = try chat.page(ben, .after(.cursor(#require(earlier.after))))
        #expect(later.words == ["user_added", "last"] && later.after == nil)
        #expect(throws: QueryError.refused(.message(.notFound))) {
            try chat.page(ben, .before(.message(.named("unseen 2"))))
        }
    }

    @Test func `begins behind what was cleared`() async throws {  // D-28
        let chat = try await filled()
        let cursor = try #require(chat.page(ben, limit: 2).before)
        try await chat.act(ben, .arrange(Arrange(.clearHistory, conversation: group)))
        #expect(try chat.page(ben) == MessagePage([]))
        try await chat.send(anna, "new")
        let page = try chat.page(ben)
        #expect(page.words == ["new"] && page.before == nil)
        #expect(try chat.page(ben, .before(.cursor(cursor))).items == [])
        #expect(throws: QueryError.refused(.message(.notFound))) {
            try chat.page(ben, .after(.message(.named("m5"))))
        }
        #expect(try chat.page(anna).words.count == 10)
    }

    // RET-01
    @Test func `begins with what the viewer still keeps`() async throws {  // D-51
        let chat = try await filled()
        try await chat.act(
            ben,
            .setSettings(SetSettings(SettingsChanged(keepMessages: .thirtyDays)))
        )
        chat.wait(days: 31)
        try await chat.send(anna, "new")
        let page = try chat.page(ben)
        #expect(page.words == ["new"] && page.before == nil && page.after == nil)
        #expect(try chat.page(cleo, limit: 2).words == ["m9", "new"])
    }

    @Test(arguments: [Int.min, -1, 0, 501, Int.max])
    func `has between 1 and 500 entries`(limit: Int) async throws {  // D-53
        let chat = try await filled()
        #expect(throws: QueryError.refused(.request(.limitIsOutOfRange))) {
            try chat.page(ben, limit: limit)
        }
        #expect(try chat.page(ben, limit: 500).items.count == 9)
        #expect(try chat.page(ben, limit: 1).words == ["m9"])
    }

    @Test func `is not for outsiders, nor of what does not exist`() async throws {  // D-08
        let chat = try await filled()
        #expect(throws: QueryError.refused(.conversation(.notFound))) { try chat.page(dora) }
        #expect(throws: QueryError.refused(.conversation(.notFound))) {
            try chat.page(anna, of: .named("nowhere"))
        }
        for window: MessagesQuery.Window in [
            .before(.message(.named("nothing"))), .after(.message(.named("nothing"))),
            .around(.named("nothing")),
        ] {
            #expect(throws: QueryError.refused(.message(.notFound))) { try chat.page(anna, window) }
        }
    }

    @Test func `refuses a message of another conversation`() async throws {
        let chat = try await filled()
        let other = ConversationID.named("other")
        let create = CreateGroup(conversation: other, members: [ben, cleo])
        try await chat.act(anna, .createGroup(create))
        try await chat.send(anna, "elsewhere", to: other)
        #expect(throws: QueryError.refused(.message(.notFound))) {
            try chat.page(anna, .around(.named("elsewhere")))
        }
        #expect(throws: QueryError.refused(.message(.notFound))) {
            try chat.page(anna, .before(.message(.named("m5"))), of: other)
        }
    }

    @Test func `refuses cursors of others, of other queries, and rubbish`() async throws {
        let chat = try await filled()
        let page = try chat.page(ben, .around(.named("m5")), limit: 3)
        let (before, after) = (try #require(page.before), try #require(page.after))
        let foreign = QueryError.refused(.request(.cursorIsForeign))
        #expect(throws: foreign) { try chat.page(cleo, .before(.cursor(before))) }
        #expect(throws: foreign) { try chat.page(ben, .after(.cursor(before))) }
        #expect(throws: foreign) { try chat.page(ben, .before(.cursor(after))) }
        #expect(throws: foreign) {
            try chat.page(ben, .before(.cursor(before)), showsDeleted: false)
        }
        var changed = before.text
        changed.removeLast()
        for text in ["", "rubbish", "00", changed, changed + "0", before.text + "00", "ü"] {
            guard text != before.text else { continue }
            #expect(throws: foreign) { try chat.page(ben, .before(.cursor(Cursor(text)))) }
        }
    }
}
