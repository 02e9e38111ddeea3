import TestSupport
import Testing

/// What a screen is told that follows in Swift or with the client for Python, or asks again over the
/// pipe.
@Suite(.timeLimit(.minutes(5))) struct `A screen that watches` {
    @Test(
        .enabled(
            if: try NeededTool.clientPython.isToBeUsed(),
            "there is no python3 of 3.9 or later: no story is told with the client for Python"
        )
    )
    func `follows with the client for Python too`() throws {
        #expect(Route.allCases.contains(.python))
        let backend = try Route.python.open()
        let screen = try backend.watch(since: 0, in: nil, for: freshID())
        #expect(screen is PythonWatcher)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `sees members come, change and go, and keeps their names`(route: Route) async throws {
        // PART-26 PART-31
        let backend = try route.open()
        let people = try await backend.people("Sarah", "Mike", "Tom", "Ann")
        let (sarah, mike, tom, ann) = (people[0], people[1], people[2], people[3])
        let group = try await sarah.gathers([mike, tom])
        let old = try await tom.sends("I was here", to: group)
        let screen = try mike.watches(group)
        func sees(_ person: Person, _ words: String?) async throws {
            let change = try #require(try await screen.next(1).first)
            #expect(change.type == "member" && change.user == person.id)
            #expect(change.entry?.system?.type == words)
        }
        func names() throws -> [String] {
            try backend.members(of: group, for: mike.id).map(\.name)
        }
        try await sarah.does(.add(ann.id, to: group))
        try await sees(ann, "user_added")
        #expect(try names() == ["Sarah", "Mike", "Tom", "Ann"])
        try await sarah.does(.allowEditing(of: group, by: ann.id))
        try await sees(ann, nil)
        try await sarah.does(.remove(tom.id, from: group))
        try await sees(tom, "user_removed")
        try await ann.does(.leave(group))
        try await sees(ann, "user_left")
        #expect(try names() == ["Sarah", "Mike"])

        // A former member has a name at old messages and entries, also a new one.
        #expect(try mike.entry(old).senderName == "Tom")
        try await tom.does(.setProfile(username: "tom", fullName: "Thomas"))
        #expect(try mike.entry(old).senderName == "Thomas")
        let told = try mike.entries(of: group).compactMap(\.system?.text)
        #expect(told.contains("Sarah removed Thomas"))

        try await sarah.does(.remove(mike.id, from: group))
        #expect(try await screen.next(2).map(\.type) == ["member", "ended"])
        try await sarah.sends("They are gone", to: group)
        #expect(try await screen.isOver())
        #expect(try await screen.stop().items.isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `is one of several, and each device of each member is told`(route: Route) async throws {
        // MSG-41
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        let group = try await ann.gathers([ben, cem])
        let aside = try await ann.meets(ben)
        let devices = try [ann, ann, ben, ben, cem].map { try $0.watches() }
        let screens = try [ann, ben, cem].map { try $0.watches(group) }
        let elsewhere = try ben.watches(aside)
        for sender in [ann, ben, cem] {
            let sent = try await sender.sends("From \(sender.name)", to: group)
            for screen in devices + screens {
                let told = try await screen.next(1)
                #expect(told.map(\.message) == [sent.message])
                #expect(told.first?.entry?.text == "From \(sender.name)")
            }
        }
        let aloneTogether = try await ann.sends("Between us", to: aside)
        #expect(try await elsewhere.next(1).map(\.message) == [aloneTogether.message])
        for screen in screens { #expect(try await screen.stop().items.isEmpty) }
        for device in devices.prefix(4) {
            #expect(try await device.next(1).map(\.message) == [aloneTogether.message])
        }
        #expect(try await devices[4].stop().items.isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `sees the list move as conversations begin and messages come`(
        route: Route
    ) async throws {  // LIST-20 LIST-21 LIST-26
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        #expect(try ben.list().isEmpty && ben.list(search: "Ann").isEmpty)
        let screen = try ben.watches()

        let group = try await ann.gathers([ben, cem], title: "Harbour")
        var told = try await screen.next(4)
        #expect(told.map(\.type) == ["conversation", "member", "member", "member"])
        #expect(told.first?.row?.title == "Harbour")
        #expect(try ben.list() == told.first?.row.map { [$0] })
        let direct = try await cem.meets(ben)
        #expect(try await screen.next(3).first?.row?.conversation == direct)
        #expect(try ben.list().map(\.conversation) == [direct, group])

        // A message moves its conversation to the top at once.
        for (sender, chat) in [(ann, group), (cem, direct), (ann, group)] {
            let sent = try await sender.sends("Up", to: chat)
            #expect(try await screen.next(1).map(\.message) == [sent.message])
            let top = try #require(try ben.list().first)
            #expect(top.conversation == chat && top.last?.message == sent.message)
        }
        let moment = try await backend.perform(
            [(ann, group), (cem, direct)].map { sender, chat in
                sender.wish(.send(Draft(id: freshID(), conversation: chat, text: "At once")))
            }
        )
        told = try await screen.next(2)
        #expect(try Set(told.map(\.message)) == Set(moment.map { try $0.get().message }))
        #expect(try ben.list().map(\.unread) == [2, 3] || ben.list().map(\.unread) == [3, 2])
        #expect(try ben.list(search: "harb").map(\.conversation) == [group])
        #expect(try ben.list(search: "cem").contains { $0.conversation == direct })
        #expect(try ben.list(search: "nothing of that").isEmpty)

        // What others read of one's own newest message shows in its row.
        let mine = try await ben.sends("Coming", to: group)
        #expect(try await screen.next(1).map(\.message) == [mine.message])
        for (reader, status) in [(ann, "sent"), (cem, "read")] {
            try await reader.does(.markRead(group))
            let receipt = try #require(try await screen.next(1).first)
            #expect(receipt.type == "receipt" && receipt.user == reader.id)
            #expect(try ben.row(of: group)?.last?.status == status)
        }
        // Who has written is shown online in the row.
        try await cem.does(.presence(isOnline: true))
        #expect(try await screen.shows(.presence(of: cem.id, isOnline: true)))
        #expect(try ben.row(of: direct)?.seen?.isOnline == true)
        // Gone for oneself, and back with the next message.
        try await ben.does(.hide(direct))
        told = try await screen.next(1)
        #expect(told.first?.matter == "hidden" && told.first?.row?.conversation == direct)
        #expect(try ben.list().map(\.conversation) == [group])
        try await cem.sends("Hello again", to: direct)
        #expect(try await screen.next(1).map(\.type) == ["message"])
        #expect(try ben.list().map(\.conversation) == [direct, group])
        #expect(try await screen.stop().items.isEmpty)
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `counts what is unread as messages come and are read`(route: Route) async throws {
        // UNREAD-06 UNREAD-12
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        let direct = try await ann.meets(ben)
        let group = try await ann.gathers([ben, cem])
        let (phone, tablet) = (try ben.watches(), try ben.watches())
        func counts() throws -> [Int?] {
            let totals = try backend.totals(for: ben.id)
            return try [
                ben.row(of: direct)?.unread, ben.row(of: group)?.unread, totals.total,
                totals.badge, ben.unread(in: direct) + ben.unread(in: group),
            ]
        }
        /// Both devices are told of the same change, and count the same.
        func told(_ direct: Int, _ group: Int) async throws -> Change? {
            let changes = (try await phone.next(1), try await tablet.next(1))
            #expect(changes.0 == changes.1 && changes.0.count == 1)
            let all = direct + group
            #expect(try counts() == [direct, group, all, all, all])
            return changes.0.first
        }
        try await ann.sends("One", to: direct)
        _ = try await told(1, 0)
        try await ann.sends("Two", to: direct)
        _ = try await told(2, 0)
        let lost = try await cem.sends("Three", to: group)
        _ = try await told(2, 1)
        // Reading on one device counts on the other.
        try await ben.does(.markRead(direct))
        let read = try await told(0, 1)
        #expect(read?.matter == "read" && read?.row?.unread == 0)
        // A deleted message is not unread, and an answer reads what was before it.
        try await cem.does(.delete(lost.message ?? ""))
        #expect(try await told(0, 0)?.type == "deleted")
        try await ann.sends("Four", to: group)
        _ = try await told(0, 1)
        try await ben.sends("Five", to: group)
        _ = try await told(0, 0)
        #expect(try ann.unread(in: group) == 1 && cem.unread(in: group) == 2)
        for screen in [phone, tablet] { #expect(try await screen.stop().items.isEmpty) }
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `begins with the newest fifty and changes them as it is told`(
        route: Route
    ) async throws {  // LIVE-18 LIVE-13
        let backend = try route.open()
        let people = try await backend.people("Ada", "Bob")
        let (ada, bob) = (people[0], people[1])
        let chat = try await ada.meets(bob)
        try await backend.operates(.liftRateLimit)
        let outcomes = try await backend.perform(
            (1...55).map { number in
                let draft = Draft(id: freshID(), conversation: chat, text: "\(number)")
                return (number.isMultiple(of: 2) ? ada : bob).wish(.send(draft))
            }
        )
        let known = try bob.present()
        var shown = try backend.messages(in: chat, .newest, for: bob.id).items
        #expect(shown.count == 50 && outcomes.count == 55)

        let screen = try bob.watches(chat, since: known)
        /// Takes the next change over into what is shown.
        func told(_ type: String) async throws {
            let change = try #require(try await screen.next(1).first)
            #expect(change.type == type)
            let id = try #require(change.message)
            let entry = try change.entry ?? bob.entry(id)
            if let place = shown.firstIndex(where: { $0.message == id }) {
                shown[place] = entry
            } else {
                shown.append(entry)
            }
            // A receipt is about all earlier messages too, also one that comes with a message.
            let reached = type == "receipt" ? id : change.readUpTo
            if let end = shown.firstIndex(where: { $0.message == reached }) {
                for place in 0...end where shown[place].sender == bob.id {
                    shown[place] = try bob.entry(shown[place].message)
                }
            }
            let newest = try backend.messages(in: chat, Window(limit: 60), for: bob.id).items
            let isSame = shown == newest.suffix(shown.count)
            #expect(isSame, "after \(type)")
        }
        func newest(by person: Person) throws -> String {
            try #require(shown.last { $0.sender == person.id }).message
        }
        try await ada.sends("New", to: chat)
        try await told("message")
        try await ada.does(.edit(newest(by: ada), to: "Newer"))
        try await told("edited")
        #expect(shown.last?.text == "Newer")
        try await ada.does(.react("love", to: newest(by: bob)))
        try await told("reaction")
        try await bob.sends("Mine", to: chat)
        try await told("message")
        try await ada.does(.markDelivered(chat, upTo: newest(by: bob)))
        try await told("receipt")
        #expect(shown.last?.status == "delivered")
        try await ada.does(.markRead(chat))
        try await told("receipt")
        #expect(shown.last?.status == "read")
        try await ada.does(.delete(newest(by: ada)))
        try await told("deleted")
        #expect(shown.dropLast().last?.isDeleted == true)
        try await ada.does(.typing(true, in: chat))
        #expect(try await screen.shows(.typing([ada.id], in: chat)))

        // Closed, it is told nothing, and the next one everything.
        let last = try await screen.stop()
        #expect(last.items.isEmpty)
        try await ada.sends("Too late", to: chat)
        #expect(try await screen.next(0).isEmpty)
        let later = try bob.watches(chat, since: last.next)
        #expect(try await later.next(1).map(\.entry?.text) == ["Too late"])
        _ = try await later.stop()
        try backend.close()
    }

    @Test(arguments: Route.allCases)
    func `is replaced by the next one, which goes on where it ended`(
        route: Route
    ) async throws {  // LIVE-14
        let backend = try route.open()
        let people = try await backend.people("Ann", "Ben", "Cem")
        let (ann, ben, cem) = (people[0], people[1], people[2])
        let (first, second) = (try await ann.meets(ben), try await cem.meets(ben))
        let open = try ben.watches(first)
        try await cem.sends("Elsewhere", to: second)
        try await ann.sends("One", to: first)
        #expect(try await open.next(1).map(\.entry?.text) == ["One"])
        let left = try await open.stop()
        #expect(left.items.isEmpty)

        let other = try ben.watches(second, since: left.next)
        try await ann.sends("Two", to: first)
        try await cem.sends("Here", to: second)
        #expect(try await other.next(1).map(\.entry?.text) == ["Here"])
        #expect(try await other.stop().items.isEmpty)

        let again = try ben.watches(first, since: left.next)
        #expect(try await again.next(1).map(\.entry?.text) == ["Two"])
        let replaced = try await again.stop()
        let screens = try [first, first, second].map {
            try ben.watches($0, since: replaced.next)
        }
        try await ann.sends("Three", to: first)
        for screen in screens.prefix(2) {
            #expect(try await screen.next(1).map(\.entry?.text) == ["Three"])
        }
        // All of them close, whichever has something to say.
        for screen in screens {
            let rest = try await screen.stop()
            #expect(rest.items.allSatisfy { $0.conversation == second })
        }
        try backend.close()
    }
}
