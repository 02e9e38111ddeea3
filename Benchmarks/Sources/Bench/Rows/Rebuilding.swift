import Contestants
import EventLog
import Measuring
import Scrollback
import Workload

/// Asks how fast everything derived is made anew from the events.
func rebuilding(_ count: Int) -> RowPlan {
    let name = "make all views anew from \(Text.number(Double(count))) events"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, .atLeast(.rate, 500_000))],
            bounds: "Every record is checked and decoded, folded into each view, and collected in "
                + "runs; one is sorted and written while the next is folded. SQLite runs a sorting "
                + "statement for each table, and its tables are fewer.",
            contestants: [
                ScrollbackRebuild(
                    store: try await fixtures.changeableStore(workload),
                    workload: workload
                ),
                SQLiteRebuild(store: try fixtures.database(workload), workload: workload),
            ]
        )
    }
}

/// The opening of a store whose views are gone.
private struct ScrollbackRebuild: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        try store.removeViews()
        let meter = Meter()
        let engine = try store.open()
        let usage = meter.read()
        let snapshot = try engine.snapshot()
        let (position, size) = (snapshot.position, snapshot.log.size)
        _ = consume snapshot
        engine.close()
        try demand(position == size, "the views are behind the log")
        return sample(usage, events: workload.eventCount)
    }
}

private struct SQLiteRebuild: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let path = "\(folder)/made.sqlite"
        let meter = Meter()
        try store.rebuild(into: path)
        let usage = meter.read()
        try store.check(rebuilt: path)
        return sample(usage, events: workload.eventCount)
    }
}

private func sample(_ usage: Meter.Usage, events: Int) -> Sample {
    var sample = Sample(usage, events: events)
    sample.noteRate(usage, events: events)
    sample[.written] = Double(usage.writtenBytes) / Double(events)
    sample[.memory] = Double(usage.peakBytes) / Double(1 << 20)
    return sample
}
