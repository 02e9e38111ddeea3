import Contestants
import Measuring
import Scrollback

/// Asks what the newest 50 of one's own messages cost that a large group has read.
///
/// Each shows since when it has been read by all, which no row says.
func pageReadByAll(_ members: Int) -> RowPlan {
    let name = "open a group of \(text(members)): the newest 50, sent by the reader and read by all"
    return RowPlan(name: name) { fixtures in
        let place = try fixtures.place("read-by-all")
        let once = ReadGroup(members: members, eachMessage: false, in: "\(place)/once")
        let each = ReadGroup(members: members, eachMessage: true, in: "\(place)/each")
        try await once.fill()
        try await each.fill()
        return Row(
            name,
            compared: .p50,
            targets: [
                Target("read all at once", .atMost(.p50, 10_000)),
                Target("each message read by itself", .atMost(.p50, 10_000)),
            ],
            bounds: "The members with their marks, and for each of them the times when they came "
                + "so far.",
            contestants: [
                ReadByAll(name: "read all at once", group: once),
                ReadByAll(name: "each message read by itself", group: each),
            ]
        )
    }
}

/// Asks what the number of a conversation's messages costs those who do not see all of them.
func messageCounts(_ messages: Int) -> RowPlan {
    let name = "the number of \(text(messages)) messages of a conversation"
    return RowPlan(name: name) { fixtures in
        let left = LongGroup(messages, in: try fixtures.place("counted"))
        try await left.fill()
        return Row(
            name,
            compared: .p50,
            targets: LongGroup.Viewer.allCases.map { Target($0.rawValue, .atMost(.p50, 10_000)) },
            bounds: "Numbers of messages at the ends of what the viewer sees, and of the removed "
                + "ones those whose removal the viewer may know.",
            contestants: LongGroup.Viewer.allCases.map { CountedMessages(viewer: $0, group: left) }
        )
    }
}

private func text(_ count: Int) -> String { Text.number(count) }

/// A large group in which one member writes and all others read.
private struct ReadGroup: Sendable {
    static let messages = 50

    let path: String
    let members: Int
    /// Whether each member reads after each message, and not only after the last.
    let eachMessage: Bool
    let sender = UserID.fresh()
    let group = ConversationID.fresh()

    init(members: Int, eachMessage: Bool, in path: String) {
        self.path = path
        self.members = members
        self.eachMessage = eachMessage
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let others = (1..<members).map { _ in UserID.fresh() }
        let session = store.session(for: sender)
        try await session.createGroup(group, members: others)
        for number in 1...Self.messages {
            try await session.send("message \(number) to all", to: group)
            guard eachMessage || number == Self.messages else { continue }
            try await store.asCallers { caller, callers in
                for place in stride(from: caller, to: others.count, by: callers) {
                    try await store.session(for: others[place]).markRead(group)
                }
            }
        }
    }
}

private struct ReadByAll: Contestant {
    let name: String
    let group: ReadGroup

    private static let pages = 20

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(group.path)
        defer { store.close() }
        let session = store.session(for: group.sender)
        var latencies: [Double] = []
        for _ in 0..<Self.pages {
            let start = ContinuousClock.now
            let page = try session.messages(in: group.group, limit: ReadGroup.messages)
            latencies.append((ContinuousClock.now - start).microseconds)
            let read = page.items.compactMap { item in
                item.receipt.flatMap { $0.status == .read ? $0.at : nil }
            }
            try demand(
                read.count == ReadGroup.messages && read == read.sorted(),
                "\(read.count) of \(ReadGroup.messages) messages are read by all"
            )
            try demand(
                (Set(read).count > 1) == group.eachMessage,
                "the times of reading are not those of the readings"
            )
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

/// Many messages of two people, of which some are deleted, and others who were not there for all.
private struct LongGroup: Sendable {
    enum Viewer: String, CaseIterable, Sendable {
        case writer = "a member since the beginning"
        case away = "a member who was away, and sees no messages of that time"
        case former = "a former member"
    }

    private static let deleted = 50

    let path: String
    let messages: Int
    let group = ConversationID.fresh()
    private let writer = UserID.fresh()
    private let away = UserID.fresh()
    private let former = UserID.fresh()

    init(_ messages: Int, in folder: String) {
        path = "\(folder)/chat.scrollback"
        self.messages = messages
    }

    func user(_ viewer: Viewer) -> UserID {
        switch viewer {
        case .writer: writer
        case .away: away
        case .former: former
        }
    }

    /// How many messages a viewer sees: of each third one in fifty is gone.
    func count(for viewer: Viewer) -> Int {
        let third = messages / 3 - messages / 3 / Self.deleted
        return viewer == .writer ? 3 * third : 2 * third
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let session = store.session(for: writer)
        try await session.createGroup(
            group,
            members: [away, former],
            history: .sinceJoin
        )
        try await third(store)
        try await session.remove(away, from: group)
        try await third(store)
        try await session.add(away, to: group)
        // Who left sees two thirds as well.
        try await session.remove(former, from: group)
        try await third(store)
    }

    private func third(_ store: Store) async throws {
        let (count, every) = (messages / 3, Self.deleted)
        try await store.asCallers { caller, callers in
            let session = store.session(for: writer)
            for number in stride(from: caller, to: count, by: callers) {
                let sent = try await session.send("message \(number)", to: group)
                if number % every == every - 1 { try await session.delete(sent) }
            }
        }
    }
}

private struct CountedMessages: Contestant {
    let name: String
    let viewer: LongGroup.Viewer
    let group: LongGroup

    init(viewer: LongGroup.Viewer, group: LongGroup) {
        name = viewer.rawValue
        self.viewer = viewer
        self.group = group
    }

    private static let questions = 50

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(group.path)
        defer { store.close() }
        let session = store.session(for: group.user(viewer))
        var latencies: [Double] = []
        for _ in 0..<Self.questions {
            let start = ContinuousClock.now
            let count = try session.conversation(group.group).messageCount
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(
                count == UInt64(group.count(for: viewer)),
                "\(count) of \(group.count(for: viewer)) messages"
            )
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
