import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct `A session that looks at other people's words` {
    private func looks(_ store: Store) throws -> [EventItem] {
        let type = EventDescription.all.first { $0.name == "contentOpened" }
        return try store.operator.events(
            EventsQuery(types: [try #require(type).number], showsContent: false)
        ).items
    }

    @Test func `is logged before it is answered, under the name of its looker`() async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let (sarah, mike) = (UserID.fresh(), UserID.fresh())
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        try await store.session(for: sarah).send("secret", to: chat)
        let looking = store.operator.looking(as: .key("auditor anna"), because: "ticket 4711")
        let page = try await looking.ask(MessagesQuery(in: chat), as: mike)
        #expect(page.items.last?.text == "secret")
        _ = try await looking.ask(MessagesQuery(in: chat), as: mike)
        _ = try await looking.ask(EventsQuery())
        _ = try await looking.ask(UnreadTotalsQuery(), as: mike)
        #expect(try looks(store).count == 1)
        let sent = try store.position
        _ = try await looking.ask(MessagesQuery(in: chat), as: mike, asOf: .position(sent))
        _ = try await looking.ask(EventsQuery(showsContent: true), asOf: .position(sent))
        #expect(try looks(store).count == 3)
        let unsaid = store.operator.looking(as: .process(owner: 1_000))
        _ = try await unsaid.ask(MessagesQuery(in: chat), as: mike)
        #expect(try looks(store).count == 3)
    }

    @Test func `says why where that is required, and is nothing where looks are off`() async throws
    {
        let store = try Store.temporary()
        defer { store.close() }
        let (sarah, mike) = (UserID.fresh(), UserID.fresh())
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        try await store.operator.configure(Configure(looks: .required))
        let unsaid = store.operator.looking(as: .key("anna"))
        await #expect { try await unsaid.ask(MessagesQuery(in: chat), as: mike) } throws: { error in
            (error as? StoreError)?.code == .reasonNeeded
        }
        let events = EventsQuery(showsContent: true)
        #expect { try store.operator.events(events) } throws: { error in
            (error as? StoreError)?.code == .reasonNeeded
        }
        let past = try store.asOf(.position(store.position))
        #expect { try past.operator.events(events) } throws: { error in
            (error as? StoreError)?.code == .reasonNeeded
        }
        // The backend's own sessions and plans are no looks.
        _ = try store.session(for: mike).messages(in: chat)
        _ = try store.operator.notificationPlan(at: store.position)
        try await store.operator.configure(Configure(looks: .off))
        _ = try store.operator.events(events)
        let said = store.operator.looking(as: .key("anna"), because: "why")
        _ = try await said.ask(MessagesQuery(in: chat), as: mike)
        #expect(try looks(store).isEmpty)
    }

    @Test(arguments: ["", "uid:0", "a\nb", String(repeating: "a", count: 129)])
    func `has a name that the log can take`(name: String) async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let looking = store.operator.looking(as: .key(name), because: "why")
        await #expect {
            try await looking.ask(EventsQuery(showsContent: true))
        } throws: { error in
            (error as? StoreError)?.field == "looker"
        }
        #expect(try looks(store).isEmpty)
    }

    @Test func `is not answered with a reason in a process that only reads`() async throws {
        let folder = TemporaryFolder()
        try Store.open(folder.path("store")).close()
        var options = Store.Options()
        options.access = .reading
        let store = try Store.open(folder.path("store"), options: options)
        defer { store.close() }
        let said = store.operator.looking(as: .key("anna"), because: "why")
        await #expect { try await said.ask(EventsQuery(showsContent: true)) } throws: { error in
            (error as? StoreError)?.code == .lookNotLogged
        }
        let unsaid = store.operator.looking(as: .key("anna"))
        _ = try await unsaid.ask(EventsQuery(showsContent: true))
    }

    @Test func `many at once are one event, and the same is logged again after a restart`()
        async throws
    {
        let folder = TemporaryFolder()
        for round in 1...2 {
            let store = try Store.open(folder.path("store"))
            let looking = store.operator.looking(as: .key("anna"), because: "why")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = try await looking.ask(EventsQuery(showsContent: true)) }
                }
                try await group.waitForAll()
            }
            #expect(try looks(store).count == round)
            store.close()
        }
    }
}
