import Testing

/// Text chats of two, with an offline queue, paging and resuming after being away.
///
/// Where a row subscribes, a screen follows in Swift, and asks again over the pipe.
@Suite struct `S1: NexusAI runs on the log` {
    @Test(arguments: Route.allCases)
    func `a message arrives on a device, and its sender sees that`(route: Route) async throws {
        // TEST-12
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        let (atAda, atBob) = try (ada.present(), bob.present())

        let sent = try await bob.sends("On my way", to: chat)
        let arrived = try ada.news(since: atAda).items
        #expect(arrived.map(\.type) == ["message"])
        #expect(arrived.first?.entry?.text == "On my way")
        // RCPT-30: until her device says so, it is sent and no more.
        #expect(try bob.entry(sent).status == "sent")
        #expect(try bob.receipts(of: sent).delivered.isEmpty)

        try await ada.does(.markDelivered(chat, upTo: sent.message ?? ""))
        #expect(try bob.receipts(of: sent).delivered.map(\.user) == [ada.id])
        #expect(try bob.receipts(of: sent).read.isEmpty)
        let told = try #require(try bob.news(since: atBob).items.last)
        #expect(told.type == "receipt" && told.reach == "delivered")
        #expect(told.user == ada.id && told.message == sent.message)
        #expect(try bob.entry(sent).status == "delivered")
        try backend.close()
    }

    // PAGE-07
    @Test(arguments: Route.allCases)
    func `a long conversation is paged back to its start`(route: Route) async throws {
        // TEST-13
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        for number in 1...120 {
            try await (number.isMultiple(of: 3) ? ada : bob).sends("\(number)", to: chat)
        }
        var pages: [[Entry]] = []
        var window = Window.newest
        while true {
            let page = try backend.messages(in: chat, window, for: ada.id)
            #expect(page.items.map(\.ordinal) == page.items.map(\.ordinal).sorted())
            pages.insert(page.items, at: 0)
            guard let before = page.before else { break }
            window.place = .before(before)
        }
        #expect(pages.map(\.count) == [20, 50, 50], "fifty, unless another number is asked for")
        #expect(pages.joined().map(\.text) == (1...120).map { "\($0)" })
        // And forward again from the first page to the newest.
        var onward = try backend.messages(in: chat, window, for: ada.id)
        var texts = onward.items.compactMap(\.text)
        while let after = onward.after {
            onward = try backend.messages(in: chat, Window(place: .after(after)), for: ada.id)
            texts += onward.items.compactMap(\.text)
        }
        #expect(texts == (1...120).map { "\($0)" })
        try backend.close()
    }

    /// What could be lost is what was acknowledged before the process was killed; what could come
    /// twice is what its client sends again.
    // SYNC-28
    @Test(arguments: Route.allCases)
    func `the app is killed and so is the backend, and nothing is missed`(
        route: Route
    ) async throws {  // TEST-14
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        try await bob.sends("Before", to: chat)
        try await ada.does(.markRead(chat))
        let known = try ada.present()

        // Ada's app is gone. Bob sends, and the backend dies while he does.
        let queue = (1...20).map { Draft(id: freshID(), conversation: chat, text: "\($0)") }
        let acknowledged = try await backend.dieWhileSending(
            queue,
            by: bob.id,
            acknowledging: 7
        )
        #expect(acknowledged.isSuperset(of: queue.prefix(7).map(\.id)))
        let survived = try bob.entries(of: chat).dropFirst().map(\.message)
        #expect(acknowledged.isSubset(of: survived))
        #expect(Set(survived).count == survived.count)
        #expect(Set(survived).isSubset(of: queue.map(\.id)))

        // His app does not know what came through, and sends everything again.
        for draft in queue { try await bob.does(.send(draft)) }
        let sent = try bob.entries(of: chat).dropFirst()
        #expect(sent.map(\.message).sorted() == queue.map(\.id).sorted())
        #expect(sent.prefix(7).map(\.text) == (1...7).map { "\($0)" })

        let missed = try ada.news(since: known).items
        #expect(missed.allSatisfy { $0.type == "message" })
        #expect(missed.map(\.message) == sent.map(\.message))
        #expect(try ada.unread(in: chat) == 20)
        #expect(try backend.totals(for: ada.id).badge == 20)
        try backend.close()
    }

