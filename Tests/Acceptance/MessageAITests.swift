import Testing

/// One live stream of a conversation, validated texts, and a status that never goes back.
///
/// Where a row subscribes, a screen follows in Swift, and asks again over the pipe.
@Suite struct `S2: MessageAI runs on the log` {
    @Test(arguments: Route.allCases)
    func `texts are validated, trimmed, and else left as they are`(route: Route) async throws {
        // TEST-18 C04 C05 C06
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        func attempt(_ text: String) async throws -> String? {
            try await ada.isRefused(
                .send(Draft(id: freshID(), conversation: chat, text: text))
            )
        }
        for empty in ["", "   ", "\n\n", " \t\n ", "\u{00A0}\u{2003}"] {
            #expect(try await attempt(empty) == "emptyMessage")
        }
        #expect(try bob.entries(of: chat).isEmpty)

        let family = "👨‍👩‍👧‍👦"
        let paste = (1...400).map { "line \($0)\twith a tab" }.joined(separator: "\n")
        let texts = [
            " Hello ", String(repeating: "a", count: 10_000), String(repeating: "é", count: 10_000),
            "\(family) and 🇩🇪 and ❤️", "مرحبا بالعالم", "e\u{301}", "<b>'; DROP TABLE--</b>",
            "\u{FFFD}", paste,
        ]
        for text in texts { #expect(try await attempt(text) == nil) }
        let arrived = try bob.texts(in: chat)
        #expect(arrived == ["Hello"] + texts.dropFirst())
        // Equal strings may be other code points: every one of them has to arrive.
        for (sent, arrived) in zip(texts.dropFirst(), arrived.dropFirst()) {
            #expect(sent.unicodeScalars.elementsEqual(arrived.unicodeScalars))
        }
        for long in [
            String(repeating: "a", count: 10_001), String(repeating: "a", count: 200_000),
            String(repeating: family, count: 3_000),
        ] {
            #expect(try await attempt(long) == "messageTooLong")
        }
        #expect(try bob.entries(of: chat).count == texts.count)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a message changes the conversation's last one, and a refusal changes nothing`(
        route: Route
    ) async throws {  // TEST-19
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        #expect(try bob.row(of: chat)?.last == nil)
        let first = try await ada.sends("First", to: chat)
        let sent = try await ada.sends("Second", to: chat)
        let last = try #require(try bob.row(of: chat)?.last)
        #expect(last.preview == "Second" && last.sender == ada.id)
        #expect(last.message == sent.message && last.at == sent.sentAt)
        #expect(try bob.row(of: chat)?.lastActivityAt == sent.sentAt)

        let before = try (bob.list(), ada.list(), bob.entries(of: chat), bob.present())
        for deed in [
            Deed.send(Draft(id: freshID(), conversation: chat, text: " ")),
            .send(Draft(id: freshID(), conversation: freshID(), text: "Lost")),
            .send(Draft(id: first.message ?? "", conversation: chat, text: "Other words")),
        ] {
            #expect(try await ada.isRefused(deed) != nil)
        }
        let after = try (bob.list(), ada.list(), bob.entries(of: chat), bob.present())
        #expect(before == after)
        // What is deleted is the last one no longer.
        try await ada.does(.delete(sent.message ?? ""))
        #expect(try bob.row(of: chat)?.last?.message == first.message)
        try backend.close()
    }

    // PERF-07 PERF-09
    @Test(arguments: Route.allCases)
    func `hello from A is at B within two seconds, and its status only rises`(
        route: Route
    ) async throws {  // TEST-20
        let backend = try route.open()
        let people = try await backend.people("A", "B")
        let (a, b) = (people[0], people[1])
        let chat = try await a.meets(b)
        // On a machine that is busy with other tests one may wait for its turn, but not all of them.
        var isQuick = false
        let screen = try b.watches(chat)
        for attempt in 1...20 where !isQuick {
            let start = ContinuousClock.now
            try await a.sends("Are you there? \(attempt)", to: chat)
            let heard = try await screen.next(1).count
            isQuick = heard == 1 && ContinuousClock.now - start < .seconds(2)
        }
        #expect(isQuick)
        let atA = try a.present()
        let hello = try await a.sends("Hello from A", to: chat)
        let arrived = try await screen.next(1)
        #expect(arrived.map(\.entry?.text) == ["Hello from A"])

        var status = [try a.entry(hello).status]
        try await b.does(.markDelivered(chat, upTo: hello.message ?? ""))
        status.append(try a.entry(hello).status)
        try await b.does(.markRead(chat))
        status.append(try a.entry(hello).status)
        // A device that was asleep says late what everybody knows.
        try await b.does(.markDelivered(chat, upTo: hello.message ?? ""))
        status.append(try a.entry(hello).status)
        #expect(status == ["sent", "delivered", "read", "read"])
        let told = try a.news(since: atA).items.filter { $0.type == "receipt" }
        #expect(told.map(\.reach) == ["delivered", "read"])
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `sixty messages in a row stay in order, and one more has to wait`(
        route: Route
    ) async throws {  // TEST-21 C34
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        backend.clock.setStride(10)
        let watched = try bob.present()
        for number in 1...60 { try await ada.sends("\(number)", to: chat) }
        let expected = (1...60).map { "\($0)" }
        #expect(try bob.texts(in: chat) == expected)
        #expect(try bob.news(since: watched).items.map(\.entry?.text) == expected)

        let more = Draft(id: freshID(), conversation: chat, text: "61")
        let outcome = try await backend.perform([ada.wish(.send(more))])[0]
        guard case .failure(let refused) = outcome else {
            Issue.record("more than a minute's worth was let through")
            return
        }
        #expect(refused.code == "rateLimited")
        let wait = try #require(refused.retryAfter)
        #expect((1...60_000).contains(wait))
        backend.clock.pass(wait)
        try await ada.does(.send(more))
        #expect(try bob.texts(in: chat) == expected + ["61"])
        try backend.close()
    }
}
