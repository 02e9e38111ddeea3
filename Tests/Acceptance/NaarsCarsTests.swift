import Testing

/// Direct, group and request chats with permissions, tapbacks and receipts.
///
/// Where a row subscribes, the client pulls: it knows a position, and is told what changed behind
/// it. Who watches is told by the same function.
@Suite struct `S0: Naar's Cars runs on the log` {
    @Test(arguments: Route.allCases)
    func `Sarah writes to Mike, and it is still there after a restart`(
        route: Route
    ) async throws {  // TEST-01
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike")
        let (sarah, mike) = (people[0], people[1])
        let watched = try mike.present()

        let chat = try await sarah.meets(mike)
        let hello = try await sarah.sends("Are you free tomorrow?", to: chat)

        let news = try mike.news(since: watched)
        #expect(news.items.map(\.type) == ["conversation", "member", "member", "message"])
        #expect(news.items.last?.entry?.text == "Are you free tomorrow?")
        #expect(news.items.last?.position == hello.position)
        #expect(news.next == hello.position)
        #expect(try mike.unread(in: chat) == 1)
        #expect(try sarah.unread(in: chat) == 0)

        let seen = try (mike.entries(of: chat), mike.list(), sarah.list())
        try backend.reopen()
        #expect(try mike.entries(of: chat) == seen.0)
        #expect(try mike.list() == seen.1)
        #expect(try sarah.list() == seen.2)
        #expect(try mike.unread(in: chat) == 1)
        #expect(try mike.news(since: watched) == news)
        // There is one conversation of the two, even if both begin it at the same moment.
        let begun = try await backend.perform([
            mike.wish(.startDirect(with: sarah.id)), sarah.wish(.startDirect(with: mike.id)),
        ])
        #expect(try begun.map { try $0.get().conversation } == [chat, chat])  // CONV-14
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a group changes, and only who may change it does`(route: Route) async throws {
        // TEST-02
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom", "Ann")
        let (sarah, mike, tom, ann) = (people[0], people[1], people[2], people[3])
        let group = try await sarah.gathers([mike, tom])
        #expect(try sarah.portrait(of: group).memberCount == 3)

        for (deed, action, other) in [
            (Deed.add(ann.id, to: group), "add", ann as Person?),
            (.remove(tom.id, from: group), "remove", tom),
            (.rename(group, to: "Mine"), "rename", nil),
        ] {
            #expect(try await mike.isRefused(deed) == "permissionDenied")
            #expect(try mike.objection(to: action, in: group, with: other) == "permissionDenied")
        }
        let ofCreator = Deed.remove(sarah.id, from: group)
        #expect(try await mike.isRefused(ofCreator) == "permissionDenied")

        try await sarah.does(.add(ann.id, to: group))
        try await sarah.does(.remove(tom.id, from: group))
        try await sarah.does(.rename(group, to: "Airport"))
        try await sarah.does(.allowEditing(of: group, by: mike.id))
        try await mike.does(.rename(group, to: "Airport at six"))
        #expect(try await mike.isRefused(.add(tom.id, to: group)) == "permissionDenied")

        let story = try ann.entries(of: group)
        #expect(story.allSatisfy { $0.kind == "system" })
        #expect(
            story.map { $0.system?.type } == [
                "conversation_created", "user_added", "user_removed", "conversation_renamed",
                "conversation_renamed",
            ]
        )
        #expect(
            story.map { $0.system?.text } == [
                "Sarah created the group", "Sarah added you", "Sarah removed Tom",
                "Sarah changed the group name to 'Airport'",
                "Mike changed the group name to 'Airport at six'",
            ]
        )
        #expect(story.map(\.ordinal) == Array(1...5))
        let members = try backend.members(of: group, for: ann.id)
        #expect(members.map(\.name) == ["Sarah", "Mike", "Ann"])
        #expect(members.map(\.role) == ["creator", "member", "member"])
        // Tom keeps what was there when he was removed.
        #expect(try tom.entries(of: group).count == 3)
        #expect(try tom.row(of: group)?.membership == "removed")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `an image comes with its URLs, and not without`(route: Route) async throws {
        // TEST-03 D-67
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike")
        let (sarah, mike) = (people[0], people[1])
        let chat = try await sarah.meets(mike)
        var draft = Draft(id: freshID(), conversation: chat)
        draft.attachments = [File(kind: "image", url: "", thumbnail: "messages/1_thumb.jpg")]
        #expect(try await sarah.isRefused(.send(draft)) == "invalidAttachment")
        draft.attachments[0].url = "messages/1.jpg"
        draft.attachments[0].thumbnail = ""
        #expect(try await sarah.isRefused(.send(draft)) == "invalidAttachment")
        #expect(try mike.row(of: chat)?.last == nil, "what was refused left no trace")
        draft.attachments[0].thumbnail = "messages/1_thumb.jpg"
        let image = try await sarah.does(.send(draft))

        let entry = try mike.entry(image)
        #expect(entry.kind == "image" && entry.text == nil)
        #expect(entry.attachments == draft.attachments)
        #expect(try mike.row(of: chat)?.last?.preview == "Photo")
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `a stranger is refused everything, and nobody speaks for another`(
        route: Route
    ) async throws {  // TEST-04 D-08
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom", "Eve")
        let (sarah, mike, tom, eve) = (people[0], people[1], people[2], people[3])
        let group = try await sarah.gathers([mike, tom])
        let hello = try await sarah.sends("Hello", to: group)
        let message = hello.message ?? ""

        let draft = Draft(id: freshID(), conversation: group, text: "Let me in")
        for deed in [
            Deed.send(draft), .react("love", to: message), .markRead(group),
            .markDelivered(group, upTo: message), .add(eve.id, to: group), .leave(group),
            .rename(group, to: "Eve's"), .edit(message, to: "Eve was here"), .delete(message),
        ] {
            #expect(try await eve.isRefused(deed) == "notFound", "\(deed)")
        }
        #expect(try eve.isDenied { try eve.entries(of: group) } == "notFound")
        #expect(try eve.isDenied { try eve.entry(message) } == "notFound")
        #expect(try eve.isDenied { try eve.unread(in: group) } == "notFound")
        #expect(try eve.isDenied { try eve.news(since: 0, in: group) } == "notFound")
        #expect(try eve.list("all").isEmpty)

        // A message is its sender's: its words, and its id.
        #expect(try await mike.isRefused(.edit(message, to: "Bye")) == "notTheSender")
        let stolen = Draft(id: message, conversation: group, text: "Hello")
        #expect(try await mike.isRefused(.send(stolen)) == "idempotencyConflict")
        #expect(try mike.isDenied { try mike.receipts(of: hello) } == "notTheSender")
        if let pipe = backend as? PipeBackend {
            let asAnother = try pipe.refusal(of: [
                "as": mike.id, "do": "send", "conversation": group, "text": "I am Sarah",
                "sender": sarah.id,
            ])
            #expect(asAnother == "invalidRequest")
        }
        #expect(try tom.texts(in: group) == ["Hello"])
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `who is removed while watching is told the end, and nothing after`(
        route: Route
    ) async throws {  // TEST-05
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom")
        let (sarah, mike, tom) = (people[0], people[1], people[2])
        let group = try await sarah.gathers([mike, tom])
        try await sarah.sends("Before", to: group)
        let watched = try mike.present()

        let removal = try await sarah.does(.remove(mike.id, from: group))
        let after = try await sarah.sends("After", to: group)

        let news = try mike.news(since: watched)
        #expect(news.items.map(\.type) == ["member", "ended"])
        #expect(news.items.allSatisfy { $0.position == removal.position })
        try await tom.sends("Much later", to: group)
        #expect(try mike.news(since: news.next).items.isEmpty)
        #expect(try mike.isDenied { try mike.entry(after) } == "notFound")
        #expect(try mike.texts(in: group) == ["Before"])
        let draft = Draft(id: freshID(), conversation: group, text: "Why?")
        #expect(try await mike.isRefused(.send(draft)) == "notAMember")
        #expect(try mike.list().isEmpty)
        #expect(try mike.list("former").map(\.membership) == ["removed"])
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `the same message delivered twice is one message`(route: Route) async throws {
        // TEST-06
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike")
        let (sarah, mike) = (people[0], people[1])
        let chat = try await sarah.meets(mike)
        let draft = Draft(id: freshID(), conversation: chat, text: "Once")
        let first = try await sarah.does(.send(draft))
        let twice = try await backend.perform([
            sarah.wish(.send(draft)), sarah.wish(.send(draft)),
        ])
        #expect(try twice.map { try $0.get() } == [first, first])
        try backend.reopen()
        #expect(try await sarah.does(.send(draft)) == first)
        var other = draft
        other.text = "Twice"
        #expect(try await sarah.isRefused(.send(other)) == "idempotencyConflict")
        #expect(try mike.texts(in: chat) == ["Once"])
        #expect(try mike.unread(in: chat) == 1)
        try backend.close()
    }
}
