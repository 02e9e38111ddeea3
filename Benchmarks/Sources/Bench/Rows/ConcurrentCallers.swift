import Measuring
import Scrollback

/// Asks what a durable event costs those who wait for it, alone and in a crowd.
func concurrentCallers(_ sizes: [(callers: Int, events: Int)]) -> RowPlan {
    let counts = sizes.map { "\($0.callers)" }.joined(separator: ", ")
    let name = "\(counts) concurrent callers, one durable event each at a time"
    return RowPlan(name: name) { fixtures in
        let most = sizes.map(\.events).max() ?? 0
        let least = sizes.map(\.events).min() ?? 0
        let workload = fixtures.workload(most)
        let one = FloorTransactions.name(eventsEach: 1)
        var contestants: [any Contestant] = sizes.map { size in
            EngineCallers(workload: workload, callers: size.callers, count: size.events)
        }
        contestants += [
            FloorTransactions(
                rows: try await fixtures.rows(least, batch: 1),
                eventsEach: 1
            ),
            FloorTransactions(
                rows: try await fixtures.rows(most, batch: 64),
                eventsEach: 64
            ),
        ]
        return Row(
            name,
            compared: .timePerEvent,
            with: one,
            targets: [Target(EngineCallers.name(callers: 1), .timesReference(1.3))],
            contestants: contestants
        )
    }
}

/// Callers who each await one append before the next.
private struct EngineCallers: Contestant {
    let workload: Workload
    let callers: Int
    let count: Int

    var name: String { Self.name(callers: callers) }

    static func name(callers: Int) -> String {
        callers == 1 ? "Scrollback, 1 caller" : "Scrollback, \(callers) callers"
    }

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try store.create()
        let engine = try store.open()
        let meter = Meter()
        let latencies = try await appendAll(to: engine)
        let usage = meter.read()
        engine.close()
        try store.check(workload, first: count)
        var sample = Sample(usage, events: count)
        sample.noteRate(usage, events: count)
        sample.note(latencies: latencies)
        sample.note(written: usage, in: folder, events: count, flushes: store.commits)
        return sample
    }

    private func appendAll(to engine: Engine) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for caller in 0..<callers {
                group.addTask { try await append(as: caller, to: engine) }
            }
            var latencies: [Double] = []
            for try await some in group { latencies += some }
            return latencies
        }
    }

    private func append(as caller: Int, to engine: Engine) async throws -> [Double] {
        var latencies: [Double] = []
        latencies.reserveCapacity(count / callers + 1)
        for index in stride(from: caller, to: count, by: callers) {
            let start = ContinuousClock.now
            try await engine.submit(AppendPart(workload, index..<index + 1))
            latencies.append((ContinuousClock.now - start).microseconds)
        }
        return latencies
    }
}

/// The same rows in a loop of small transactions on one thread.
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
        let flushes = floor.commits - before
        floor.close()
        var sample = Sample(usage, events: rows.eventCount)
        sample.noteRate(usage, events: rows.eventCount)
        sample.note(latencies: latencies)
        sample.note(written: usage, in: folder, events: rows.eventCount, flushes: flushes)
        return sample
    }
}

extension Sample {
    /// Adds how long single calls took, in microseconds.
    mutating func note(latencies: [Double]) {
        let sorted = latencies.sorted()
        self[.p50] = percentile(0.5, ofSorted: sorted)
        self[.p99] = percentile(0.99, ofSorted: sorted)
    }
}
