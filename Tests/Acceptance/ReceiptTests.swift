import Testing

/// Whom a message has reached, between two and in a group, with those who come, go and say nothing.
@Suite(.timeLimit(.minutes(5))) struct `The receipts of a message` {
    @Test(arguments: Route.allCases)
    func `between two are right, shared or kept to oneself`(route: Route) async throws {
        // RCPT-29 RCPT-22
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben")
        let (ann, ben) = (people[0], people[1])
        let chat = try await ann.meets(ben)
        let screen = try ann.watches(chat)
        /// Everything that shows a status shows the same one.
        func status(of message: Done) throws -> String? {
            let status = try ann.entry(message).status
            #expect(try ann.receipts(of: message).status == status)
            return status
        }
        func told() async throws -> [String?] { try await screen.next(1).map(\.reach) }
        func rowStatus() throws -> String? { try ann.row(of: chat)?.last?.status }

        let one = try await ann.sends("One", to: chat)
        #expect(try await told() == [nil])
        #expect(try status(of: one) == "sent" && rowStatus() == "sent")
        try await ben.does(.markDelivered(chat, upTo: one.message ?? ""))
        #expect(try await told() == ["delivered"])
        #expect(try status(of: one) == "delivered" && rowStatus() == "delivered")
        try await ben.does(.markRead(chat))
        #expect(try await told() == ["read"])
        #expect(try status(of: one) == "read" && rowStatus() == "read")
        #expect(try ann.receipts(of: one).allRead)
        // The last message of the other has no status of mine.
        let answer = try await ben.sends("Answer", to: chat)
        #expect(try await screen.next(1).map(\.message) == [answer.message])
        #expect(try rowStatus() == nil && ben.row(of: chat)?.last?.status == "sent")

        // Ben reads and does not say so: it has arrived, and no more.
        try await ben.does(.shareReceipts(false))
        let two = try await ann.sends("Two", to: chat)
        #expect(try await told() == [nil])
        try await ben.does(.markRead(chat))
        #expect(try await told() == ["delivered"])
        #expect(try status(of: two) == "delivered" && rowStatus() == "delivered")
        let silent = try ann.receipts(of: two)
        #expect(silent.read.isEmpty && silent.waiting == [ben.id] && !silent.allRead)
        #expect(try ben.unread(in: chat) == 0 && status(of: one) == "read")
        // He shares again: the next reading covers what he read silently.
        try await ben.does(.shareReceipts(true))
        let three = try await ann.sends("Three", to: chat)
        #expect(try await told() == [nil])
        try await ben.does(.markRead(chat))
        #expect(try await told() == ["read"])
        #expect(try status(of: two) == "read" && status(of: three) == "read")
        // Who keeps theirs to themselves is told of nobody's.
        try await ann.does(.shareReceipts(false))
        #expect(try status(of: three) == "delivered" && rowStatus() == "delivered")
        #expect(try ann.receipts(of: three).read.isEmpty && ann.entry(three).readCount == nil)
        #expect(try await screen.stop().items.allSatisfy { $0.type == "personal" })
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `in a group count who joins, who leaves and who says nothing`(
        route: Route
    ) async throws {  // RCPT-29
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Dua")
        let (ann, ben, cem, dua) = (people[0], people[1], people[2], people[3])
        let group = try await ann.gathers([ben, cem])
        func reached(_ message: Done, _ read: Int, of all: Int, _ status: String) throws {
            let (entry, receipts) = (try ann.entry(message), try ann.receipts(of: message))
            #expect(entry.readCount == read && receipts.read.count == read)
            #expect(entry.audience == all && receipts.audience == all)
            #expect(receipts.waiting.count == all - read && receipts.allRead == (read == all))
            #expect(entry.status == status && receipts.status == status)
        }
        let before = try await ann.sends("Before Dua", to: group)
        try reached(before, 0, of: 2, "sent")
        try await ben.does(.markRead(group))
        try reached(before, 1, of: 2, "sent")
        // Dua sees what was said before, and so it waits for her too.
        try await ann.does(.add(dua.id, to: group))
        try reached(before, 1, of: 3, "sent")
        let after = try await ann.sends("With Dua", to: group)
        try reached(after, 0, of: 3, "sent")
        try await dua.does(.markRead(group))
        try reached(before, 2, of: 3, "sent")
        try reached(after, 1, of: 3, "sent")
        // Cem reads and does not say so.
        try await cem.does(.shareReceipts(false))
        try await cem.does(.markRead(group))
        try reached(before, 2, of: 3, "delivered")
        try reached(after, 1, of: 3, "sent")
        try await ben.does(.markRead(group))
        try reached(after, 2, of: 3, "delivered")
        #expect(try ann.receipts(of: after).waiting == [cem.id])
        // He leaves, and counts no more; what was read of the others stays.
        try await cem.does(.leave(group))
        try reached(before, 2, of: 2, "read")
        try reached(after, 2, of: 2, "read")
        #expect(try ann.receipts(of: after).read.map(\.user) == [ben.id, dua.id])
        try await ann.does(.remove(dua.id, from: group))
        try reached(after, 1, of: 1, "read")
        let last = try await ann.sends("Two of us", to: group)
        try reached(last, 0, of: 1, "sent")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `wait for a recipient who is away, across a restart`(route: Route) async throws {
        // RCPT-30 RCPT-22
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        let left = try bob.present()
        var sent: [Done] = []
        for text in ["One", "Two", "Three"] { sent.append(try await ada.sends(text, to: chat)) }
        func statuses() throws -> [String?] {
            try sent.map { try ada.entry($0).status } + [ada.row(of: chat)?.last?.status]
        }
        #expect(try statuses() == ["sent", "sent", "sent", "sent"])
        backend.clock.pass(86_400_000)
        try backend.reopen()
        #expect(try statuses() == ["sent", "sent", "sent", "sent"])

        // Back again, his device takes what it missed and says how far it came.
        let screen = try ada.watches(chat)
        let missed = try bob.news(since: left).items
        #expect(missed.map(\.message) == sent.map(\.message))
        try await bob.does(.markDelivered(chat, upTo: missed[1].message ?? ""))
        #expect(try statuses() == ["delivered", "delivered", "sent", "sent"])
        try await bob.does(.markDelivered(chat, upTo: missed[2].message ?? ""))
        #expect(try statuses() == Array(repeating: "delivered", count: 4))
        let told = try await screen.next(2)
        #expect(told.map(\.message) == [sent[1].message, sent[2].message])
        #expect(told.allSatisfy { $0.reach == "delivered" && $0.user == bob.id })
        #expect(try ada.receipts(of: sent[2]).read.isEmpty)
        _ = try await screen.stop()
        try backend.close()
    }
}
