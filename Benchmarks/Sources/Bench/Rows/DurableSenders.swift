import Contestants
import Measuring
import Workload

/// Asks what a durable message costs those who wait for it, alone and in a crowd.
func durableSenders(_ sizes: [(callers: Int, events: Int)]) -> RowPlan {
    let counts = sizes.map { "\($0.callers)" }.joined(separator: ", ")
    let name = "\(counts) senders, each waiting for one durable message at a time"
    return RowPlan(name: name) { fixtures in
        let most = sizes.map(\.events).max() ?? 0
        let workload = fixtures.workload(most + most / 5)
        let one = FloorTransactions.name(eventsEach: 1)
        // Of SQLite's time; with one sender, two flushes against one.
        let shares = [1: 1.15, 64: 0.55, 256: 0.5]
        var contestants: [any Contestant] = []
        var targets: [Target] = []
        for size in sizes {
            contestants.append(
                SessionSenders(workload: workload, callers: size.callers, count: size.events)
            )
            guard let share = shares[size.callers] else { continue }
            contestants.append(
                SQLiteSenders(workload: workload, callers: size.callers, count: size.events)
            )
            targets.append(
                Target(
                    SessionSenders.name(callers: size.callers),
                    .times(of: SQLiteSenders.name(callers: size.callers), share)
                )
            )
        }
        let least = sizes.map(\.events).min() ?? 0
        contestants += [
            FloorTransactions(
                rows: try await fixtures.rows(workload, traffic: least, batch: 1),
                eventsEach: 1
            ),
            FloorTransactions(
                rows: try await fixtures.rows(workload, traffic: min(64 * least, most), batch: 64),
                eventsEach: 64
            ),
        ]
        return Row(
            name,
            compared: .timePerEvent,
            with: one,
            targets: targets,
            bounds: "One sender waits for the disk: LMDB flushes twice a commit, SQLite once. Many "
                + "share a commit; some are decided while the views of the others are written, "
                + "and come back for the next commit. What is left is waking each of them, and a "
                + "page of each view for nearly every message of so small a batch.",
            contestants: contestants
        )
    }
}

/// The traffic's messages, shared out among callers who each await one before the next.
private func latencies(
    of count: Int,
    _ workload: Workload,
    callers: Int,
    _ send: @escaping @Sendable (Int) async throws -> Void
) async throws -> [Double] {
    let messages = workload.traffic.lazy.filter { number in
        // Only those who were there from the beginning: nobody is added here.
        let operation = workload.operations[number]
        return operation.kind == .send
            && workload.conversations[Int(operation.conversation)].founders
                .contains(operation.actor)
    }
    let chosen = Array(messages.prefix(count))
    try demand(chosen.count == count, "the workload has too few messages")
    return try await withThrowingTaskGroup(of: [Double].self) { group in
        for caller in 0..<callers {
            group.addTask {
                var latencies: [Double] = []
                latencies.reserveCapacity(count / callers + 1)
                for index in stride(from: caller, to: count, by: callers) {
                    let start = ContinuousClock.now
                    try await send(chosen[index])
                    latencies.append((ContinuousClock.now - start).microseconds)
                }
                return latencies
            }
        }
        var all: [Double] = []
        for try await some in group { all += some }
        return all
    }
}

/// Backends' callers: a session for each message.
private struct SessionSenders: Contestant {
    let workload: Workload
    let callers: Int
    let count: Int

    var name: String { Self.name(callers: callers) }

    static func name(callers: Int) -> String { "\(Names.scrollback), \(callers)" }

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try await store.fill(with: workload, 0..<workload.founding.operations)
        let before = try store.lifetimeCommits()
        let sender = try await SessionSender(store, workload)
        let meter = Meter()
        let latencies = try await latencies(of: count, workload, callers: callers) { number in
            try await sender.send(number)
        }
        let usage = meter.read()
        sender.close()
        let commits = try store.lifetimeCommits() - before - 1
        // The log's first event, and the operator's change of the rate limit.
        try store.check(holds: workload.founding.events + 2 + count)
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        sample.note(latencies: latencies)
        sample[.flushes] = Double(usage.flushes + commits)
        sample.noteWritten(usage, events: count)
        return sample
    }
}

/// The same callers in front of SQLite.
private struct SQLiteSenders: Contestant {
    let workload: Workload
    let callers: Int
    let count: Int

    var name: String { Self.name(callers: callers) }

    static func name(callers: Int) -> String { "\(Names.sqlite), \(callers)" }

    func run(in folder: String) async throws -> Sample {
        let store = SQLiteStore(in: folder)
        try store.fill(with: workload, 0..<workload.founding.operations)
        let queue = try SQLiteQueue(store, workload)
        let meter = Meter()
        let latencies = try await latencies(of: count, workload, callers: callers) { number in
            try await queue.carryOut(number)
        }
        let usage = meter.read()
        try queue.close()
        try store.check(holds: workload.founding.events + count)
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        sample.note(latencies: latencies)
        sample[.flushes] = Double(usage.flushes)
        sample.noteWritten(usage, events: count)
        return sample
    }
}

/// The rows of a store in a loop of small transactions on one thread.
private struct FloorTransactions: Contestant {
    let rows: CapturedRows
    let eventsEach: Int

    var name: String { Self.name(eventsEach: eventsEach) }

    static func name(eventsEach: Int) -> String {
        "\(Names.floor), \(eventsEach) \(eventsEach == 1 ? "event" : "events") a commit"
    }

    func run(in folder: String) async throws -> Sample {
        var floor = try FloorStore(in: folder, viewTables: rows.viewTables)
        try floor.write(rows.preamble, of: rows)
        let before = floor.commits
        var latencies: [Double] = []
        latencies.reserveCapacity(rows.batches.count)
        let meter = Meter()
        for batch in rows.batches {
            let start = ContinuousClock.now
            try floor.write(batch, of: rows)
            latencies.append((ContinuousClock.now - start).microseconds)
        }
        let usage = meter.read()
        try demand(try floor.contents() == rows.expected, "the floor holds other rows")
        let commits = floor.commits - before
        floor.close()
        var sample = Sample(usage, events: rows.eventCount)
        sample.noteRate(usage, events: rows.eventCount)
        sample.note(latencies: latencies)
        sample[.flushes] = Double(usage.flushes + commits)
        sample.noteWritten(usage, events: rows.eventCount)
        return sample
    }
}
