import Contestants
import Measuring
import Workload

/// Asks how long it takes until nothing is left of a message.
func erasing(_ each: Int, of count: Int) -> RowPlan {
    let name = "erase one of \(Text.number(Double(count))) events' messages for good"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .p50,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, .atMost(.p50, 2_500))],
            bounds:
                "Scrollback logs the erasure, zeroes a key and drops the sealed bytes: flushes, "
                + "one after the other. SQLite zeroes the text in its page and then has to copy "
                + "the write-ahead log away; copies of the file elsewhere keep the text.",
            contestants: [
                ScrollbackErasing(
                    store: try await fixtures.changeableStore(workload),
                    workload: workload,
                    count: each
                ),
                SQLiteErasing(
                    store: try fixtures.database(workload),
                    workload: workload,
                    count: each
                ),
            ]
        )
    }
}

/// How long it takes to erase messages, others in each run, and how often each waits for the disk.
private func erasures(
    _ count: Int,
    of workload: Workload,
    _ erase: (Int) async throws -> Void,
    isErased: (Int) throws -> Bool
) async throws -> Sample {
    var chosen: Set<Int> = []
    while chosen.count < count { chosen.insert(Int.random(in: workload.messages.indices)) }
    var latencies: [Double] = []
    let meter = Meter()
    for message in chosen {
        let start = ContinuousClock.now
        try await erase(message)
        latencies.append((ContinuousClock.now - start).microseconds)
        try demand(try isErased(message), "the message is still there")
    }
    let usage = meter.read()
    var sample = Sample()
    sample.note(latencies: latencies)
    sample[.flushes] = Double(usage.flushes) / Double(count)
    return sample
}

private struct ScrollbackErasing: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let workload: Workload
    let count: Int

    func run(in _: String) async throws -> Sample {
        let sender = try await SessionSender(store, workload)
        defer { sender.close() }
        return try await erasures(count, of: workload) { message in
            try await sender.erase(message)
        } isErased: { message in
            try sender.isErased(message)
        }
    }
}

private struct SQLiteErasing: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let workload: Workload
    let count: Int

    func run(in _: String) async throws -> Sample {
        let eraser = try SQLiteEraser(store, workload)
        defer { eraser.close() }
        return try await erasures(count, of: workload) { message in
            try eraser.erase(message)
        } isErased: { message in
            try eraser.isErased(message)
        }
    }
}
