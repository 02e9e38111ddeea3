import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `What a chat was used for` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func metrics(
        from: Timestamp? = nil,
        until: Timestamp? = nil
    ) throws -> Metrics {
        var evaluator = try store.operated()
        return try evaluator.answer(MetricsQuery(from: from, until: until))
    }

    private func reply(_ user: UserID, to name: String) async throws {
        try await store.does(
            user,
            .send(
                SendMessage(
                    conversation: team,
                    message: .named("reply to \(name)"),
                    text: "yes",
                    replyTo: .named(name)
                )
            )
        )
    }

    @Test func `is nothing in a new store`() throws {
        #expect(try metrics() == Metrics())
    }

    // Q29
    @Test func `counts what was sent, by whom and where, what was deleted or erased too`()
        async throws
    {  // PERF-24 D-70
        try await store.createTeam()
        let direct = try await store.startDirect(dua, with: ann)
        for name in ["one", "two", "three"] { try await store.send(ann, name) }
        try await reply(ben, to: "one")
        let image = Attachment(kind: .image, url: "i", width: 1, height: 1)
        try await store.does(
            dua,
            .send(
                SendMessage(
                    conversation: direct,
                    message: .named("image"),
                    attachments: [image, image]
                )
            )
        )
        try await store.does(cem, .react(React(message: .named("one"), reaction: "love")))
        try await store.does(cem, .unreact(Unreact(message: .named("one"), reaction: "love")))
        try await store.delete(ann, "two")
        try await store.operates(
            .erase(Erase(target: .message(.named("three")), basis: "b", reason: "r"))
        )
        let metrics = try metrics()
        #expect(metrics.messages == 5)
        #expect(metrics.activeSenders == 3)
        #expect(metrics.perUserPerDay == 5.0 / 3)
        #expect(metrics.shareInGroups == 2.0 / 3)
        #expect(metrics.meanConversationLength == 2.5)
        #expect(metrics.reactions == 1)
        #expect(metrics.replies == 1)
        #expect(metrics.media == 1)
    }

    @Test func `counts messages by kind of media, and users with a profile and in groups`()
        async throws
    {  // PERF-24 D-120
        try await store.name(ann, "Ann", username: "ann")
        try await store.name(dua, nil, username: "dua")
        try await store.createTeam()
        let direct = try await store.startDirect(dua, with: ann)
        let image = Attachment(kind: .image, url: "i", width: 1, height: 1)
        let audio = Attachment(kind: .audio, url: "a", seconds: 1)
        func send(_ name: String, _ attachments: [Attachment], _ place: Location? = nil)
            async throws
        {
            var message = SendMessage(
                conversation: direct,
                message: .named(name),
                attachments: attachments
            )
            message.location = place
            try await store.does(dua, .send(message))
        }
        try await send("images", [image, image])
        try await send("all", [image, audio], Location(latitude: 1, longitude: 2))
        try await send("file", [Attachment(kind: .file, url: "f")])
        let all = try metrics()
        #expect(all.media == 3)
        #expect(all.mediaByKind == .init(image: 2, audio: 1, file: 1, location: 1))
        // Dua has written in a direct conversation alone; Ben and Cem have no profile.
        #expect(all.users == 2 && all.usersInGroups == 3)
        #expect(try metrics(from: store.now).mediaByKind == .init(file: 1))
        try await store.leave(cem)
        try await store.operates(.forgetUser(ForgetUser(user: dua, basis: "b")))
        #expect(try metrics().users == 1 && metrics().usersInGroups == 2)
    }

    @Test func `is by day, and what was said in between`() async throws {
        try await store.createTeam()
        let day = 86_400
        var times: [Timestamp] = []
        for step in 0..<4 {
            try await store.send(ann, "ann \(step)")
            times.append(store.now)
            if step % 2 == 0 { try await store.send(ben, "ben \(step)") }
            store.wait(seconds: day)
        }
        // Six messages by ann on four days and by ben on two.
        #expect(try metrics().perUserPerDay == 1)
        try await store.send(ann, "more")
        try await store.send(ann, "and more")
        #expect(try metrics().perUserPerDay == 8.0 / 7)

        #expect(try metrics(from: times[1]).messages == 6)
        #expect(try metrics(from: times[1], until: times[2]).messages == 1)
        #expect(try metrics(until: times[2]).messages == 3)
        let (begin, end) = (times[0], times[3])
        let parts = [
            try metrics(until: begin), try metrics(from: begin, until: times[2]),
            try metrics(from: times[2], until: end), try metrics(from: end),
        ]
        #expect(parts.map(\.messages).reduce(0, +) == 8)
        let afterwards = Timestamp(microseconds: store.now.microseconds + 1)
        #expect(try metrics(from: afterwards) == Metrics(usersInGroups: 3))
        #expect(try metrics(until: Timestamp(microseconds: .min)) == Metrics(usersInGroups: 3))
        #expect(try metrics(from: Timestamp(microseconds: .min)).messages == 8)
    }

    @Test func `is refused for a time that ends before it begins`() throws {
        let (early, late) = (Timestamp(microseconds: 1), Timestamp(microseconds: 2))
        for (from, until) in [(late, early), (early, early)] {
            let evaluator = try store.operated()
            let refusal = refusal { () throws(QueryError) in
                _ = try evaluator.metrics(.init(from: from, until: until))
            }
            #expect(refusal?.code == .invalidRequest)
            #expect(refusal?.field == "until")
        }
    }
}
