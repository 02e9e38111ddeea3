import Contestants
import Measuring
import Synchronization
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
                    doomed: Doomed(each, of: workload)
                ),
                SQLiteErasing(
                    store: try fixtures.database(workload),
                    workload: workload,
                    doomed: Doomed(each, of: workload)
                ),
            ]
        )
    }
}

/// The messages that go in each run: others each time, and the same for each contestant.
private final class Doomed: Sendable {
    private struct State {
        var dice = SplitMix64(seed: 7)
        var all: Set<Int> = []
    }

    private let count: Int
    private let messages: Range<Int>
    private let state = Mutex(State())

    init(_ count: Int, of workload: Workload) {
        self.count = count
        messages = workload.messages.indices
    }

    func next() -> [Int] {
        state.withLock { state in
            var chosen: [Int] = []
            while chosen.count < count {
                let message = Int.random(in: messages, using: &state.dice)
                if state.all.insert(message).inserted { chosen.append(message) }
            }
            return chosen
        }
    }
}

/// How long it takes to erase messages, and how often each waits for the disk.
private func erasures(
    of chosen: [Int],
    _ erase: (Int) async throws -> Void,
    isErased: (Int) throws -> Bool
) async throws -> Sample {
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
    sample[.flushes] = Double(usage.flushes) / Double(chosen.count)
    return sample
}

private struct ScrollbackErasing: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let workload: Workload
    let doomed: Doomed

    func run(in _: String) async throws -> Sample {
        let sender = try await SessionSender(store, workload)
        defer { sender.close() }
        return try await erasures(of: doomed.next()) { message in
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
    let doomed: Doomed

    func run(in _: String) async throws -> Sample {
        let eraser = try SQLiteEraser(store, workload)
        defer { eraser.close() }
        return try await erasures(of: doomed.next()) { message in
            try eraser.erase(message)
        } isErased: { message in
            try eraser.isErased(message)
        }
    }
}
