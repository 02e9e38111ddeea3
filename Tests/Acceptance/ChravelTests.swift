import Testing

/// A chat for every trip, with replies, any emoji, mentions and flags.
@Suite struct `S3: Chravel's trip chat runs on the log` {
    /// A trip of three.
    private func trip(
        _ backend: any Backend
    ) async throws -> (chat: String, lea: Person, max: Person, noa: Person) {
        let people = try await backend.people("Lea", "Max", "Noa")
        let id = freshID()
        try await people[0].does(
            .openRequest(
                id: id,
                kind: "trip",
                about: "lisbon-2026",
                members: [people[1].id, people[2].id],
                anyEmoji: true
            )
        )
        return (id, people[0], people[1], people[2])
    }

    @Test(arguments: Route.allCases)
    func `a trip's messages are sorted, answered and reacted to`(route: Route) async throws {
        // TEST-22 REPLY-05
        let backend = try route.open()
        let (chat, lea, max, noa) = try await trip(backend)
        #expect(try noa.portrait(of: chat).contextID == "lisbon-2026")
        let question = try await lea.sends("Who books the hotel?", to: chat)
        try await max.sends("I found three", to: chat)
        let answer = try await noa.sends("Me!", to: chat, replyingTo: question)

        let entries = try max.entries(of: chat).filter { $0.kind != "system" }
        #expect(entries.map(\.text) == ["Who books the hotel?", "I found three", "Me!"])
        #expect(entries.map(\.sentAt) == entries.map(\.sentAt).sorted())
        #expect(
            entries[2].replyTo
                == Entry.Quote(
                    message: question.message ?? "",
                    senderName: "Lea",
                    preview: "Who books the hotel?",
                    isDeleted: false
                )
        )

        let target = answer.message ?? ""
        try await lea.does(.toggle("🎉", on: target, attempt: freshID()))
        try await max.does(.toggle("🎉", on: target, attempt: freshID()))
        #expect(
            try lea.entry(target).reactions == [
                Entry.Tally(reaction: "🎉", count: 2, isMine: true)
            ]
        )
        let attempt = freshID()
        try await max.does(.toggle("🎉", on: target, attempt: attempt))
        // The tap's answer was lost, and it is sent again: it is still one tap.
        try await max.does(.toggle("🎉", on: target, attempt: attempt))
        #expect(
            try max.entry(target).reactions == [
                Entry.Tally(reaction: "🎉", count: 1, isMine: false)
            ]
        )
        // REACT-19: several emoji of one person stand beside each other.
        for emoji in ["👍", "❤️"] { try await lea.does(.react(emoji, to: target)) }
        #expect(
            try backend.reactions(on: target, for: noa.id)
                == ["🎉", "👍", "❤️"].map {
                    Reactors(reaction: $0, users: [lea.id])
                }
        )
        #expect(try await lea.isRefused(.react("great", to: target)) == "invalidReaction")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a trip's channel appends what is new, replaces and removes`(
        route: Route
    ) async throws {  // LIVE-19
        let backend = try route.open()
        let (chat, lea, max, noa) = try await trip(backend)
        let channel = try max.watches(chat)
        var shown: [Entry] = []
        func take() async throws {
            let change = try #require(try await channel.next(1).first)
            #expect(change.conversation == chat)
            let entry = try #require(change.entry)
            let place = shown.firstIndex { $0.message == entry.message }
            switch change.type {
            case "message" where place == nil: shown.append(entry)
            case "message": break
            case "edited": shown[try #require(place)] = entry
            case "deleted": shown.remove(at: try #require(place))
            default: Issue.record("\(change.type) is no change of a message")
            }
            let texts = try max.entries(of: chat, showingDeleted: false).compactMap(\.text)
            #expect(shown.map(\.text) == texts)
        }
        let plan = try await lea.sends("Tram at nine", to: chat)
        try await take()
        // His own shows at once, and its change appends nothing.
        let own = try await max.sends("Fine", to: chat)
        shown.append(try max.entry(own))
        try await take()
        #expect(shown.count == 2)
        let other = try await noa.sends("Or ten?", to: chat)
        try await take()
        try await lea.does(.edit(plan.message ?? "", to: "Tram at ten"))
        try await take()
        try await noa.does(.delete(other.message ?? ""))
        try await take()
        #expect(shown.map(\.text) == ["Tram at ten", "Fine"])
        #expect(try await channel.stop().items.isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a sender edits and deletes, and nobody else edits`(route: Route) async throws {
        // EDIT-15 EDIT-16
        let backend = try route.open()
        let (chat, lea, max, noa) = try await trip(backend)
        let plan = try await max.sends("Museum at nine", to: chat)
        let message = plan.message ?? ""
        #expect(try await noa.isRefused(.edit(message, to: "Beach")) == "notTheSender")
        try await max.does(.edit(message, to: "Museum at ten"))
        let edited = try noa.entry(plan)
        #expect(edited.text == "Museum at ten" && edited.edits == 1)
        #expect(try backend.earlierTexts(of: message, for: noa.id) == ["Museum at nine"])

        #expect(try await noa.isRefused(.delete(message)) == "notTheSender")
        try await max.does(.delete(message))
        try await max.does(.delete(message))
        #expect(try await max.isRefused(.edit(message, to: "Back")) == "messageDeleted")
        let gone = try lea.entry(plan)
        #expect(gone.isDeleted && gone.text == nil)
        #expect(try backend.earlierTexts(of: message, for: lea.id).isEmpty)
        let shown = try lea.entries(of: chat, showingDeleted: false).map(\.message)
        #expect(!shown.contains(message), "the view of the specification leaves it out")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `mentions and flags are what the app shows`(route: Route) async throws {
        // MENT-04 MSG-31
        let backend = try route.open()
        let (chat, lea, max, noa) = try await trip(backend)
        var draft = Draft(id: freshID(), conversation: chat)
        draft.text = "@[\(max.id)] owes @[\(noa.id)] 20 €, says nobody@[all]"
        draft.isPayment = true
        let debt = try await lea.does(.send(draft))
        let entry = try noa.entry(debt)
        #expect(entry.text == draft.text)
        #expect(entry.mentions == [max.id, noa.id])
        #expect(entry.isPayment && !entry.isBroadcast)
        #expect(try backend.mentions(of: max.id).map(\.message) == [draft.id])
        #expect(try backend.mentions(of: lea.id).isEmpty)
        let plain = try await max.sends("See you @ noon", to: chat)
        #expect(try lea.entry(plain).mentions.isEmpty)
        try backend.close()
    }
}
