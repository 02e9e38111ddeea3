import Contestants
import Measuring
import Scrollback
import Workload

/// Measures the search for people while a name is typed.
func peopleSearch(_ count: Int) -> RowPlan {
    let name = "search of \(Text.number(Double(count))) people as one types"
    return RowPlan(name: name) { fixtures in
        let people = NamedPeople(count: count, in: try fixtures.place("people-\(count)"))
        try await people.fill()
        let target = Target(Names.scrollback, .atMost(.p50, count > 20_000 ? 20_000 : 5_000))
        return Row(
            name,
            compared: .p50,
            targets: [target],
            bounds: "A look at every name, in memory, and the profiles of a page. The first search "
                + "opens every profile. Who changes a name has the next search read on.",
            contestants: [
                SearchedPeople(name: Names.scrollback, people: people, changes: false),
                SearchedPeople(
                    name: "\(Names.scrollback), names change",
                    people: people,
                    changes: true
                ),
            ]
        )
    }
}

/// Asks what the search of a long list costs, all results counted.
func conversationSearch(_ count: Int) -> RowPlan {
    let name = "search of \(Text.number(Double(count))) conversations"
    return RowPlan(name: name) { fixtures in
        let list = LongList(count: count, in: try fixtures.place("list-\(count)"))
        try await list.fill()
        return Row(
            name,
            compared: .p50,
            targets: [Target(Names.scrollback, .atMost(.p50, 10_000))],
            bounds: "The title, the people and the last message of each conversation, which are "
                + "sealed in the log: two or three records opened for each.",
            contestants: [SearchedList(list: list)]
        )
    }
}

/// People with names that are made from their number, in a store of their own.
private struct NamedPeople: Sendable {
    private static let firsts = [
        "Maria", "John", "Anna", "Peter", "Lena", "Omar", "Ivy", "Noah", "Zoe", "Ben", "Clara",
        "David", "Emma", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Leo", "Mila", "Nils",
    ]
    private static let lasts = [
        "Smith", "Garcia", "Novak", "Tanaka", "Okoro", "Weber", "Rossi", "Silva", "Jensen", "Ali",
        "Brown", "Cohen", "Dubois", "Evans", "Fischer", "Gruber", "Haas",
    ]

    let path: String
    let users: [UserID]
    let viewer: UserID
    /// What is typed, letter by letter, and who is found: the first of them.
    let searches: [(text: String, found: [UserID])]
    static let limit = 20

