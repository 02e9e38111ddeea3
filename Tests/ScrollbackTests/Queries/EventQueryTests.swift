import DomainSupport
import EventLog
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `What the operator is shown of the log` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func events(_ query: EventsQuery) throws -> EventPage {
        var evaluator = try store.operated()
        return try evaluator.answer(query)
    }

    /// All pages of a query, each of which has to begin where the one before said.
    private func pages(_ query: EventsQuery) throws -> [EventPage] {
        var query = query
        var pages: [EventPage] = []
        while true {
            let page = try events(query)
            pages.append(page)
            guard let next = page.next else { return pages }
            query.from = next
        }
    }

    private func value(_ name: String, _ fields: DescribedFields?) -> DescribedValue? {
        fields?.fields.first { $0.name == name }?.value
    }

    private func content(_ item: EventItem?) -> DescribedFields? {
        guard case .described(let fields)? = item?.content else { return nil }
        return fields
    }

    private func refusedField(limit: Int) throws -> String? {
        let evaluator = try store.operated()
        return refusal { () throws(QueryError) in
            _ = try evaluator.events(.init(limit: limit))
        }?.field
    }

    private func fill() async throws {
        try await store.name(ann, "Ann", username: "ann")
        try await store.createTeam(title: "Team")
        for name in ["one", "two", "three"] { try await store.send(ben, name) }
        _ = try await store.startDirect(ann, with: dua)
        try await store.arrange(ben, .pin)
        try await store.does(
            ann,
            .recordCustom(RecordCustom(type: "vote", conversation: team, data: "yes"))
        )
    }

    @Test func `is every event, oldest first, page by page`() async throws {
        try await fill()
        let size = try store.operated().position.rawValue
        let whole = try events(.init(limit: 500))
        #expect(whole.items.map(\.position.rawValue) == Array(1...size))
        #expect(whole.next == nil)
        for limit in [1, 2, 7] {
            let pages = try pages(.init(limit: limit))
            #expect(pages.flatMap(\.items) == whole.items)
            #expect(pages.dropLast().allSatisfy { $0.items.count == limit })
        }
        #expect(whole.items.first?.type == "logCreated")
        let times = whole.items.map(\.recorded)
        #expect(times == times.sorted())
    }

    @Test func `is what stands between two positions, both included`() async throws {
        try await fill()
        let size = try store.operated().position
        func found(_ from: UInt64?, _ until: UInt64?) throws -> [UInt64] {
            try events(.init(from: from.map(Position.init), until: until.map(Position.init)))
                .items.map(\.position.rawValue)
        }
        #expect(try found(3, 5) == [3, 4, 5])
        #expect(try found(4, 4) == [4])
        #expect(try found(0, 1) == [1])
        #expect(try found(nil, 0) == [])
        #expect(try found(size.rawValue, nil) == [size.rawValue])
        #expect(try found(size.rawValue + 1, nil) == [])
        #expect(try found(size.rawValue, .max) == [size.rawValue])
        let evaluator = try store.operated()
        let refusal = refusal { () throws(QueryError) in
            _ = try evaluator.events(.init(from: Position(5), until: Position(4)))
        }
        #expect(refusal?.code == .invalidRequest)
        for limit in [0, 501, -1] {
            #expect(try refusedField(limit: limit) == "limit")
        }
    }

    @Test func `is one stream's where one is named, from any position on`() async throws {
        try await fill()
        let all = try events(.init(limit: 500)).items
        for stream in [Messaging.Stream.conversation(team), .user(ben), .user(ann)] {
            let expected = all.filter { $0.stream == stream }
            #expect(!expected.isEmpty)
            #expect(try events(.init(stream: stream, limit: 500)).items == expected)
            #expect(try pages(.init(stream: stream, limit: 1)).flatMap(\.items) == expected)
            for from in all.map(\.position) {
                let found = try events(.init(from: from, stream: stream, limit: 500)).items
                #expect(found == expected.filter { $0.position >= from })
                let before = try events(.init(until: from, stream: stream, limit: 500)).items
                #expect(before == expected.filter { $0.position <= from })
            }
            #expect(expected.map(\.version.rawValue) == Array(1...UInt64(expected.count)))
            let leaves = expected.map { Optional($0.leaf) }
            #expect(expected.map(\.previous) == [nil] + leaves.dropLast())
        }
        #expect(try events(.init(stream: .user(outsider))) == EventPage())
        let evaluator = try store.operated()
        let refusal = refusal { () throws(QueryError) in
            _ = try evaluator.events(.init(stream: .conversation(.named("nowhere"))))
        }
        #expect(refusal?.code == .notFound)
    }

    @Test func `is of one type where one is named`() async throws {
        try await fill()
        let sent = try events(.init(types: [48]))
        #expect(sent.items.map(\.type) == ["messageSent", "messageSent", "messageSent"])
        #expect(sent.next == nil)
        #expect(try pages(.init(types: [48], limit: 2)).flatMap(\.items) == sent.items)
        #expect(try events(.init(stream: .user(ann), types: [48])).items == [])
        #expect(try events(.init(types: [25])).items.map(\.type) == ["customRecorded"])
    }

    @Test func `is refused where no type is named`() async throws {  // D-118
        try await fill()
        let evaluator = try store.operated()
        let refusal = refusal { () throws(QueryError) in
            _ = try evaluator.events(.init(types: []))
        }
        #expect(refusal?.code == .invalidRequest && refusal?.field == "types")
    }

    @Test func `is what somebody did, or what concerns them or names a message`() async throws {
        // Q27 D-118
        try await fill()
        try await store.does(cem, .react(React(message: .named("two"), reaction: "love")))
        try await store.edit(ben, "two")
        try await store.does(
            ann,
            .send(
                SendMessage(
                    conversation: team,
                    message: .named("reply"),
                    text: "yes",
                    replyTo: .named("two")
                )
            )
        )
        let all = try events(.init(limit: 500)).items
        let done = all.filter { $0.actor == ben }
        #expect(done.count >= 5)
        #expect(try events(.init(actor: ben, limit: 500)).items == done)
        #expect(try pages(.init(actor: ben, limit: 1)).flatMap(\.items) == done)
        #expect(
            try events(.init(actor: ben, types: [48], limit: 500)).items
                == done.filter { $0.type == "messageSent" }
        )
        let named = try events(.init(message: .named("two"), limit: 500)).items.map(\.type)
        #expect(named == ["messageSent", "reactionSet", "messageEdited", "messageSent"])
        #expect(
            try events(.init(actor: ann, message: .named("two"))).items.map(\.actor) == [ann]
        )
        // Who was made a member, and what stands in one's own stream.
        let concerning = try events(.init(concerning: ben, limit: 500)).items
        #expect(concerning.contains { $0.type == "participantAdded" && $0.actor == ann })
        #expect(concerning.contains { $0.type == "pinned" && $0.stream == .user(ben) })
        #expect(!concerning.contains { $0.type == "messageSent" })
        #expect(try events(.init(actor: outsider)) == EventPage())
        #expect(try events(.init(message: .named("nothing"))) == EventPage())
        #expect(
            try events(.init(stream: .conversation(team), actor: ben, limit: 500)).items
                == done.filter { $0.stream == .conversation(team) }
        )
    }

    @Test func `is found though it names more people than an outline has room for`()
        async throws
    {  // D-118
        try await store.createTeam()
        let people = (0..<9).map { UserID.named("person \($0)") }
        let text = people.map { "@[\($0)]" }.joined(separator: " ")
        try await store.does(
            ben,
            .send(SendMessage(conversation: team, message: .named("many"), text: text))
        )
        try await store.send(ben, "one")
        for user in people {
            let found = try events(.init(concerning: user, limit: 500)).items
            #expect(found.map(\.type) == ["messageSent"])
        }
    }

    @Test func `is what was recorded between two times, or is the store's own`() async throws {
        // Q27 D-118
        try await fill()
        let all = try events(.init(limit: 500)).items
        let (from, until) = (all[all.count / 3].recorded, all[all.count * 2 / 3].recorded)
        #expect(
            try events(.init(fromTime: from, untilTime: until, limit: 500)).items
                == all.filter { from <= $0.recorded && $0.recorded < until }
        )
        #expect(
            try events(.init(untilTime: until, actor: ben, limit: 500)).items
                == all.filter { $0.recorded < until && $0.actor == ben }
        )
        #expect(try events(.init(untilTime: all[0].recorded)) == EventPage())
        try await store.operates(.appointModerator(AppointModerator(user: dua)))
        let own = try events(.init(stream: .store, limit: 500)).items
        #expect(own.first?.type == "logCreated" && own.last?.type == "moderatorAppointed")
        #expect(own.allSatisfy { $0.stream == .store })
        let evaluator = try store.operated()
        let refused = refusal { () throws(QueryError) in
            _ = try evaluator.events(.init(fromTime: until, untilTime: from))
        }
        #expect(refused == .request(.rangeIsReversed))
    }

    @Test func `says what people wrote only when asked for, and nothing that was erased`()
        async throws
    {
        try await fill()
        try await store.operates(
            .erase(Erase(target: .message(.named("two")), basis: "b", reason: "r"))
        )
        let plain = try events(.init(types: [48])).items
        #expect(plain.map(\.content) == [nil, nil, nil])
        #expect(plain.map(\.isErased) == [false, true, false])
        #expect(plain.allSatisfy { $0.seal != nil })
        let whole = try events(.init(types: [48], showsContent: true)).items
        #expect(
            whole.map { value("text", content($0)) } == [.text("one"), nil, .text("three")]
        )
        #expect(whole.map(\.isErased) == [false, true, false])
        // The structure stays.
        #expect(value("message", whole[1].fields) == .id(MessageID.named("two").rawValue))
        let custom = try events(.init(types: [25], showsContent: true)).items.first
        #expect(value("type", custom?.fields) == .text("vote"))
        #expect(value("data", content(custom)) == .text("yes"))
        let profile = try events(.init(types: [80], showsContent: true)).items.first
        #expect(value("fullName", content(profile)) == .text("Ann"))
        // The first event's content is no message, but the log's own id.
        let genesis = try events(.init(limit: 1, showsContent: true)).items.first
        guard case .opaque(let bytes)? = genesis?.content else {
            Issue.record("The first event has content.")
            return
        }
        #expect(bytes.count == 16)
    }

    @Test func `ends a page where it grows too large, and goes on there`() async throws {
        try await store.operates(.configure(Configure(textLimit: 65_536)))
        try await store.createTeam()
        let text = String(repeating: "x", count: 65_000)
        for number in 0..<70 {
            let message = SendMessage(
                conversation: team,
                message: .named("long \(number)"),
                text: text
            )
            try await store.does(ann, .send(message))
        }
        let first = try events(.init(types: [48], limit: 500, showsContent: true))
        #expect(first.items.count < 70 && first.items.count > 60)
        #expect(first.next != nil)
        let all = try pages(.init(types: [48], limit: 500, showsContent: true)).flatMap(\.items)
        #expect(all.count == 70)
        #expect(try events(.init(types: [48], limit: 500)).items.count == 70)
    }
}
