import Contestants
import Glibc
import Measuring
import Scrollback

/// An active conversation of eight people for a while, and the memory of the process meanwhile.
///
/// Each of them types, sends, reads, reacts, looks at the newest page and at the list, and follows.
/// It fails if the process ever has more than 100 MiB of its own, or if it grows in the second half
/// of a run that is long enough for its bounded caches to be full by then.
struct ActiveConversation {
    let minutes: Double
    /// Where the curve is written to, as JSON.
    let path: String?

    private static let people = 8
    /// An eighth of the default, so that the memory for content that was read lately is full in
    /// the first half: what grows later has no bound.
    private static let openedContentBytes = 4 << 20
    private static let limit = 100.0
    /// What the second half may have more than the first, in MiB.
    private static let growth = 4.0
    /// From how many minutes on the caches are full in the second half.
    private static let enough = 20.0

    private struct Point {
        let seconds: Double
        let memory: Double
        let messages: Int
    }

    func run(in folder: String) async throws {
        var options = Store.Options()
        options.openedContentBytes = Self.openedContentBytes
        let store = try Store.open("\(folder)/chat.scrollback", options: options)
        defer { store.close() }
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let users = (0..<Self.people).map { _ in UserID.fresh() }
        for (number, user) in users.enumerated() {
            let profile = SetProfile(username: "user\(number)", fullName: "Person \(number)")
            try await store.session(for: user).setProfile(profile)
        }
        let group = try await store.session(for: users[0]).createGroup(
            title: "Active",
            members: Array(users.dropFirst())
        )
        let beginning = try store.position
        let begun = ContinuousClock.now
        let end = begun + .seconds(minutes * 60)
        let points = try await withThrowingTaskGroup { tasks in
            let sent = users.map { user in
                Task { try await talk(as: store.session(for: user), in: group, until: end) }
            }
            let heard = users.map { user in
                Task { try await hear(as: store.session(for: user), since: beginning) }
            }
            tasks.addTask {
                try await watch(since: begun, until: end) {
                    try store.count(in: group, by: users[0])
                }
            }
            var points: [Point] = []
            for try await found in tasks { points = found }
            var messages = 0
            for task in sent { messages += try await task.value }
            let count = try store.count(in: group, by: users[0])
            try demand(count == messages, "\(count) of \(messages) messages are there")
            try await hear(messages, by: heard, in: store)
            return points
        }
        for point in points {
            print(
                "\(Int(point.seconds)) s: \(Text.number(point.memory)) MiB, \(point.messages) messages"
            )
        }
        try write(points)
        try judge(points)
    }

    /// Waits until all have been told of all messages, and ends their feeds.
    private func hear(
        _ messages: Int,
        by heard: [Task<Int, any Error>],
        in store: Store
    ) async throws {
        try await Task.sleep(for: .seconds(2))
        store.close()
        for task in heard {
            let count = try await task.value
            try demand(count == messages, "a follower was told of \(count) of \(messages) messages")
        }
    }

    private func talk(
        as session: Session,
        in group: ConversationID,
        until end: ContinuousClock.Instant
    ) async throws -> Int {
        var count = 0
        while ContinuousClock.now < end {
            try await session.signalTyping(true, in: group)
            try await session.signalPresence(.online)
            let message = try await session.send("message \(count) of an active talk", to: group)
            count += 1
            try await session.markRead(group)
            try await session.react(.love, to: message)
            _ = try session.messages(in: group, limit: 50)
            _ = try session.conversations(limit: 20)
            try await Task.sleep(for: .milliseconds(100))
        }
        return count
    }

    private func hear(as session: Session, since beginning: Position) async throws -> Int {
        // Counted by their numbers, so that what is measured does not grow by this.
        var (count, newest) = (0, UInt64(0))
        for try await page in session.follow(since: beginning) {
            for case .message(let message, _) in page.items.map(\.change)
            where message.ordinal > newest && message.text != nil {
                newest = message.ordinal
                count += 1
            }
        }
        return count
    }

    private func watch(
        since begun: ContinuousClock.Instant,
        until end: ContinuousClock.Instant,
        _ count: () throws -> Int
    ) async throws -> [Point] {
        var points: [Point] = []
        let pause = max(1, minutes * 60 / 60)
        while ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(pause))
            let seconds = (ContinuousClock.now - begun).seconds
            let memory = Double(Meter.anonymousBytes) / Double(1 << 20)
            points.append(Point(seconds: seconds, memory: memory, messages: try count()))
        }
        return points
    }

    private func write(_ points: [Point]) throws {
        guard let path else { return }
        guard let file = fopen(path, "w") else {
            throw WrongResult(description: "\(path) cannot be written")
        }
        defer { fclose(file) }
        let lines = points.map { point in
            #"{"seconds":\#(point.seconds),"memoryMiB":\#(point.memory),"messages":\#(point.messages)}"#
        }
        fputs("[\(lines.joined(separator: ",\n"))]\n", file)
    }

    private func judge(_ points: [Point]) throws {
        let memory = points.map(\.memory)
        try demand(!memory.isEmpty, "nothing was measured")
        let highest = memory.max() ?? 0
        try demand(highest < Self.limit, "\(highest) MiB at its height")
        // The first quarter fills what is kept for ever.
        let half = memory.count / 2
        let before = memory[(memory.count / 4)...half].max() ?? 0
        let after = memory[half...].max() ?? 0
        try demand(
            minutes < Self.enough || after - before < Self.growth,
            "\(after - before) MiB more in the second half"
        )
        print(
            "at its height \(Text.number(highest)) MiB; second half \(Text.number(after - before)) more"
        )
    }
}

extension Store {
    /// How many messages a member sees.
    fileprivate func count(in group: ConversationID, by user: UserID) throws -> Int {
        Int(try session(for: user).conversation(group).messageCount)
    }
}