    // SYNC-27
    @Test(arguments: Route.allCases)
    func `an offline queue is flushed in order, each once, whatever one of them is`(
        route: Route
    ) async throws {  // TEST-15
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        var queue = (1...20).map { Draft(id: freshID(), conversation: chat, text: "\($0)") }
        queue[9].text = "  \n"
        func flush() async throws -> [Result<Done, Refused>] {
            var outcomes: [Result<Done, Refused>] = []
            for draft in queue {
                outcomes += try await backend.perform([ada.wish(.send(draft))])
            }
            return outcomes
        }
        let first = try await flush()
        #expect(first[9] == .failure(Refused(code: "emptyMessage")))
        let through = (1...20).filter { $0 != 10 }.map { "\($0)" }
        #expect(try bob.texts(in: chat) == through)
        // The answers were lost on the way: the whole queue once more.
        #expect(try await flush() == first)
        #expect(try bob.texts(in: chat) == through)
        #expect(try bob.unread(in: chat) == 19)
        // What failed is mended and tried again with the same id.
        queue[9].text = "10"
        #expect(try await flush()[9].get().message == queue[9].id)
        #expect(try bob.texts(in: chat) == through + ["10"])
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `several conversations are written to at the same moment`(route: Route) async throws {
        // TEST-16 D-25
        let backend = try route.open()
        let bob = try await backend.person("Bob")
        let others = try await backend.people("Ada", "Cid", "Dot", "Eli", "Fay")
        var chats: [String] = []
        for other in others { chats.append(try await other.meets(bob)) }
        backend.clock.pass(60_000)
        backend.clock.setStride(0)
        let moment = try await backend.perform(
            zip(others, chats).map { other, chat in
                other.wish(.send(Draft(id: freshID(), conversation: chat, text: other.name)))
            }
        )
        let sent = try moment.map { try $0.get() }
        #expect(Set(sent.compactMap(\.sentAt)).count == 1, "at the same moment")
        #expect(Set(sent.map(\.position)).count == 5)
        var list = try bob.list()
        #expect(list.map(\.conversation) == chats.sorted(), "equal times are in order of ids")
        #expect(list.map(\.unread) == [1, 1, 1, 1, 1])

        backend.clock.pass(1)
        try await others[3].sends("Once more", to: chats[3])
        list = try bob.list()
        #expect(list.first?.conversation == chats[3])
        #expect(list.dropFirst().map(\.conversation) == chats.sorted().filter { $0 != chats[3] })
        #expect(list.map(\.unread) == [2, 1, 1, 1, 1])
        #expect(try backend.totals(for: bob.id).total == 6)
        try await bob.does(.markRead(chats[0]))
        #expect(try backend.totals(for: bob.id).total == 5)
        #expect(try backend.totals(for: bob.id).counts[chats[0]] == nil)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `what shows before it is sent is merged, and goes out after an error`(
        route: Route
    ) async throws {  // SYNC-29
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        // What Bob's app shows: the status of each message by its id, in order.
        var shown: [(message: String, status: String?)] = []
        func show(_ message: String?, _ status: String?) throws {
            let message = try #require(message)
            if let place = shown.firstIndex(where: { $0.message == message }) {
                shown[place].status = status
            } else {
                shown.append((message, status))
            }
        }
        let screen = try bob.watches(chat)
        let first = Draft(id: freshID(), conversation: chat, text: "First")
        try show(first.id, "sending")
        // The answer and the change say the same of it, in either order.
        try show(try await bob.does(.send(first)).message, "sent")
        for change in try await screen.next(1) { try show(change.message, change.entry?.status) }
        #expect(shown.map(\.message) == [first.id] && shown.map(\.status) == ["sent"])
        let known = try await screen.stop().next

        // The backend dies while it has the next one, before it answers.
        let second = Draft(id: freshID(), conversation: chat, text: "Second")
        try show(second.id, "sending")
        let answered = try await backend.dieWhileSending([second], by: bob.id, acknowledging: 0)
        #expect(answered.isEmpty)
        try show(second.id, "failed")
        let again = try bob.watches(chat, since: known)
        let retried = try await bob.does(.send(second))
        try show(retried.message, "sent")
        for change in try await again.next(1) { try show(change.message, change.entry?.status) }
        #expect(shown.map(\.message) == [first.id, second.id])
        #expect(shown.map(\.status) == ["sent", "sent"])
        #expect(try await bob.does(.send(second)) == retried)
        #expect(try await again.stop().items.isEmpty)
        #expect(try ada.texts(in: chat) == ["First", "Second"])
        #expect(try ada.unread(in: chat) == 2)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `two equal texts are two messages`(route: Route) async throws {  // TEST-17
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        backend.clock.setStride(1)
        let (one, two) = try await (ada.sends("ok", to: chat), ada.sends("ok", to: chat))
        #expect(one.message != two.message)
        let entries = try bob.entries(of: chat)
        #expect(entries.map(\.text) == ["ok", "ok"])
        #expect(entries[1].sentAt - entries[0].sentAt < 1_000)
        #expect(try bob.unread(in: chat) == 2)
        try backend.close()
    }
}
