import Testing

/// Who types, who is online, and what a list shows of people.
@Suite(.timeLimit(.minutes(5))) struct `Who is there` {
    @Test(arguments: Route.allCases)
    func `shows while others type, several at once, and is over without a word`(
        route: Route
    ) async throws {  // LIVE-21 LIVE-13 Q23
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Eve")
        let (ann, ben, cem, eve) = (people[0], people[1], people[2], people[3])
        let group = try await ann.gathers([ben, cem])
        let aside = try await ann.meets(cem)
        backend.clock.setStride(0)
        let screen = try ann.watches(group)
        func typists(_ users: [Person], for viewer: Person? = nil) throws -> Bool {
            try backend.typing(in: group, for: (viewer ?? ann).id).users == users.map(\.id)
        }
        func shows(_ users: [Person]) async throws -> Bool {
            try await screen.shows(.typing(users.map(\.id), in: group))
        }
        #expect(try typists([]))
        // What is typed elsewhere does not show here.
        try await cem.does(.typing(true, in: aside))
        try await ben.does(.typing(true, in: group))
        #expect(try await shows([ben]))
        #expect(try typists([ben]) && typists([], for: ben) && typists([ben], for: cem))
        #expect(try backend.typing(in: group, for: ann.id).text == "Ben is typing...")
        backend.clock.pass(1_000)
        try await cem.does(.typing(true, in: group))
        #expect(try await shows([ben, cem]))
        #expect(try typists([ben, cem]) && typists([cem], for: ben))

        // Ben goes on, Cem says nothing more.
        backend.clock.pass(3_000)
        try await ben.does(.typing(true, in: group))
        backend.clock.pass(1_999)
        #expect(try typists([ben, cem]))
        backend.clock.pass(1)
        #expect(try typists([ben]))
        #expect(try await shows([ben]))
        // A message ends it, and so does saying so.
        try await ben.sends("Done", to: group)
        #expect(try await shows([]))
        #expect(try await screen.next(1).map(\.entry?.text) == ["Done"])
        try await cem.does(.typing(true, in: group))
        #expect(try await shows([cem]))
        try await cem.does(.typing(false, in: group))
        #expect(try await shows([]))
        #expect(try typists([]))

        #expect(try await eve.isRefused(.typing(true, in: group)) == "notFound")
        #expect(try eve.isDenied { try typists([], for: eve) } == "notFound")
        #expect(try await screen.stop().items.isEmpty, "nothing of it is logged")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `shows neither that someone behind a block types nor that it ends`(
        route: Route
    ) async throws {  // LIVE-21
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben")
        let (ann, ben) = (people[0], people[1])
        let chat = try await ann.meets(ben)
        backend.clock.setStride(0)
        for (blocking, blocked) in [(ben, ann), (ann, ben)] {
            let screen = try ann.watches(chat)
            try await blocking.does(.block(blocked.id))
            try await ben.does(.typing(true, in: chat))
            try await ben.does(.typing(false, in: chat))
            try await blocking.does(.unblock(blocked.id))
            try await ben.does(.typing(true, in: chat))
            #expect(try await screen.shows(.typing([ben.id], in: chat)))
            // What was seen to begin is seen to end.
            try await blocking.does(.block(blocked.id))
            try await ben.does(.typing(false, in: chat))
            #expect(try await screen.shows(.typing([], in: chat)))
            try await blocking.does(.unblock(blocked.id))
            _ = try await screen.stop()
        }
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `is a dot beside a person, and when they were last there`(
        route: Route
    ) async throws {  // LIVE-10 LIVE-11 LIVE-12 USER-02 USER-04 Q23
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Eve")
        let (ann, ben, eve) = (people[0], people[1], people[2])
        try await ben.does(
            .setProfile(username: "ben", fullName: "Ben", avatar: "b.png", email: "b@example.com")
        )
        let chat = try await ann.meets(ben)
        try await ben.sends("Hello", to: chat)
        let wrote = backend.clock.now
        let screen = try ann.watches()
        func seen(by viewer: Person, _ other: Person) throws -> Seen? {
            try backend.presence(of: [other.id], for: viewer.id)[0]
        }
        #expect(try seen(by: ann, ben) == Seen(isOnline: false, lastSeenAt: wrote))

        // Two devices say it, and one is still there when the other goes.
        for device in ["phone", "tablet"] {
            try await ben.does(.presence(isOnline: true, device: device))
        }
        #expect(try await screen.shows(.presence(of: ben.id, isOnline: true)))
        try await ben.does(.presence(isOnline: false, device: "phone"))
        let online = try #require(try seen(by: ann, ben))
        #expect(online.isOnline)
        #expect(try ann.row(of: chat)?.seen == online)
        let profile = Profile(
            user: ben.id,
            username: "ben",
            fullName: "Ben",
            avatar: "b.png",
            email: "b@example.com",
            seen: online
        )
        #expect(try backend.profile(of: ben.id, for: ann.id) == profile)
        let others = try backend.people("", except: [ann.id], for: ann.id)
        #expect(others.map(\.user) == [ben.id, eve.id] && others.first == profile)
        // Of a stranger neither side is told anything.
        try await eve.does(.presence(isOnline: true))
        #expect(try backend.presence(of: [eve.id, ben.id], for: ann.id) == [nil, online])
        #expect(try seen(by: eve, ben) == nil)
        #expect(try backend.profile(of: ben.id, for: eve.id).seen == nil)

        try await ben.does(.presence(isOnline: false, device: "tablet"))
        let left = backend.clock.now
        backend.clock.pass(7_200_000)
        #expect(try await screen.shows(.presence(of: ben.id, isOnline: false)))
        #expect(try seen(by: ann, ben) == Seen(isOnline: false, lastSeenAt: left))
        // Who comes back and then says nothing is gone after 75 seconds; a change is told five
        // seconds after the one before.
        backend.clock.pass(5_000)
        try await ben.does(.presence(isOnline: true))
        let back = backend.clock.now
        #expect(try await screen.shows(.presence(of: ben.id, isOnline: true)))
        backend.clock.pass(74_999)
        #expect(try seen(by: ann, ben)?.isOnline == true)
        backend.clock.pass(1)
        #expect(try seen(by: ann, ben) == Seen(isOnline: false, lastSeenAt: back))
        #expect(try await screen.shows(.presence(of: ben.id, isOnline: false)))
        #expect(try await screen.stop().items.isEmpty, "nothing of it is logged")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `is in the list, with what each row shows, by one question`(
        route: Route
    ) async throws {  // LIST-07 LIST-27
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Dua")
        let (ann, ben, cem, dua) = (people[0], people[1], people[2], people[3])
        for person in [ben, cem, dua] {
            let name = person.name.lowercased()
            try await person.does(
                .setProfile(username: name, fullName: person.name, avatar: "\(name).png")
            )
        }
        func face(_ person: Person) -> Face {
            Face(user: person.id, name: person.name, avatar: "\(person.name.lowercased()).png")
        }
        let direct = try await ann.meets(ben)
        let group = try await ann.gathers([ben, cem, dua], title: "Friends")
        try await ben.sends("Hello", to: direct)
        let mine = try await ann.sends("On my way", to: direct)
        try await ben.does(.markDelivered(direct, upTo: mine.message ?? ""))
        try await cem.sends("One", to: group)
        let two = try await dua.sends("Two", to: group)
        try await ben.does(.presence(isOnline: true))
        let rows = try ann.list()
        #expect(rows.map(\.conversation) == [group, direct])
        #expect(rows.map(\.title) == ["Friends", "Ben"] && rows.map(\.unread) == [2, 0])
        #expect(rows.map(\.faces) == [[face(ben), face(cem), face(dua)], [face(ben)]])
        #expect(rows.map { $0.seen?.isOnline } == [nil, true])
        #expect(
            rows.map(\.last) == [
                Row.Last(
                    message: two.message ?? "",
                    kind: "text",
                    preview: "Two",
                    sender: dua.id,
                    senderName: "Dua",
                    at: two.sentAt ?? 0
                ),
                Row.Last(
                    message: mine.message ?? "",
                    kind: "text",
                    preview: "On my way",
                    sender: ann.id,
                    senderName: "Ann",
                    at: mine.sentAt ?? 0,
                    status: "delivered"
                ),
            ]
        )
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `is kept to oneself by settings that begin open, and by blocks`(
        route: Route
    ) async throws {  // Q19
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben")
        let (ann, ben) = (people[0], people[1])
        let open = Privacy(
            sendsReceipts: true,
            sharesTyping: true,
            sharesPresence: true,
            previews: "always",
            blocked: []
        )
        #expect(try backend.privacy(of: ann.id) == open)
        try await ann.does(.shareReceipts(false))
        try await ann.does(.showNoWordsInPushes)
        try await ann.does(.block(ben.id))
        var mine = open
        mine.sendsReceipts = false
        mine.previews = "never"
        mine.blocked = [Face(user: ben.id, name: "Ben")]
        #expect(try backend.privacy(of: ann.id) == mine)
        #expect(try backend.privacy(of: ben.id) == open)
        try backend.reopen()
        #expect(try backend.privacy(of: ann.id) == mine)
        try backend.close()
    }
}
