import Contestants
import EventLog
import Measuring
import Wire
import Workload

/// Asks what it costs to look one event up, from nothing to its checked record.
func randomReads(_ reads: Int, of count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "random read of one record of \(events) through a new snapshot"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .p50,
            with: Names.floor,
            bounds: "Finding the page; the clock's own 30 to 50 ns are in it.",
            contestants: [
                RecordReads(
                    store: try await fixtures.store(workload),
                    count: count,
                    reads: reads
                ),
                SQLiteReads(store: try fixtures.database(workload), count: count, reads: reads),
                FloorReads(
                    folder: try await fixtures.floor(workload),
                    count: count,
                    reads: reads
                ),
            ]
        )
    }
}

/// The positions to look up; the same for everybody.
private struct Positions {
    private var generator = SplitMix64(seed: 7)
    let count: Int

    init(count: Int) {
        self.count = count
    }

    mutating func next() -> UInt64 { 2 + generator.next() % UInt64(count) }
}

private struct RecordReads: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let count: Int
    let reads: Int

    func run(in folder: String) async throws -> Sample {
        let log = try store.openLog(.reading)
        defer { log.close() }
        var positions = Positions(count: count)
        var latencies: [Double] = []
        latencies.reserveCapacity(reads)
        for _ in 0..<reads {
            let position = Position(positions.next())
            let start = ContinuousClock.now
            let snapshot = try log.snapshot()
            let record = try snapshot.record(at: position)
            let isRight = record.position == position && record.version > .zero
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(isRight, "another record was found")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

/// A transaction of its own for each.
private struct SQLiteReads: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let count: Int
    let reads: Int

    func run(in _: String) async throws -> Sample {
        let events = try SQLiteEvents(store)
        defer { events.close() }
        var positions = Positions(count: count)
        var latencies: [Double] = []
        latencies.reserveCapacity(reads)
        for _ in 0..<reads {
            let position = Int64(positions.next() - 1)
            let start = ContinuousClock.now
            let isThere = try events.read(at: position)
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(isThere, "no event was found")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

private struct FloorReads: Contestant {
    let name = Names.floor
    let folder: String
    let count: Int
    let reads: Int

    func run(in _: String) async throws -> Sample {
        let floor = try FloorStore(in: folder)
        var positions = Positions(count: count)
        var latencies: [Double] = []
        latencies.reserveCapacity(reads)
        for _ in 0..<reads {
            let position = positions.next()
            let start = ContinuousClock.now
            let length = try floor.read(at: position)
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(length != nil, "no row was found")
        }
        floor.close()
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
