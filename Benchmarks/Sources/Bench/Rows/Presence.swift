import Contestants
import Measuring
import Scrollback

/// Asks what presence costs while many people are online.
func presence(_ people: Int) -> RowPlan {
    let name = "presence of \(Text.number(Double(people))) people online"
    return RowPlan(name: name) { _ in
        Row(
            name,
            compared: .p50,
            bounds: "A refresh is a command without an event: the way to the writer's thread and "
                + "back, and no flush. Of 64 callers many share one way; a caller alone has it for "
                + "itself. A snapshot of 500 looks up for each whether the viewer may see it; p50 "
                + "and p99 are of one. The memory is what the heap holds more with all online.",
            contestants: [OnlinePeople(count: people)]
        )
    }
}

/// Groups in which one viewer is with all the other people, who are online.
private struct OnlinePeople: Contestant {
    let name = Names.scrollback
    let count: Int

    private static let callers = 64
    private static let rounds = 3
    private static let snapshots = 200
    private static let refreshesAlone = 2_000

    func run(in folder: String) async throws -> Sample {
        let store = try Store.open("\(folder)/chat.scrollback")
        defer { store.close() }
        let viewer = store.session(for: .fresh())
        let people = (0..<count).map { _ in UserID.fresh() }
        for start in stride(from: 0, to: count, by: Limits.members - 1) {
            let members = people[start..<min(start + Limits.members - 1, count)]
            try await viewer.createGroup(members: Array(members))
        }
        let position = try store.position
        let stored = try Folder.digest(of: folder)

        let before = Meter.heapBytes
        try await refresh(people, in: store)
        let after = Meter.heapBytes
        let meter = Meter()
        for _ in 0..<Self.rounds { try await refresh(people, in: store) }
        let usage = meter.read()
        let start = ContinuousClock.now
        for user in people.prefix(Self.refreshesAlone) {
            try await store.session(for: user).signalPresence(.online)
        }
        let alone = ContinuousClock.now - start

        var latencies: [Double] = []
        for turn in 0..<Self.snapshots {
            let asked = (0..<Limits.people).map { people[($0 * 17 + turn) % count] }
            let start = ContinuousClock.now
            let items = try viewer.presence(of: asked)
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(
                items.allSatisfy { $0.presence?.isOnline == true },
                "a person is not shown online"
            )
        }
        try demand(try store.position == position, "presence has been logged")
        try demand(
            try Folder.digest(of: folder) == stored,
            "presence has been written to a file"
        )
        let refreshes = Double(Self.rounds * count)
        var sample = Sample()
        sample.note(latencies: latencies)
        sample[Figure("refresh", "µs")] = usage.seconds * 1e6 / refreshes
        sample[Figure("CPU of a refresh", "µs")] = usage.processorSeconds * 1e6 / refreshes
        sample[Figure("refresh alone", "µs")] =
            alone.microseconds / Double(min(people.count, Self.refreshesAlone))
        sample[.memory] = Double(after > before ? after - before : 0) / Double(1 << 20)
        return sample
    }

    /// Signals that every person is online, through so many callers at once.
    private func refresh(_ people: [UserID], in store: Store) async throws {
        try await withThrowingTaskGroup { group in
            for caller in 0..<Self.callers {
                group.addTask {
                    for place in stride(from: caller, to: people.count, by: Self.callers) {
                        try await store.session(for: people[place]).signalPresence(.online)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
