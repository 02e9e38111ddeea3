import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `A user's list of conversations` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    /// Groups named by number, each with one message, the last one newest.
    private func createGroups(_ count: Int) async throws -> [ConversationID] {
        var ids: [ConversationID] = []
        for number in 0..<count {
            let id = ConversationID.named("group \(number)")
            try await store.createTeam(title: "Group \(number)", as: id)
            try await store.send(ben, "hello \(number)", in: id)
            ids.append(id)
        }
        return ids
    }

    // CONV-38
    @Test func `has the latest activity first, pinned ones before, and a rename moves nothing`()
        async throws
    {  // D-24 D-25 C26
        let ids = try await createGroups(3)
        try await store.does(ann, .rename(Rename(conversation: ids[0], title: "Other")))
        #expect(try store.list(ann).map(\.conversation) == ids.reversed())
        try await store.arrange(ann, .pin, ids[0])
        #expect(try store.list(ann).map(\.conversation) == [ids[0], ids[2], ids[1]])
        #expect(try store.list(ben).map(\.conversation) == ids.reversed())
    }

    // EDIT-12
    @Test func `moves a conversation back when its newest message is deleted`() async throws {
        // D-24
        let ids = try await createGroups(2)
        let before = try store.row(ann, ids[1])
        try await store.delete(ben, "hello 1")
        let row = try store.row(ann, ids[1])
        #expect(row.lastActivityAt < before.lastActivityAt)
        // Nothing was said any more: the creation counts, and is what is shown.
        #expect(row.last?.kind == nil && row.last?.preview == "You created this group")
        #expect(row.last?.at == row.lastActivityAt)
        #expect(try store.list(ann).map(\.conversation) == ids.reversed())
        try await store.send(ann, "later", in: ids[0])
        #expect(try store.list(ann).map(\.conversation) == ids)
    }

    @Test(arguments: [false, true])
    func `shows the newest entry that is left of many`(isErased: Bool) async throws {
        let id = try await createGroups(1)[0]
        for number in 0..<30 { try await store.send(ben, "early \(number)", in: id) }
        let before = try store.row(ann, id)
        #expect(before.last?.preview == "early 29")
        try await store.does(ann, .rename(Rename(conversation: id, title: "Other")))
        let renamed = try store.row(ann, id)
        for number in 0..<30 { try await store.send(ben, "late \(number)", in: id) }
        func remove(_ name: String) async throws {
            guard isErased else { return try await store.delete(ben, name) }
            let target = Erase.Target.message(.named(name))
            let erase = Erase(target: target, basis: "b", reason: "r")
            try await store.operates(.erase(erase))
        }
        for number in 0..<30 { try await remove("late \(number)") }
        for user in [ann, ben, cem] {
            let row = try store.row(user, id)
            #expect(row.last?.at == renamed.last?.at && row.last?.kind == nil)
            #expect(row.lastActivityAt == before.lastActivityAt)
        }
        for number in 0..<30 { try await remove("early \(number)") }
        try await remove("hello 0")
        for user in [ann, ben, cem] {
            let row = try store.row(user, id)
            #expect(row.last?.at == renamed.last?.at && row.last?.kind == nil)
            #expect(row.lastActivityAt < before.lastActivityAt)
        }
        try await store.send(ben, "again", in: id)
        #expect(try store.row(ann, id).last?.preview == "again")
    }

    // LIST-01 Q01
    @Test func `shows each conversation by the filter that is for it`() async throws {  // D-26
        let ids = try await createGroups(4)
        try await store.arrange(ann, .archive, ids[1])
        try await store.arrange(ann, .hide, ids[2])
        try await store.leave(ann, ids[3])
        func shown(_ filter: ListFilter) throws -> [ConversationID] {
            try store.list(ann, filter).map(\.conversation)
        }
        #expect(try shown(.active) == [ids[0]])
        #expect(try shown(.archived) == [ids[1]])
        #expect(try shown(.hidden) == [ids[2]])
        #expect(try shown(.former) == [ids[3]])
        #expect(try Set(shown(.all)) == Set(ids))
    }

    // BLOCK-05
    @Test func `hides a direct conversation from the blocker alone, while blocked`() async throws {
        // D-27
        let direct = try await store.startDirect(ann, with: ben)
        try await store.does(ann, .relate(Relate(.block, user: ben)))
        #expect(try store.list(ann).isEmpty)
        #expect(try store.list(ann, .hidden).map(\.conversation) == [direct])
        #expect(try store.list(ben).map(\.conversation) == [direct])
        try await store.does(ann, .relate(Relate(.unblock, user: ben)))
        #expect(try store.list(ann).map(\.conversation) == [direct])
    }

    @Test func `brings a hidden conversation back with any later message`() async throws {  // D-27
        let ids = try await createGroups(1)
        try await store.arrange(ann, .hide, ids[0])
        try await store.does(ben, .leave(Leave(conversation: ids[0])))
        #expect(try store.list(ann).isEmpty)
        try await store.send(cem, "back", in: ids[0])
        try await store.delete(cem, "back")
        #expect(try store.list(ann).map(\.conversation) == ids)
    }

    @Test(arguments: [HistoryPolicy.full, .sinceJoin])
    func `keeps hidden what a former member hid, until they are added again`(
        history: HistoryPolicy
    ) async throws {  // D-27 D-108
        try await store.createTeam(history: history)
        try await store.leave(ben)
        try await store.arrange(ben, .hide)
        try await store.send(ann, "unseen")
        #expect(try store.list(ben, .hidden).map(\.conversation) == [team])
        #expect(try store.list(ben, .former).isEmpty)
        try await store.add(ann, ben)
        #expect(try store.list(ben).map(\.conversation) == [team])
        try await store.arrange(ben, .hide)
        #expect(try store.list(ben).isEmpty)
        try await store.send(ann, "seen")
        #expect(try store.list(ben).map(\.conversation) == [team])
        // Nothing needs to have been sent meanwhile.
        try await store.leave(ben)
        try await store.arrange(ben, .hide)
        try await store.add(ann, ben)
        #expect(try store.list(ben).map(\.conversation) == [team])
    }

    // SEARCH-02 SEARCH-03 Q02
    @Test func `finds titles, people and the text of what was said last`() async throws {
        // D-59 LIST-14 LIST-15
        try await store.name(ben, "Élodie Straße", username: "benno")
        try await store.createTeam(title: "Fußball am Montag")
        let direct = try await store.startDirect(ann, with: ben)
        try await store.send(ben, "Käse und Brot", in: direct)
        try await store.send(cem, "first")
        try await store.send(cem, "second")
        func found(_ search: String) throws -> Set<ConversationID> {
            Set(try store.list(ann, search: search).map(\.conversation))
        }
        #expect(try found("FUSSBALL") == [team])
        #expect(try found("elod") == [team, direct])
        #expect(try found("BENN") == [team, direct])
        #expect(try found("kase UND") == [direct])
        #expect(try found("second") == [team])
        #expect(try found("first").isEmpty)
        #expect(try found("ann").isEmpty)
        #expect(try found("") == [team, direct])
        // A former member is found no more, and a title goes with its time.
        try await store.leave(ben)
        #expect(try found("elod") == [direct])
    }

    @Test func `counts what a search finds, and says what holds the text`() async throws {
        // D-104 Q01
        let ids = try await createGroups(5)
        try await store.name(ben, "Groupie", username: "ben")
        let direct = try await store.startDirect(ann, with: ben)
        let other = try await store.startDirect(ann, with: dua)
        try await store.send(dua, "a group of us", in: other)
        try await store.createTeam(title: "Team")
        func page(_ limit: Int, _ cursor: Cursor? = nil) throws -> ConversationPage {
            var evaluator = try store.seen(by: ann)
            return try evaluator.conversations(.init(search: "group", limit: limit, cursor: cursor))
        }
        let whole = try page(50)
        #expect(whole.resultCount == 8 && whole.next == nil)
        var matches: [ConversationID: ConversationItem.Match] = [:]
        for row in whole.items { matches[row.conversation] = row.matched }
        for id in ids + [direct] { #expect(matches[id] == .title) }
        #expect(matches[team] == .people && matches[other] == .last)
        var rows: [ConversationItem] = []
        var cursor: Cursor?
        repeat {
            let part = try page(3, cursor)
            #expect(part.resultCount == 8)
            rows += part.items
            cursor = part.next
        } while cursor != nil
        #expect(rows == whole.items)
        var evaluator = try store.seen(by: ann)
        let plain = try evaluator.conversations(.init())
        #expect(plain.resultCount == nil && plain.items.allSatisfy { $0.matched == nil })
    }

    @Test func `shows one kind, or what is shared with a person`() async throws {
        // D-104 CONV-07 PART-24
        try await store.createTeam()
        let ride = Context(kind: "ride", id: "7")
        let request = ConversationID.named("request")
        let open = OpenRequest(conversation: request, context: ride, members: [ben])
        try await store.does(ann, .openRequest(open))
        let direct = try await store.startDirect(ann, with: ben)
        func found(
            _ user: UserID,
            _ kind: ConversationKind?,
            _ other: UserID? = nil,
            _ filter: ListFilter = .all
        ) throws -> Set<ConversationID> {
            var evaluator = try store.seen(by: user)
            let page = try evaluator.conversations(.init(filter: filter, kind: kind, with: other))
            return Set(page.items.map(\.conversation))
        }
        #expect(try found(ann, .group) == [team] && found(ann, .direct) == [direct])
        #expect(try found(ann, .request) == [request])
        #expect(try found(ann, nil, cem) == [team] && found(ann, nil, outsider) == [])
        #expect(try found(ann, nil, ben) == [team, request, direct])
        #expect(try found(ann, .group, ben) == [team])
        try await store.leave(ben)
        #expect(try found(ann, nil, ben) == [request, direct])
        #expect(try found(ben, nil, ann) == [request, direct])
        // Oneself: all in which one is active.
        #expect(try found(ben, nil, ben) == [request, direct])
        #expect(try found(ben, nil, ben, .former) == [])
        var evaluator = try store.seen(by: ann)
        let next = try evaluator.conversations(.init(filter: .all, limit: 1)).next
        for query in [
            ConversationsQuery(filter: .all, kind: .group, cursor: next),
            ConversationsQuery(filter: .all, with: ben, cursor: next),
        ] {
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.conversations(query) }
                    == foreign
            )
        }
    }

    @Test func `goes on behind the place where a page ended, though rows have moved`()
        async throws
    {
        let ids = try await createGroups(7)
        var evaluator = try store.seen(by: ann)
        let first = try evaluator.conversations(.init(limit: 3))
        #expect(first.items.map(\.conversation) == [ids[6], ids[5], ids[4]])
        try await store.send(ben, "moves up", in: ids[4])
        try await store.send(ben, "moves up too", in: ids[2])
        var later = try store.seen(by: ann)
        let second = try later.conversations(.init(limit: 3, cursor: first.next))
        #expect(second.items.map(\.conversation) == [ids[3], ids[1], ids[0]])
        #expect(second.next == nil)
        let exact = try later.conversations(.init(limit: 7))
        #expect(exact.items.count == 7 && exact.next == nil)
    }

    @Test func `pages a search and a filter as it pages everything`() async throws {
        let ids = try await createGroups(5)
        var evaluator = try store.seen(by: ann)
        var found: [ConversationID] = []
        var cursor: Cursor?
        repeat {
            let page = try evaluator.conversations(
                .init(filter: .all, search: "group", limit: 2, cursor: cursor)
            )
            found += page.items.map(\.conversation)
            cursor = page.next
        } while cursor != nil
        #expect(found == ids.reversed())
    }

    @Test func `refuses cursors of anything else, and rubbish`() async throws {
        _ = try await createGroups(3)
        var evaluator = try store.seen(by: ann)
        let next = try evaluator.conversations(.init(limit: 1)).next
        var others = try store.seen(by: ben)
        let queries: [ConversationsQuery] = [
            .init(filter: .all, cursor: next), .init(search: "g", cursor: next),
            .init(cursor: next, previewLength: 5),
        ]
        for query in queries {
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.conversations(query) }
                    == foreign
            )
        }
        #expect(
            refusal { () throws(QueryError) in _ = try others.conversations(.init(cursor: next)) }
                == foreign
        )
        for cursor in rubbishCursors {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try evaluator.conversations(.init(cursor: cursor))
                } == foreign
            )
        }
        // Another limit is the same list.
        #expect(try evaluator.conversations(.init(limit: 2, cursor: next)).items.count == 2)
    }

    @Test(arguments: [0, -1, 501, .max])
    func `refuses a page that is too small or too large`(limit: Int) async throws {  // D-53
        var evaluator = try store.seen(by: ann)
        #expect(
            refusal { () throws(QueryError) in
                _ = try evaluator.conversations(.init(limit: limit))
            } == .request(.limitIsOutOfRange)
        )
    }

    @Test func `cuts previews to the length asked for, and refuses impossible ones`()
        async throws
    {  // D-35
        try await store.createTeam()
        let text = String(repeating: "é", count: 1_200)
        try await store.does(
            ben,
            .send(SendMessage(conversation: team, message: .named("long"), text: text))
        )
        var evaluator = try store.seen(by: ann)
        for (length, expected) in [(nil, 100), (1, 1), (1_000, 1_000)] {
            let row = try evaluator.conversations(.init(previewLength: length)).items.first
            #expect(row?.last?.preview.count == expected)
        }
        for length in [0, 1_001, -1] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try evaluator.conversations(.init(previewLength: length))
                } == .request(.previewLengthIsOutOfRange)
            )
        }
    }

    @Test func `is empty for a user without conversations`() async throws {
        try await store.createTeam()
        for filter in ListFilter.allCases { #expect(try store.list(outsider, filter).isEmpty) }
    }

    private let foreign = Refusal.request(.cursorIsForeign)
}
