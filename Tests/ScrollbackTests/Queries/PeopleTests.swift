import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `Profiles and the search for people` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func nameEverybody() async throws {
        try await store.name(ann, "Ann", username: "ann")
        try await store.name(ben, "Élodie", username: "zebra")
        try await store.name(cem, nil, username: "cem.elo")
        try await store.name(dua, "elodie", username: "dua")
    }

    private func found(
        _ user: UserID,
        _ search: String,
        excluding: [UserID] = []
    ) throws -> [UserID] {
        var evaluator = try store.seen(by: user)
        return try evaluator.users(.init(matching: search, excluding: excluding)).items.map(\.user)
    }

    // USER-05 Q18
    @Test func `find by username and full name, in the order of what people are called`()
        async throws
    {  // D-53 D-59 D-70
        try await nameEverybody()
        let twins = [ben, dua].sorted()
        #expect(try found(ann, "ELO") == [cem] + twins)
        #expect(try found(ann, "zeb") == [ben])
        #expect(try found(ann, "") == [cem] + twins)
        #expect(try found(ann, "nobody") == [])
        #expect(try found(ann, "elo", excluding: [cem, ben]) == [dua])
        #expect(try found(outsider, "") == [ann, cem] + twins)
    }

    @Test func `show nothing of a blocker to the blocked`() async throws {  // BLOCK-03 D-59
        try await nameEverybody()
        try await store.does(ben, .relate(Relate(.block, user: ann)))
        #expect(try found(ann, "zebra") == [])
        var blocked = try store.seen(by: ann)
        #expect(
            refusal { () throws(QueryError) in _ = try blocked.profileItem(of: ben) }
                == .user(.notFound)
        )
        var blocker = try store.seen(by: ben)
        #expect(try blocker.profileItem(of: ann).username == "ann")
        #expect(try found(ben, "ann") == [ann])
    }

    @Test func `have what was set, and are gone when forgotten`() async throws {  // D-13 D-71
        let profile = SetProfile(
            username: "ben",
            fullName: "Ben",
            avatar: "a.png",
            email: "ben@example.com",
            custom: "{}"
        )
        try await store.does(ben, .setProfile(profile))
        var evaluator = try store.seen(by: ann)
        #expect(
            try evaluator.profileItem(of: ben)
                == ProfileItem(
                    user: ben,
                    username: "ben",
                    fullName: "Ben",
                    avatar: "a.png",
                    email: "ben@example.com",
                    custom: "{}"
                )
        )
        try await store.operates(.forgetUser(ForgetUser(user: ben, basis: "asked")))
        var later = try store.seen(by: ann)
        for user in [ben, cem, .named("nobody")] {
            #expect(
                refusal { () throws(QueryError) in _ = try later.profileItem(of: user) }
                    == .user(.notFound)
            )
        }
        #expect(try found(ann, "") == [])
    }

    @Test func `come many at once, each once, with a name for hidden users`() async throws {
        // D-103
        let mail = "ann@example.com"
        try await store.does(
            ann,
            .setProfile(
                SetProfile(username: "ann", fullName: "Ann", avatar: "a.png", email: mail)
            )
        )
        try await store.name(ben, "Ben", username: "ben")
        try await store.name(cem, nil, username: "cem")
        try await store.does(ben, .relate(Relate(.block, user: dua)))
        try await store.operates(.forgetUser(ForgetUser(user: cem, basis: "asked")))
        let whole = [
            NamedProfile(user: ben, name: "Ben", username: "ben", fullName: "Ben"),
            NamedProfile(
                user: ann,
                name: "Ann",
                username: "ann",
                fullName: "Ann",
                avatar: "a.png",
                email: mail
            ),
            NamedProfile(user: cem, name: "Unknown"),
            NamedProfile(user: outsider, name: "Unknown"),
        ]
        let asked = [ben, ann, ben, cem, outsider, ann]
        var mine = try store.seen(by: ann)
        let found = try mine.profiles(of: asked)
        #expect(found.map { $0.presence != nil } == [false, true, false, false])
        #expect(
            found.map { item in
                var item = item
                item.presence = nil
                return item
            } == whole
        )
        var blocked = try store.seen(by: dua)
        #expect(try blocked.profiles(of: [ben]) == [NamedProfile(user: ben, name: "Ben")])

        try await store.operates(.configure(Configure(emails: .nobody)))
        var later = try store.seen(by: dua)
        #expect(try later.profiles(of: [ann]).map(\.email) == [nil])
        let operated = try store.operated()
        #expect(try operated.profiles(of: asked) == whole)

        #expect(try later.profiles(of: []) == [])
        let many = (0..<501).map { UserID.named("user \($0)") }
        #expect(try later.profiles(of: Array(many.dropLast())).count == 500)
        #expect(
            refusal { () throws(QueryError) in _ = try later.profiles(of: many) }
                == .request(.tooManyUsers)
        )
    }

    private func contacts(_ user: UserID, _ limit: Int? = nil) throws -> [[PersonItem]] {
        var pages: [[PersonItem]] = []
        var cursor: Cursor?
        repeat {
            var evaluator = try store.seen(by: user)
            let page = try evaluator.contacts(ContactsQuery(limit: limit, cursor: cursor))
            pages.append(page.items)
            cursor = page.next
        } while cursor != nil
        return pages
    }

    @Test func `list contacts in the order of their names`() async throws {
        // D-112
        try await nameEverybody()
        let people = [outsider, dua, cem, ben]
        for user in people {
            try await store.does(ann, .relate(Relate(.addContact, user: user)))
        }
        let twins = [ben, dua].sorted()
        let expected = [cem] + twins + [outsider]
        #expect(try contacts(ann).map { $0.map(\.user) } == [expected])
        #expect(try contacts(ann)[0].map(\.name).last == "Unknown")
        for limit in 1...3 {
            let pages = try contacts(ann, limit)
            #expect(pages.flatMap { $0 }.map(\.user) == expected)
            #expect(pages.count == (4 + limit - 1) / limit)
        }
        #expect(try contacts(ben) == [[]])
        try await store.does(ann, .relate(Relate(.removeContact, user: cem)))
        #expect(try contacts(ann)[0].map(\.user) == twins + [outsider])
        var evaluator = try store.seen(by: ann)
        for cursor in rubbishCursors {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try evaluator.contacts(ContactsQuery(cursor: cursor))
                } == .request(.cursorIsForeign)
            )
        }
        #expect(
            refusal { () throws(QueryError) in _ = try evaluator.contacts(ContactsQuery(limit: 0)) }
                == .request(.limitIsOutOfRange)
        )
    }

    /// What a viewer is shown of ben's address, by his profile and by a search.
    private func emails(_ viewer: UserID) throws -> [String?] {
        var evaluator = try store.seen(by: viewer)
        return [
            try evaluator.profileItem(of: ben).email,
            try evaluator.users(.init(matching: "ben")).items.first?.email,
        ]
    }

    @Test func `show an address to those to whom the store is set to show it`() async throws {
        // D-78
        let address = "ben@example.com"
        try await store.does(ben, .setProfile(SetProfile(username: "ben", email: address)))
        #expect(try emails(ann) == [address, address])
        try await store.operates(.configure(Configure(emails: .nobody)))
        #expect(try emails(ann) == [nil, nil])
        var own = try store.seen(by: ben)
        #expect(try own.profileItem(of: ben).email == address)

        try await store.operates(.configure(Configure(emails: .related)))
        #expect(try emails(ann) == [nil, nil])
        // Beginning a direct conversation and writing there relates nobody to the other one.
        let direct = try await store.startDirect(ann, with: ben)
        try await store.send(ann, "hello", in: direct)
        #expect(try emails(ann) == [nil, nil])
        try await store.send(ben, "answer", in: direct)
        #expect(try emails(ann) == [address, address])
        try await store.delete(ben, "answer")
        #expect(try emails(ann) == [address, address])

        #expect(try emails(cem) == [nil, nil])
        try await store.does(cem, .relate(Relate(.addContact, user: ben)))
        #expect(try emails(cem) == [nil, nil])
        try await store.does(ben, .relate(Relate(.addContact, user: cem)))
        #expect(try emails(cem) == [address, address])
        try await store.does(ben, .relate(Relate(.removeContact, user: cem)))
        #expect(try emails(cem) == [nil, nil])

        try await store.createTeam(of: [ben, cem, dua])
        for user in [cem, dua] { #expect(try emails(user) == [address, address]) }
        try await store.leave(dua)
        #expect(try emails(dua) == [nil, nil])
        try await store.leave(ben)
        #expect(try emails(cem) == [nil, nil])
    }

    @Test func `come in pages, also behind somebody who has another name now`() async throws {
        for number in 0..<7 {
            try await store.name(.named("user \(number)"), "Näme \(number)", username: "user")
        }
        var evaluator = try store.seen(by: ann)
        let first = try evaluator.users(.init(matching: "name", limit: 3))
        #expect(first.items.map(\.fullName) == ["Näme 0", "Näme 1", "Näme 2"])
        try await store.name(.named("user 2"), "Name 9", username: "user")
        var later = try store.seen(by: ann)
        let second = try later.users(.init(matching: "name", limit: 4, cursor: first.next))
        #expect(second.items.map(\.fullName) == ["Näme 3", "Näme 4", "Näme 5", "Näme 6"])
        let third = try later.users(.init(matching: "name", limit: 4, cursor: second.next))
        #expect(third.items.map(\.fullName) == ["Name 9"] && third.next == nil)
    }

    @Test func `refuse cursors of another search, and impossible limits`() async throws {
        try await nameEverybody()
        var evaluator = try store.seen(by: ann)
        let next = try evaluator.users(.init(matching: "", limit: 1)).next
        let queries: [UsersQuery] =
            [
                .init(matching: "e", cursor: next),
                .init(matching: "", excluding: [ben], cursor: next),
            ] + rubbishCursors.map { .init(matching: "", cursor: $0) }
        for query in queries {
            #expect(
                refusal { () throws(QueryError) in _ = try evaluator.users(query) }
                    == .request(.cursorIsForeign)
            )
        }
        for limit in [0, 501] {
            #expect(
                refusal { () throws(QueryError) in
                    _ = try evaluator.users(.init(matching: "", limit: limit))
                } == .request(.limitIsOutOfRange)
            )
        }
    }
}
