import Contestants
import Measuring
import Workload

/// Asks what the way through the built command costs: lines of JSON in, lines of JSON out.
func pipe(_ count: Int, oneByOne: Int) -> RowPlan {
    let name = "\(Text.number(Double(count))) events through the pipe, and one at a time"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.workload(count)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.scrollback,
            bounds: "Lines are read, decided, stored and answered a batch at a time, one after the "
                + "other, so that the pipe gains little from a second core. In its processor time "
                + "is what the command needs to start and to open and close the store; its flushes "
                + "are two for each commit, for another process cannot count them. One at a time "
                + "waits for two flushes and two changes of the process.",
            contestants: [
                TrafficWriting(workload: workload, book: fixtures.book),
                PipeAhead(workload: workload, book: fixtures.book),
                PipeOneByOne(workload: workload, count: oneByOne),
            ]
        )
    }
}

/// Lines are written ahead, as fast as the pipe takes them.
private struct PipeAhead: Contestant {
    let name = "\(Names.scrollback), pipe, written ahead"
    let workload: Workload
    let book: AnswerBook

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try await store.fill(with: workload, 0..<workload.founding.operations)
        let before = try store.lifetimeCommits()
        let client = try PipeClient(store, workload)
        let meter = Meter()
        try client.carryOut(workload.traffic)
        let usage = meter.read()
        let processor = try client.close()
        try store.check(workload)
        let commits = try store.lifetimeCommits() - before
        let reader = try ScrollbackReader(store, workload)
        defer { reader.close() }
        try book.check(reader, workload, by: name)
        var sample = Sample(usage, events: workload.traffic.count)
        // The command's, not this program's; with its opening and closing of the store.
        sample[.processor] = processor * 1e6 / Double(workload.traffic.count)
        // Its data and the meta page of each commit.
        sample[.flushes] = Double(2 * commits)
        return sample
    }
}

/// Each line waits for the answer to the one before.
private struct PipeOneByOne: Contestant {
    let name = "\(Names.scrollback), pipe, one at a time"
    let workload: Workload
    let count: Int

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try await store.fill(with: workload, 0..<workload.founding.operations)
        let before = try store.lifetimeCommits()
        let client = try PipeClient(store, workload)
        var latencies: [Double] = []
        let meter = Meter()
        for number in workload.traffic.prefix(count) {
            let start = ContinuousClock.now
            try client.carryOut(number)
            latencies.append((ContinuousClock.now - start).microseconds)
        }
        let usage = meter.read()
        let processor = try client.close()
        try store.check(holds: workload.founding.events + 1 + count)
        var sample = Sample(usage, events: count)
        sample[.processor] = processor * 1e6 / Double(count)
        sample[.flushes] = Double(2 * (try store.lifetimeCommits() - before))
        sample.note(latencies: latencies)
        return sample
    }
}