    init(count: Int, in folder: String) {
        path = "\(folder)/chat.scrollback"
        let users = (0..<count).map { _ in UserID.fresh() }
        self.users = users
        viewer = .fresh()
        let sorted = users.indices.map { (name: Array(Self.name($0).lowercased().utf8), $0) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        var generator = SplitMix64(seed: 5)
        var searches: [(text: String, found: [UserID])] = []
        for _ in 0..<12 {
            let whole = Self.name(Int(generator.next() % UInt64(count)))
            for length in 1...8 {
                let text = String(whole.prefix(length))
                let bytes = Array(text.lowercased().utf8)
                var found: [UserID] = []
                for (name, number) in sorted where found.count < Self.limit {
                    let username = Array(Self.username(number).utf8)
                    if name.contains(bytes) || username.contains(bytes) {
                        found.append(users[number])
                    }
                }
                searches.append((text, found))
            }
        }
        self.searches = searches
    }

    static func name(_ number: Int) -> String {
        let last = lasts[number / firsts.count % lasts.count]
        return "\(firsts[number % firsts.count]) \(last) \(number)"
    }

    static func username(_ number: Int) -> String {
        "\(firsts[number % firsts.count].lowercased())\(number)"
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        try await store.asCallers { caller, callers in
            for number in stride(from: caller, to: users.count, by: callers) {
                try await store.session(for: users[number]).setProfile(
                    SetProfile(username: Self.username(number), fullName: Self.name(number))
                )
            }
        }
    }
}

extension Store {
    /// Has many callers do something side by side.
    func asCallers(
        _ callers: Int = 256,
        _ body: @escaping @Sendable (_ caller: Int, _ callers: Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for caller in 0..<callers { group.addTask { try await body(caller, callers) } }
            try await group.waitForAll()
        }
    }
}

/// Letter after letter is typed, and each is a search.
private struct SearchedPeople: Contestant {
    let name: String
    let people: NamedPeople
    let changes: Bool

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(people.path)
        defer { store.close() }
        let session = store.session(for: people.viewer)
        let before = Meter.anonymousBytes
        var start = ContinuousClock.now
        _ = try session.users(matching: "a", limit: NamedPeople.limit)
        let first = ContinuousClock.now - start
        let after = Meter.anonymousBytes
        let changing = UserID.fresh()
        var latencies: [Double] = []
        for (number, search) in people.searches.enumerated() {
            if changes {
                let profile = SetProfile(username: "xx\(number)", fullName: "X\(number)")
                try await store.session(for: changing).setProfile(profile)
            }
            start = .now
            let page = try session.users(matching: search.text, limit: NamedPeople.limit)
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(page.items.map(\.user) == search.found, "'\(search.text)' finds others")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        sample[Figure("first search", "ms")] = first.microseconds / 1e3
        sample[.memory] = Double(after > before ? after - before : 0) / Double(1 << 20)
        return sample
    }
}

/// One person's conversations, half of them groups: with names, titles and a last message.
private struct LongList: Sendable {
    private static let words = [
        "train", "dinner", "ticket", "garden", "report", "holiday", "bridge", "coffee", "window",
        "market", "winter", "letter", "guitar", "planet", "castle", "orange",
    ]
    static let searches = [
        "garden", "trip 9", "person 12", "p", "castle 3", "person 999", "none of them", "ee",
    ]

    let path: String
    let count: Int
    let viewer = UserID.fresh()
    let others: [UserID]

    init(count: Int, in folder: String) {
        path = "\(folder)/chat.scrollback"
        self.count = count
        others = (0..<count).map { _ in .fresh() }
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        for number in 0..<count {
            let profile = SetProfile(username: "u\(number)", fullName: "Person \(number)")
            try await store.session(for: others[number]).setProfile(profile)
        }
        let session = store.session(for: viewer)
        for number in 0..<count {
            let conversation: ConversationID
            if number % 2 == 0 {
                conversation = try await session.startDirect(with: others[number])
            } else {
                conversation = try await session.createGroup(
                    title: "Trip \(number)",
                    members: [others[number], others[(number + 1) % count]]
                )
            }
            try await store.session(for: others[number]).send(text(number), to: conversation)
        }
    }

    private func text(_ number: Int) -> String {
        "the \(Self.words[number % Self.words.count]) of \(number)"
    }

    /// How many conversations hold a text.
    func results(of search: String) -> Int {
        (0..<count).count { number in
            var texts = ["person \(number)", "u\(number)", text(number)]
            if number % 2 == 1 {
                let other = (number + 1) % count
                texts += ["trip \(number)", "person \(other)", "u\(other)"]
            }
            return texts.contains { Array($0.utf8).contains(Array(search.utf8)) }
        }
    }
}

private struct SearchedList: Contestant {
    let name = Names.scrollback
    let list: LongList

    private static let rounds = 12

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(list.path)
        defer { store.close() }
        let session = store.session(for: list.viewer)
        let counts = LongList.searches.map(list.results)
        var latencies: [Double] = []
        for _ in 0..<Self.rounds {
            for (search, count) in zip(LongList.searches, counts) {
                let start = ContinuousClock.now
                let page = try session.conversations(search: search, limit: 20)
                latencies.append((ContinuousClock.now - start).microseconds)
                let counted = page.resultCount ?? 0
                try demand(counted == count, "'\(search)' counts \(counted), not \(count)")
                try demand(
                    page.items.count == min(count, 20),
                    "'\(search)' lists \(page.items.count)"
                )
            }
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
