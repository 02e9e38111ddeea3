import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `The members of a conversation` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func members(_ user: UserID, former: Bool = false) throws -> MemberPage {
        var evaluator = try store.seen(by: user)
        return try evaluator.members(.init(of: team, includesFormer: former))
    }

    // Q06
    @Test func `are listed in the order of joining, with what they may do`() async throws {
        // D-54 PART-01
        try await store.createTeam()
        let created = store.now
        try await store.name(ben, "Ben", username: "ben")
        try await store.does(
            ann,
            .setRole(SetRole(conversation: team, user: ben, role: .admin))
        )
        try await store.add(ben, dua)
        let page = try members(cem)
        let all = Permissions(canAdd: true, canRemove: true, canEdit: true)
        #expect(page.count == 4 && page.page.next == nil)
        #expect(page.page.items.map { $0.presence?.isOnline } == [false, false, nil, nil])
        let items = page.page.items.map { item in
            var item = item
            item.presence = nil
            return item
        }
        #expect(
            items == [
                MemberItem(
                    user: ann,
                    name: "Unknown",
                    role: .creator,
                    permissions: all,
                    joinedAt: created
                ),
                MemberItem(
                    user: ben,
                    name: "Ben",
                    username: "ben",
                    fullName: "Ben",
                    role: .admin,
                    permissions: all,
                    joinedAt: created
                ),
                MemberItem(
                    user: cem,
                    name: "Unknown",
                    role: .member,
                    permissions: Permissions(),
                    joinedAt: created
                ),
                MemberItem(
                    user: dua,
                    name: "Unknown",
                    role: .member,
                    permissions: Permissions(),
                    joinedAt: store.now,
                    addedBy: ben
                ),
            ]
        )
    }

    // REACT-14 RCPT-18
    @Test func `are listed as people, with names and pictures`() async throws {  // D-103 PART-22
        try await store.createTeam()
        let profile = SetProfile(username: "ben", fullName: "Ben", avatar: "b.png")
        try await store.does(ben, .setProfile(profile))
        let member = try members(cem).page.items[1]
        #expect(member.name == "Ben" && member.username == "ben" && member.fullName == "Ben")
        #expect(member.avatar == "b.png")
        let shown = PersonItem(user: ben, name: "Ben", avatar: "b.png")

        try await store.send(ann, "hello")
        try await store.does(ben, .react(React(message: .named("hello"), reaction: "love")))
        var evaluator = try store.seen(by: ann)
        #expect(try evaluator.receipts(of: .named("hello")).waiting.first == shown)
        let group = try evaluator.reactions(ReactionsQuery(on: .named("hello"))).items[0]
        let reacted = TimedPerson(user: ben, name: "Ben", avatar: "b.png", at: store.now)
        #expect(group.users == [reacted])

        try await store.does(ben, .markRead(MarkRead(conversation: team)))
        evaluator = try store.seen(by: ann)
        let receipts = try evaluator.receipts(of: .named("hello"))
        let read = TimedPerson(user: ben, name: "Ben", avatar: "b.png", at: store.now)
        #expect(receipts.read == [read] && receipts.delivered == [read])
        #expect(receipts.waiting.map(\.user) == [cem])

        try await store.does(ann, .relate(Relate(.block, user: ben)))
        evaluator = try store.seen(by: ann)
        #expect(try evaluator.blocks().items == [shown])
    }

    @Test func `include former ones on request, each once`() async throws {  // D-54
        try await store.createTeam()
        try await store.leave(ben)
        let left = store.now
        try await store.leave(cem)
        try await store.add(ann, cem)
        #expect(try members(ann).page.items.map(\.user) == [ann, cem])
        let page = try members(ann, former: true)
        #expect(page.page.items.map(\.user) == [ann, ben, cem] && page.count == 2)
        #expect(page.page.items.map(\.leftAt) == [nil, left, nil])
        #expect(page.page.items.map(\.addedBy) == [nil, nil, ann])
    }

    @Test func `are as of leaving for who left, with the roles they had`() async throws {  // D-17
        try await store.createTeam(of: [ben, cem, dua])
        try await store.does(ann, .setRole(SetRole(conversation: team, user: cem, role: .admin)))
        try await store.does(
            ann,
            .setPermissions(SetPermissions(conversation: team, user: dua, canAdd: true))
        )
        try await store.leave(ben)
        let before = try members(ben, former: true)
        #expect(before.count == 3)
        #expect(before.page.items.map(\.role) == [.creator, .member, .admin, .member])
        #expect(before.page.items[3].permissions == Permissions(canAdd: true))
        let knows = try members(ben)

        try await store.does(ann, .setRole(SetRole(conversation: team, user: cem, role: .member)))
        try await store.does(
            ann,
            .setPermissions(SetPermissions(conversation: team, user: dua, canAdd: false))
        )
        try await store.add(ann, outsider)
        try await store.leave(dua)
        try await store.leave(ann)
        #expect(try members(ben, former: true) == before)
        #expect(try members(ben) == knows)
        #expect(try members(cem).page.items.map(\.role) == [.creator, .member])
        // Who leaves as the creator knows who the next one is.
        #expect(try members(ann).page.items.map(\.role) == [.creator, .member])
        #expect(try members(ann, former: true).page.items.first?.role == .member)
    }

    @Test(arguments: [false, true])
    func `come in pages that go on where they ended`(former: Bool) async throws {
        try await store.createTeam(of: (0..<9).map { .named("member \($0)") } + [cem])
        let whole = try members(cem, former: former).page.items.map(\.user)
        #expect(whole.count == 11)
        var found: [UserID] = []
        var cursor: Cursor?
        repeat {
            var evaluator = try store.seen(by: cem)
            let query = MembersQuery(
                of: team,
                includesFormer: former,
                limit: 4,
                cursor: cursor
            )
            let page = try evaluator.members(query)
            #expect(page.count == 11 - (former ? 0 : found.count / 4))
            found += page.page.items.map(\.user)
            cursor = page.page.next
            // Who leaves meanwhile takes nobody with them.
            if !former, cursor != nil { try await store.leave(found[found.count - 1]) }
        } while cursor != nil
        #expect(found == whole)
    }

    @Test func `are for members alone, and pages for who was given them`() async throws {
        try await store.createTeam()
        var evaluator = try store.seen(by: outsider)
        for id in [team, .named("nowhere")] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try evaluator.members(.init(of: id))
                } == .conversation(.notFound)
            )
        }
        var mine = try store.seen(by: ann)
        let next = try mine.members(.init(of: team, limit: 1)).page.next
        #expect(next != nil)
        var others = try store.seen(by: ben)
        for cursor in rubbishCursors + [next].compactMap({ $0 }) {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try others.members(.init(of: team, cursor: cursor))
                } == .request(.cursorIsForeign)
            )
        }
        #expect(
            refusal { () throws(QueryError) in
                _ = try mine.members(
                    .init(of: team, includesFormer: true, cursor: next)
                )
            } == .request(.cursorIsForeign)
        )
        for limit in [0, 501] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try mine.members(.init(of: team, limit: limit))
                } == .request(.limitIsOutOfRange)
            )
        }
    }
}
