import DomainSupport
import EventLog
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `The names that are kept for the search of people` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private static let people = (0..<40).map { UserID.named("person \($0)") }
    private static let searches = [
        "", "a", "AN", "é", "e", "zoë", "ann b", "n", "unknown", "person", "b", "ss", "İ", "q",
    ]

    /// Asks as a user does and by a walk over all profiles, on one state; page by page.
    private func expectSame(
        _ evaluator: inout UserQueryEvaluator,
        _ search: String,
        excluding excluded: [UserID] = [],
        limit: Int
    ) throws {
        var cursor: Cursor?
        repeat {
            let query = UsersQuery(
                matching: search,
                excluding: excluded,
                limit: limit,
                cursor: cursor
            )
            let page = try evaluator.users(query)
            let walked = try evaluator.users(query, walks: true)
            #expect(page == walked, "'\(search)' after \(evaluator.position)")
            guard page == walked else { return }
            cursor = page.next
        } while cursor != nil
    }

    @Test func `give the answers of a walk over all profiles, whatever happens`() async throws {
        var random = SplitMix64(seed: seed(for: "known names"))
        let names = ["Ann", "ANNA", "Ben", "Zoë", "Zoe", "Élodie", "ann b", "Straße", "İpek", "Q"]
        for round in 0..<400 {
            let user = Self.people.randomElement(using: &random) ?? ann
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                _ = try? await store.operates(.forgetUser(ForgetUser(user: user, basis: "asked")))
            case 1:
                let other = Self.people.randomElement(using: &random) ?? ann
                _ = try? await store.does(other, .relate(Relate(.block, user: user)))
            case 2:
                let other = Self.people.randomElement(using: &random) ?? ann
                _ = try? await store.does(other, .relate(Relate(.unblock, user: user)))
            case 3 where round % 3 == 0: try store.reopen()
            default:
                let name = names.randomElement(using: &random)
                let isNamed = Bool.random(using: &random)
                let username = "\(names.randomElement(using: &random) ?? "") \(round)"
                try await store.name(user, isNamed ? name : nil, username: username)
            }
            var evaluator = try store.seen(by: Self.people.randomElement(using: &random) ?? ann)
            // Others search while this state is held, and know more than it does.
            if Bool.random(using: &random) {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let other = Self.people.randomElement(using: &random) ?? ann
                    if Int.random(in: 0..<5, using: &random) == 0 {
                        let forgetting = ForgetUser(user: other, basis: "asked")
                        _ = try? await store.operates(.forgetUser(forgetting))
                    } else {
                        let name = names.randomElement(using: &random)
                        try await store.name(other, name, username: "later \(round)")
                    }
                }
                var later = try store.seen(by: ann)
                _ = try later.users(UsersQuery(matching: "a"))
            }
            for _ in 0..<3 {
                let search = Self.searches.randomElement(using: &random) ?? ""
                let limit = [1, 2, 5, 50].randomElement(using: &random) ?? 1
                let excluded = Self.people.filter { _ in Int.random(in: 0..<9, using: &random) == 0
                }
                try expectSame(&evaluator, search, excluding: excluded, limit: limit)
            }
        }
    }

    @Test func `follow many changes, and more than are remembered`() async throws {
        for user in Self.people { try await store.name(user, "Ann", username: "first") }
        var before = try store.seen(by: ann)
        try expectSame(&before, "ann", limit: 50)
        for round in 0..<110 {
            for user in Self.people {
                try await store.name(user, "Ben \(round)", username: "later")
            }
        }
        var after = try store.seen(by: ann)
        try expectSame(&after, "ben", limit: 7)
        try expectSame(&after, "ann", limit: 7)
        try expectSame(&before, "ann", limit: 7)
        try expectSame(&before, "ben", limit: 7)
    }

    @Test func `are gone when the erasure is answered`() async throws {
        try await store.name(ann, "Ann", username: "ann")
        try await store.name(ben, "Benjamin", username: "ben")
        var evaluator = try store.seen(by: ann)
        #expect(try evaluator.users(UsersQuery(matching: "jam")).items.map(\.user) == [ben])
        #expect(store.names.addresses(of: "benjamin").count == 1)
        try await store.operates(.forgetUser(ForgetUser(user: ben, basis: "asked")))
        #expect(store.names.addresses(of: "benjamin") == [])
        #expect(store.names.addresses(of: "ann").count == 1)
        // A state from before finds only what can be opened.
        #expect(try evaluator.users(UsersQuery(matching: "jam")).items == [])
    }

    @Test func `are left out of core files`() async throws {
        try await store.name(ann, "Ann", username: "ann")
        try await store.name(ben, "Élodie", username: "ben")
        var evaluator = try store.seen(by: ann)
        _ = try evaluator.users(UsersQuery(matching: "e"))
        let addresses = store.names.addresses(of: "")
        #expect(addresses.count == 2)
        let map = CoreMap()
        #expect(addresses.allSatisfy(map.leavesOut))
    }

    @Test func `are not kept where they take too much memory`() async throws {
        for user in Self.people { try await store.name(user, "Ann", username: "ann") }
        func search() throws -> Int {
            var evaluator = try store.seen(by: ann)
            try expectSame(&evaluator, "an", limit: 7)
            return store.names.byteCount
        }
        let byteCount = try search()
        #expect(byteCount > 0)
        try store.reopen { $0.namesBytes = byteCount - 1 }
        #expect(try search() == 0)
        try store.reopen { $0.namesBytes = byteCount }
        #expect(try search() == byteCount)
    }

    @Test func `are followed and forgotten in a process that only reads`() async throws {
        let store = try StoreInFolder()
        let path = store.path
        func name(_ user: UserID, _ name: String, in engine: Engine) async throws {
            let profile = SetProfile(username: "user", fullName: name)
            let command = Messaging.Command.setProfile(profile)
            let fresh = FreshIDs(first: UniqueID(high: 0x7000, low: 1 << 63))
            _ = try await engine.submit(Submission(as: .user(user), command, fresh: fresh))
        }
        let first = try store.open()
        try await name(ann, "Ann", in: first)
        try await name(ben, "Benjamin", in: first)
        first.close()
        var options = Engine.Options()
        options.upkeepSeconds = 0.01
        let reader = try store.open(.reading, options)
        defer { reader.close() }
        func found(_ search: String) throws -> [UserID] {
            var evaluator = UserQueryEvaluator(
                try reader.snapshot(),
                by: ann,
                now: Engine.wallClock()
            )
            try expectSame(&evaluator, search, limit: 1)
            return try evaluator.users(UsersQuery(matching: search)).items.map(\.user)
        }
        #expect(try found("jam") == [ben])
        #expect(reader.names.addresses(of: "jam").count == 1)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let engine = try Engine(opening: path)
            let profile = SetProfile(username: "dua", fullName: "Duajam")
            let fresh = FreshIDs(first: UniqueID(high: 0x7000, low: 1 << 63))
            _ = try await engine.submit(
                Submission(as: .user(.named("dua")), .setProfile(profile), fresh: fresh)
            )
            _ = try await engine.submit(
                Submission(
                    as: .operator,
                    .forgetUser(ForgetUser(user: .named("ben"), basis: "asked")),
                    fresh: fresh
                )
            )
            engine.close()
        }
        // Forgotten without a search.
        #expect(wait { reader.names.addresses(of: "benjam").isEmpty })
        #expect(try found("jam") == [dua])
    }
}
