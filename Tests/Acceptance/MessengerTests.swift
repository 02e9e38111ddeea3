import Testing

/// Groups first, all media, blocking, reporting, and a push for users who are away.
@Suite struct `S4: the messenger runs on the log` {
    @Test(arguments: Route.allCases)
    func `texts go both ways, between two and in a group`(route: Route) async throws {
        // TEST-23
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        let direct = try await ann.meets(ben)
        let group = try await ann.gathers([ben, cem], title: "Friends")
        for chat in [direct, group] {
            try await ann.sends("Hi Ben", to: chat)
            try await ben.sends("Hi Ann", to: chat)
            for viewer in [ann, ben] {
                let entries = try viewer.entries(of: chat).filter { $0.kind == "text" }
                #expect(entries.map(\.text) == ["Hi Ben", "Hi Ann"])
                #expect(entries.map(\.senderName) == ["Ann", "Ben"])
            }
        }
        try await cem.sends("Hi all", to: group)
        #expect(try ann.texts(in: group) == ["Hi Ben", "Hi Ann", "Hi all"])
        #expect(try ann.row(of: direct)?.title == "Ben")
        #expect(try cem.row(of: group)?.title == "Friends")
        #expect(try cem.list().map(\.conversation) == [group])
        #expect(try ann.list(search: "FRIEN").map(\.conversation) == [group])
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a group grows, shrinks, and is closed by the last who leaves`(
        route: Route
    ) async throws {  // TEST-24 C24 D-17
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Dua")
        let (ann, ben, cem, dua) = (people[0], people[1], people[2], people[3])
        let group = try await ann.gathers([ben, cem], title: "Project")
        try await ann.does(.add(dua.id, to: group))
        let welcome = try await ann.sends("Welcome", to: group)
        #expect(try dua.texts(in: group) == ["Welcome"])
        #expect(try dua.unread(in: group) == 1)
        try await ann.does(.remove(cem.id, from: group))

        // The creator leaves; who was there longest takes over.
        try await ann.does(.leave(group))
        let members = try backend.members(of: group, for: ben.id)
        #expect(members.map(\.user) == [ben.id, dua.id])
        #expect(members.map(\.role) == ["creator", "member"])
        let draft = Draft(id: freshID(), conversation: group, text: "One more thing")
        #expect(try await ann.isRefused(.send(draft)) == "notAMember")
        #expect(try ann.row(of: group)?.membership == "left")
        #expect(try ann.entry(welcome).text == "Welcome", "what was seen stays")

        try await dua.does(.leave(group))
        try await ben.does(.leave(group))
        let row = try #require(try ben.row(of: group))
        #expect(row.isClosed && row.membership == "left")
        #expect(try ben.list().isEmpty && ben.list("former").map(\.conversation) == [group])
        for person in people {
            let code = try await person.isRefused(.send(draft))
            #expect(code == "notAMember", "\(person.name)")
        }
        #expect(try ben.texts(in: group) == ["Welcome"])
        #expect(try ben.entries(of: group).last?.system?.text == "You left the group")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `images, places, sounds and links are sent and seen`(route: Route) async throws {
        // TEST-25
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben")
        let (ann, ben) = (people[0], people[1])
        let chat = try await ann.meets(ben)
        func sound(_ seconds: Double?) -> Deed {
            var draft = Draft(id: freshID(), conversation: chat)
            draft.attachments = [File(kind: "audio", url: "sounds/1.m4a", seconds: seconds)]
            return .send(draft)
        }
        for seconds in [119.0, 120] {
            let sent = try await ann.does(sound(seconds))
            let entry = try ben.entry(sent)
            #expect(entry.kind == "audio" && entry.attachments.first?.seconds == seconds)
        }
        for seconds in [120.001, 121, nil] as [Double?] {
            #expect(try await ann.isRefused(sound(seconds)) == "invalidAttachment")
        }

        var image = Draft(id: freshID(), conversation: chat, text: "Us")
        image.attachments = (1...10).map { number in
            File(kind: "image", url: "images/\(number).jpg", thumbnail: "images/\(number)_s.jpg")
        }
        #expect(try ben.entry(try await ann.does(.send(image))).attachments == image.attachments)
        image.id = freshID()
        image.attachments.append(File(kind: "image", url: "images/11.jpg"))
        #expect(try await ann.isRefused(.send(image)) == "invalidAttachment")

        var place = Draft(id: freshID(), conversation: chat)
        place.place = Spot(latitude: 52.5, longitude: 13.25, name: "Café", address: "Allee 1")
        let here = try ben.entry(try await ann.does(.send(place)))
        #expect(here.kind == "location" && here.place == place.place)
        #expect(try ben.row(of: chat)?.last?.preview == "Location")

        let link = try await ann.sends("Look: https://example.org/a", to: chat)
        #expect(try ben.entry(link).link == nil)
        let watched = try ben.present()
        try await ann.does(
            .describeLink(
                of: link.message ?? "",
                url: "https://example.org/a",
                title: "An example"
            )
        )
        let later = try ben.news(since: watched).items
        #expect(later.map(\.type) == ["edited"])
        #expect(
            later.first?.entry?.link
                == Entry.Link(url: "https://example.org/a", title: "An example")
        )
        #expect(try ben.entry(link).text == "Look: https://example.org/a")
        #expect(try ben.entry(link).edits == 0, "what was found out is no edit")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `messages are answered, deleted and reported, and people blocked`(
        route: Route
    ) async throws {  // TEST-26 D-18
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Mod")
        let (ann, ben, cem, moderator) = (people[0], people[1], people[2], people[3])
        let direct = try await ann.meets(ben)
        let rude = try await ben.sends("You fool", to: direct)
        let answer = try await ann.sends("Pardon?", to: direct, replyingTo: rude)
        #expect(try ben.entry(answer).replyTo?.preview == "You fool")

        try await backend.operates(.appointModerator(moderator.id))
        #expect(try ann.isDenied { try backend.reports(for: ann.id) } == "permissionDenied")
        let onMessage = try await ann.does(.reportMessage(rude.message ?? ""))
        let onPerson = try await ann.does(.reportUser(ben.id))
        let reports = try backend.reports(for: moderator.id)
        #expect(reports.map(\.report) == [onPerson.report, onMessage.report])
        #expect(reports.map(\.status) == ["open", "open"])
        #expect(reports.allSatisfy { $0.user == ben.id && $0.reporter == ann.id })
        #expect(reports.last?.message == rude.message && reports.last?.preview == "You fool")

        try await ben.does(.delete(rude.message ?? ""))
        let placeholder = try ann.entry(rude)
        #expect(placeholder.isDeleted && placeholder.text == nil && placeholder.ordinal == 1)
        let quote = try #require(try ann.entry(answer).replyTo)
        #expect(quote.isDeleted && quote.preview == nil)

        let shared = try await cem.gathers([ann, ben])
        let bens = try await ben.gathers([cem, moderator])
        #expect(try backend.profile(of: ann.id, for: ben.id).fullName == "Ann")
        try await ann.does(.block(ben.id))
        let draft = Draft(id: freshID(), conversation: direct, text: "Sorry")
        #expect(try await ben.isRefused(.send(draft)) == "blocked")
        #expect(try ben.objection(to: "send", in: direct) == "blocked")
        #expect(try await ben.isRefused(.add(ann.id, to: bens)) == "blocked")
        let trap = Deed.createGroup(id: freshID(), title: nil, members: [ann.id, cem.id])
        #expect(try await ben.isRefused(trap) == "blocked")
        #expect(
            try ben.isDenied { try backend.profile(of: ann.id, for: ben.id) } == "notFound"
        )
        #expect(try !ann.list().map(\.conversation).contains(direct))
        // What they share with others goes on.
        let fine = try await ben.sends("Hello all", to: shared)
        #expect(try ann.entry(fine).text == "Hello all")
        try backend.close()
    }

    // PERF-19
    @Test(arguments: Route.allCases)
    func `a thousand messages among sixty people stay right`(route: Route) async throws {
        // TEST-27 PART-32
        let backend = try route.open()
        let ann = try await backend.person("Ann")
        let others = (1...59).map { number in
            Person(id: freshID(), name: "\(number)", backend: backend)
        }
        let group = try await ann.gathers(others, title: "Everybody")
        try await backend.operates(.liftRateLimit)
        let special = [
            String(repeating: "Long. ", count: 900) + "End", "🏳️‍🌈👩🏽‍🚀", "\"\\/\u{2028}\"", "Ω≈ç√",
            "a\nb", "𝕬𝖓𝖓", "ر‏ל",
        ]
        for text in special { try await ann.sends(text, to: group) }
        var sent = 0
        for round in 0..<21 {
            let wishes = (0..<50).map { number in
                let text = "\(round).\(number)"
                return others[(round + number) % others.count].wish(
                    .send(Draft(id: freshID(), conversation: group, text: text))
                )
            }
            let outcomes = try await backend.perform(wishes)
            sent += try outcomes.map { try $0.get() }.count
        }
        #expect(sent == 1_050)

        var (entries, window) = ([Entry](), Window(limit: 500))
        while true {
            let page = try backend.messages(in: group, window, for: ann.id)
            entries = page.items + entries
            guard let before = page.before else { break }
            window.place = .before(before)
        }
        #expect(entries.map(\.ordinal) == Array(1...1_058))
        #expect(Set(entries.map(\.message)).count == 1_058)
        #expect(entries.dropFirst().prefix(special.count).map(\.text) == special)
        #expect(entries.dropFirst().allSatisfy { $0.kind == "text" })
        #expect(try ann.portrait(of: group).memberCount == 60)
        #expect(try backend.members(of: group, for: ann.id).count == 60)

        let last = try await ann.sends("Read this", to: group)
        for reader in others.prefix(17) { try await reader.does(.markRead(group)) }
        let entry = try ann.entry(last)
        #expect(entry.readCount == 17 && entry.audience == 59)
        #expect(try ann.receipts(of: last).waiting.count == 42)
        #expect(try others[0].unread(in: group) == 0)
        try backend.close()
    }

    /// The client watches the one conversation that is on the screen.
    @Test(arguments: Route.allCases)
    func `hopping between conversations mixes nothing up`(route: Route) async throws {
        // TEST-28
        let backend = try route.open()
        let ann = try await backend.person("Ann")
        let others = try await backend.people("Ben", "Cem", "Dua", "Eli", "Fay")
        var (chats, known, told) = ([String](), [String: Int](), [String: [String]]())
        for other in others { chats.append(try await other.meets(ann)) }
        let start = try ann.present()
        for chat in chats { known[chat] = start }
        backend.clock.setStride(100)
        for hop in 0..<60 {
            _ = try await backend.perform(
                zip(others, chats).map { other, chat in
                    let text = "\(other.name) \(hop)"
                    let draft = Draft(id: freshID(), conversation: chat, text: text)
                    return other.wish(.send(draft))
                }
            )
            // Sometimes two screens in one breath, sometimes the same one again.
            for chat in [chats[hop % 5], chats[(hop * 3 + 1) % 5]] {
                let screen = try ann.watches(chat, since: known[chat])
                let missed = hop + 1 - told[chat, default: []].count
                let news = try await screen.next(missed)
                #expect(news.count == missed && news.allSatisfy { $0.conversation == chat })
                told[chat, default: []] += news.compactMap(\.entry?.text)
                let rest = try await screen.stop()
                #expect(rest.items.isEmpty)
                known[chat] = rest.next
            }
        }
        for (other, chat) in zip(others, chats) {
            let rest = try ann.news(since: known[chat] ?? 0, in: chat)
            told[chat, default: []] += rest.items.compactMap(\.entry?.text)
            #expect(told[chat] == (0..<60).map { "\(other.name) \($0)" })
        }
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `who is away is told by a push, with a badge`(route: Route) async throws {
        // TEST-29 D-31
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem", "Dua")
        let (ann, ben, cem, dua) = (people[0], people[1], people[2], people[3])
        let direct = try await ann.meets(ben)
        let group = try await ann.gathers([ben, cem, dua], title: "Friends")
        try await cem.does(.mute(group))
        try await dua.does(.showNoWordsInPushes)

        let hello = try await ann.sends("Are you up?", to: direct)
        #expect(
            try backend.pushes(at: hello.position) == [
                Push(
                    user: ben.id,
                    title: "Ann",
                    body: "Are you up?",
                    badge: 1,
                    threadID: "conversation-\(direct)",
                    category: "MESSAGE",
                    message: hello.message,
                    conversation: direct
                )
            ]
        )
        let all = try await ann.sends("Dinner at eight", to: group)
        let pushes = try backend.pushes(at: all.position)
        #expect(pushes.map(\.user) == [ben.id, dua.id], "who has muted is left alone")
        #expect(pushes.map(\.body) == ["Dinner at eight", "New message"])
        #expect(pushes.map(\.badge) == [2, 1])
        #expect(pushes.allSatisfy { $0.title == "Ann" && $0.subtitle == "Friends" })
        #expect(pushes.allSatisfy { $0.threadID == "conversation-\(group)" })

        // Back in the foreground, everything is read; the next push counts from there.
        try await ben.does(.markRead(direct))
        try await ben.does(.markRead(group))
        let love = try await ben.does(.react("love", to: all.message ?? ""))
        #expect(try backend.pushes(at: love.position).map(\.user) == [ann.id])
        #expect(try backend.pushes(at: love.position).map(\.category) == ["REACTION"])
        let again = try await ann.sends("Or nine?", to: direct)
        #expect(try backend.pushes(at: again.position).map(\.badge) == [1])
        let reading = try await ben.does(.markRead(direct))
        #expect(try backend.pushes(at: reading.position).isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a push says who is named, counts right and opens its conversation`(
        route: Route
    ) async throws {  // NOTIF-12 MENT-03
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        let group = try await ann.gathers([ben, cem], title: "Friends")
        let direct = try await ann.meets(ben)
        var stacks: [String: [String]] = [:]
        for (chat, text) in [(group, "One"), (direct, "Two"), (group, "@[\(ben.id)], three?")] {
            let sent = try await ann.sends(text, to: chat)
            let pushes = try backend.pushes(at: sent.position)
            #expect(pushes.map(\.user) == (chat == group ? [ben.id, cem.id] : [ben.id]))
            for push in pushes {
                // The badge is what the app counts itself.
                #expect(try push.badge == backend.totals(for: push.user).badge)
                #expect(push.isMentioned == (push.user == ben.id && text.contains("@")))
                #expect(push.body == text.replacing("@[\(ben.id)]", with: "@Ben"))
                // A tap opens the conversation at the message.
                let opened = try #require(push.conversation)
                let page = try backend.messages(in: opened, .newest, for: push.user)
                #expect(opened == chat && page.items.last?.message == push.message)
                #expect(push.message == sent.message)
            }
            if let push = pushes.first { stacks[push.threadID, default: []].append(push.body) }
        }
        #expect(stacks.values.map(\.count).sorted() == [1, 2], "one stack for each conversation")
        // Read on another device, it counts no more.
        try await ben.does(.markRead(group))
        let later = try await ann.sends("Four", to: direct)
        #expect(try backend.pushes(at: later.position).map(\.badge) == [2])
        try backend.close()
    }
}
