import Testing

/// The rest of its rows: the order of messages, being cut off, rides, tapbacks and receipts.
///
/// Where a row subscribes, the client pulls what changed behind the position that it knows.
@Suite struct `S0: Naar's Cars keeps order, receipts and rides` {
    @Test(arguments: Route.allCases)
    func `whatever clocks say, there is one order`(route: Route) async throws {
        // TEST-07 C08
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike")
        let (sarah, mike) = (people[0], people[1])
        let chat = try await sarah.meets(mike)
        backend.clock.setStride(0)
        let noon = backend.clock.now
        var sent: [Done] = []
        // The server's clock stands still, goes back and goes on; the clients' are worse.
        for (turn, (pass, claimed)) in [
            (0, 5_000), (0, -5_000), (-60_000, 90_000), (-1, 0), (120_000, -1), (0, 7),
        ].enumerated() {
            backend.clock.pass(pass)
            var draft = Draft(id: freshID(), conversation: chat, text: "\(turn)")
            draft.claimedAt = noon + claimed
            let sender = turn.isMultiple(of: 2) ? sarah : mike
            sent.append(try await sender.does(.send(draft)))
        }
        for viewer in [sarah, mike] {
            let entries = try viewer.entries(of: chat)
            #expect(entries.map(\.text) == ["0", "1", "2", "3", "4", "5"])
            #expect(entries.map(\.ordinal) == Array(1...6))
            #expect(entries.map(\.position) == sent.map(\.position))
            #expect(entries.map(\.sentAt) == entries.map(\.sentAt).sorted())
            #expect(entries[0...3].allSatisfy { $0.sentAt == noon }, "time never goes back")
            #expect(entries[2].claimedAt == noon + 90_000)
        }
        let before = try mike.entries(of: chat)
        try backend.reopen()
        #expect(try mike.entries(of: chat).map(\.message) == before.map(\.message))
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a client that was cut off gets exactly what it missed`(route: Route) async throws {
        // TEST-08
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom")
        let (sarah, mike, tom) = (people[0], people[1], people[2])
        let group = try await sarah.gathers([mike, tom])
        let aside = try await sarah.meets(tom)
        try await sarah.sends("Seen", to: group)
        let position = try mike.present()
        #expect(try mike.news(since: position).items.isEmpty)

        let one = try await sarah.sends("One", to: group)
        try await sarah.sends("Not for Mike", to: aside)
        let two = try await tom.sends("Two", to: group)
        try await sarah.does(.edit(one.message ?? "", to: "One, corrected"))
        try await tom.does(.react("like", to: one.message ?? ""))
        try await tom.does(.delete(two.message ?? ""))
        let three = try await tom.sends("Three", to: group)

        let missed = try mike.news(since: position)
        #expect(
            missed.items.map(\.type) == [
                "message", "message", "edited", "reaction", "deleted", "message",
            ]
        )
        let (first, last) = (missed.items[0], missed.items[5])
        #expect(first.message == one.message && first.entry?.text == "One, corrected")
        #expect(missed.items[1].entry?.isDeleted == true)
        #expect(last.message == three.message)
        #expect(missed.items.map(\.position) == missed.items.map(\.position).sorted())
        #expect(Set(missed.items.map(\.position)).count == 6)
        // The same in small pages, after a restart, and nothing twice.
        try backend.reopen()
        #expect(try mike.news(since: position, limit: 1) == missed)
        #expect(try mike.news(since: position, limit: 4) == missed)
        #expect(try mike.news(since: missed.next).items.isEmpty)
        let middle = missed.items[2].position
        #expect(try mike.news(since: middle).items == Array(missed.items[3...]))
        // A screen that goes on from there is told the same, and then what comes.
        let screen = try mike.watches(group, since: position)
        #expect(try await screen.next(6) == missed.items)
        let live = try await tom.sends("Live", to: group)
        #expect(try await screen.next(1).map(\.message) == [live.message])
        #expect(try await screen.stop().items.isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a ride is completed, cancelled or deleted, and its chat stays`(
        route: Route
    ) async throws {  // TEST-09 C24 D-26 D-30
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike")
        let (sarah, mike) = (people[0], people[1])
        func ride(_ number: String) async throws -> String {
            let id = freshID()
            let deed = Deed.openRequest(
                id: id,
                kind: "ride",
                about: number,
                members: [mike.id],
                anyEmoji: false
            )
            try await sarah.does(deed)
            try await mike.sends("Where to?", to: id)
            return id
        }
        let completed = try await ride("17")
        let cancelled = try await ride("18")
        let deleted = try await ride("19")
        #expect(try mike.portrait(of: completed).contextID == "17")
        #expect(try await mike.isRefused(.completeRequest(completed)) == "permissionDenied")

        // What was archived for everybody in the specification is closed: read, not written.
        try await sarah.does(.completeRequest(completed))
        #expect(try mike.row(of: completed)?.isClosed == true)
        #expect(try mike.texts(in: completed) == ["Where to?"])
        let draft = Draft(id: freshID(), conversation: completed, text: "Thanks")
        #expect(try await mike.isRefused(.send(draft)) == "conversationClosed")
        // Out of the way is everybody's own matter.
        try await mike.does(.archive(completed))
        #expect(try mike.list("archived").map(\.conversation) == [completed])
        #expect(try sarah.list().map(\.conversation).contains(completed))

        let before = try mike.portrait(of: cancelled)
        try await sarah.does(.cancelRequest(cancelled))
        #expect(try mike.portrait(of: cancelled) == before)

        try await sarah.does(.clearContext(deleted))
        let survivor = try mike.portrait(of: deleted)
        #expect(survivor.contextID == nil && !survivor.row.isClosed)
        for chat in [cancelled, deleted] {
            try await mike.sends("Still here", to: chat)
            #expect(try sarah.texts(in: chat) == ["Where to?", "Still here"])
        }
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a tapback replaces the one before, and none sticks to an entry`(
        route: Route
    ) async throws {  // TEST-10
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom")
        let (sarah, mike, tom) = (people[0], people[1], people[2])
        let group = try await sarah.gathers([mike, tom])
        let hello = try await sarah.sends("Hello", to: group)
        try await mike.does(.react("like", to: hello.message ?? ""))
        try await mike.does(.react("love", to: hello.message ?? ""))
        #expect(
            try mike.entry(hello).reactions == [
                Entry.Tally(reaction: "love", count: 1, isMine: true)
            ]
        )
        #expect(
            try backend.reactions(on: hello.message ?? "", for: tom.id) == [
                Reactors(reaction: "love", users: [mike.id])
            ]
        )
        #expect(try await tom.isRefused(.react("🎉", to: hello.message ?? "")) == "invalidReaction")
        let entry = try #require(try tom.entries(of: group).first)
        #expect(entry.kind == "system")
        #expect(try await tom.isRefused(.react("love", to: entry.message)) == "systemEntry")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `Sarah sees who has read, when, and who has not`(route: Route) async throws {
        // TEST-11
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom", "Ann")
        let (sarah, mike, tom, ann) = (people[0], people[1], people[2], people[3])
        let group = try await sarah.gathers([mike, tom, ann])
        let hello = try await sarah.sends("Half past two?", to: group)
        #expect(try sarah.entry(hello).status == "sent")

        try await mike.does(.markRead(group))
        let (readByMike, later) = (backend.clock.now, 600_000)
        backend.clock.pass(later)
        try await tom.does(.markRead(group))
        let readByTom = backend.clock.now
        #expect(readByTom > readByMike + later)
        try await ann.does(.markDelivered(group, upTo: hello.message ?? ""))
        let deliveredToAnn = backend.clock.now

        var receipts = try sarah.receipts(of: hello)
        #expect(
            receipts.read.sorted { $0.at < $1.at } == [
                Receipts.Mark(user: mike.id, name: "Mike", at: readByMike),
                Receipts.Mark(user: tom.id, name: "Tom", at: readByTom),
            ]
        )
        #expect(receipts.waiting == [ann.id])
        #expect(receipts.delivered.first { $0.user == ann.id }?.at == deliveredToAnn)
        #expect(receipts.delivered.count == 3, "who has read has received")
        #expect(receipts.audience == 3 && !receipts.allRead)
        #expect(receipts.status == "delivered")
        let entry = try sarah.entry(hello)
        #expect(entry.readCount == 2 && entry.audience == 3 && entry.status == "delivered")

        try await ann.does(.markRead(group))
        receipts = try sarah.receipts(of: hello)
        #expect(receipts.allRead && receipts.waiting.isEmpty && receipts.status == "read")
        #expect(receipts.delivered.first { $0.user == ann.id }?.at == deliveredToAnn)
        #expect(try sarah.row(of: group)?.last?.status == "read")
        try backend.close()
    }
}
