import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

/// Everything that pages have, gone through with a limit; and how many pages there were.
private func gather<Item>(
    _ page: (Cursor?) throws -> (items: [Item], next: Cursor?)
) throws -> (items: [Item], pages: Int) {
    var items: [Item] = []
    var pages = 0
    var cursor: Cursor?
    repeat {
        let next = try page(cursor)
        items += next.items
        cursor = next.next
        pages += 1
    } while cursor != nil
    return (items, pages)
}

private let foreign = QueryError.refused(.request(.cursorIsForeign))
private let outOfRange = QueryError.refused(.request(.limitIsOutOfRange))

@Suite struct `Answers that grow with the store come in pages` {
    /// In an order that is not that of their ids.
    private let people = (0..<7).map { UserID.named("person \($0)") }

    private func founded(history: HistoryPolicy = .full) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(with: people, history: history)
        try await chat.send(anna, "m")
        return chat
    }

    @Test func `receipts, in the order of joining, with the totals on each`() async throws {
        // D-80
        let chat = try await founded()
        let late = UserID.named("late")
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: late)))
        let everybody = people + [late]
        let read = MarkRead(conversation: group, upTo: .named("m"))
        for user in [people[5], people[1], late] { try await chat.act(user, .markRead(read)) }
        let delivered = MarkDelivered(conversation: group, upTo: .named("m"))
        try await chat.act(people[3], .markDelivered(delivered))
        for limit in [1, 3, 8, 9] {
            var view = try chat.view(anna)
            var waiting: [UserID] = []
            var reached: [UserID] = []
            let (readers, pages) = try gather { cursor in
                let page = try view.receipts(of: .named("m"), limit: limit, cursor: cursor)
                #expect(page.readCount == 3 && page.audience == 8)
                #expect(!page.allRead && page.status == .sent)
                #expect(page.waiting.count + page.read.count <= limit)
                waiting += page.waiting.map(\.user)
                reached += page.delivered.map(\.user)
                return (page.read.map(\.user), page.next)
            }
            #expect(readers == [people[1], people[5], late])
            #expect(reached == [people[1], people[3], people[5], late])
            #expect(waiting == everybody.filter { !readers.contains($0) })
            #expect(pages == (8 + limit - 1) / limit)
        }
        var view = try chat.view(anna)
        let next = try #require(try view.receipts(of: .named("m"), limit: 1).next)
        try await chat.send(anna, "other")
        view = try chat.view(anna)
        #expect(throws: foreign) { try view.receipts(of: .named("other"), cursor: next) }
        #expect(throws: outOfRange) { try view.receipts(of: .named("m"), limit: 501) }
    }

    @Test func `receipts as they were for a sender who left`() async throws {  // D-17 D-80
        let chat = try await founded()
        try await chat.act(anna, .leave(Leave(conversation: group)))
        try await chat.act(people[2], .leave(Leave(conversation: group)))
        var view = try chat.view(anna)
        let (waiting, pages) = try gather { cursor in
            let page = try view.receipts(of: .named("m"), limit: 2, cursor: cursor)
            return (page.waiting.map(\.user), page.next)
        }
        #expect(waiting == people && pages == 4)
    }

    @Test func `what is unread, in the order of the list, with the sums on each`() async throws {
        // D-31 D-80
        let chat = try Chat()
        let chats = (0..<5).map { ConversationID.named("chat \($0)") }
        for (number, id) in chats.enumerated() {
            try await chat.act(
                anna,
                .createGroup(CreateGroup(conversation: id, members: [ben, cleo]))
            )
            for count in 0...number { try await chat.send(anna, "\(number) \(count)", to: id) }
        }
        try await chat.act(ben, .mute(Mute(conversation: chats[4])))
        for limit in [1, 2, 4, 5] {
            var view = try chat.view(ben)
            let (parts, pages) = try gather { cursor in
                let page = try view.unreadTotals(limit: limit, cursor: cursor)
                #expect(page.total == 15 && page.badge == 10)
                return (page.conversations, page.next)
            }
            #expect(parts.map(\.conversation) == chats.reversed())
            #expect(parts.map(\.count) == [5, 4, 3, 2, 1])
            #expect(pages == (5 + limit - 1) / limit)
        }
        var view = try chat.view(ben)
        #expect(try view.unreadTotals(limit: 5).next == nil)
        let next = try #require(try view.unreadTotals(limit: 1).next)
        for query in [
            AnyUnreadQuery(in: chats[0], limit: 1), AnyUnreadQuery(in: chats[0], cursor: next),
            AnyUnreadQuery(in: .named("nowhere"), limit: 1),
        ] {
            let refusal = #expect(throws: QueryError.self) { try view.answer(query) }
            guard case .refused(let refusal) = refusal else { continue }
            #expect(refusal.code == .invalidRequest)
        }
        view = try chat.view(cleo)
        #expect(throws: foreign) { try view.unreadTotals(cursor: next) }
    }

    @Test func `whom somebody blocks, in the order of blocking`() async throws {  // D-80
        let chat = try Chat()
        for user in people { try await chat.act(anna, .relate(Relate(.block, user: user))) }
        try await chat.act(anna, .relate(Relate(.unblock, user: people[2])))
        try await chat.act(anna, .relate(Relate(.block, user: people[2])))
        // Blocking again changes nothing.
        try await chat.act(anna, .relate(Relate(.block, user: people[0])))
        let expected = people.filter { $0 != people[2] } + [people[2]]
        for limit in [1, 6, 7] {
            var view = try chat.view(anna)
            let (users, pages) = try gather { cursor in
                let page = try view.blocks(limit: limit, cursor: cursor)
                return (page.items.map(\.user), page.next)
            }
            #expect(users == expected && pages == (7 + limit - 1) / limit)
        }
        var view = try chat.view(anna)
        #expect(throws: outOfRange) { try view.blocks(limit: 0) }
        #expect(throws: foreign) { try view.blocks(cursor: Cursor("")) }
    }

    @Test func `the requests about something, in the order of creation`() async throws {  // D-80
        let chat = try Chat()
        let ride = Context(kind: "ride", id: "7")
        let ids = (0..<5).map { ConversationID.named("request \($0)") }
        for id in ids {
            try await chat.act(
                anna,
                .openRequest(OpenRequest(conversation: id, context: ride, members: [ben]))
            )
        }
        try await chat.act(anna, .clearContext(ClearContext(conversation: ids[1])))
        for limit in [1, 2, 3, 4] {
            var view = try chat.view(ben)
            let (found, pages) = try gather { cursor in
                let page = try view.findByContext(ride, limit: limit, cursor: cursor)
                return (page.items, page.next)
            }
            #expect(found == [ids[0]] + ids[2...])
            #expect(pages == (4 + limit - 1) / limit)
        }
        var view = try chat.view(ben)
        let next = try #require(try view.findByContext(ride, limit: 1).next)
        #expect(throws: foreign) {
            try view.findByContext(Context(kind: "ride", id: "8"), cursor: next)
        }
    }

    @Test func `who is told of an event, in the order of joining`() async throws {  // D-80
        let chat = try await founded()
        try await chat.act(people[3], .mute(Mute(conversation: group)))
        try await chat.send(people[0], "news")
        let told = [anna] + people.filter { $0 != people[0] && $0 != people[3] }
        for limit in [1, 2, 5, 6] {
            var view = OperatorQueryEvaluator(try chat.engine.snapshot(), now: chat.now)
            let (users, pages) = try gather { cursor in
                let page = try view.answer(
                    NotificationPlanQuery(at: view.position, limit: limit, cursor: cursor)
                )
                #expect(page.items.allSatisfy { $0.badge > 0 })
                return (page.items.map(\.user), page.next)
            }
            #expect(users == told && pages == (6 + limit - 1) / limit)
        }
        var view = OperatorQueryEvaluator(try chat.engine.snapshot(), now: chat.now)
        let next = try #require(
            try view.answer(NotificationPlanQuery(at: view.position, limit: 1)).next
        )
        #expect(throws: foreign) {
            try view.answer(NotificationPlanQuery(at: Position(1), cursor: next))
        }
        #expect(throws: outOfRange) {
            try view.answer(NotificationPlanQuery(at: view.position, limit: 0))
        }
    }
}
