import EventLog
import Measuring
import Scrollback
import Wire

/// Asks what an event costs in a large, durable batch with all views kept.
func bulkAppend(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "append \(events) events in batches of 1,000, durable, views kept"
    return RowPlan(name: name) { fixtures in
        let rows = try await fixtures.rows(count, batch: Fixtures.batch)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.floor,
            targets: [Target(Names.scrollback, .timesReference(2.5))],
            contestants: [
                EngineBulk(workload: fixtures.workload(count)),
                FloorBulk(rows: rows, keepsViews: true),
            ]
        )
    }
}

/// Asks what the log alone costs.
func bulkAppendLogOnly(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "append \(events) events in batches of 1,000, durable, log only"
    return RowPlan(name: name) { fixtures in
        let rows = try await fixtures.rows(count, batch: Fixtures.batch)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.floor,
            contestants: [
                LogBulk(workload: fixtures.workload(count)),
                FloorBulk(rows: rows, keepsViews: false),
            ]
        )
    }
}

/// A store as backends use it: one caller, a command for each batch.
private struct EngineBulk: Contestant {
    let name = Names.scrollback
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let count = workload.events.count
        let store = ScrollbackStore(in: folder)
        try store.create()
        let engine = try store.open()
        let meter = Meter()
        try await ScrollbackStore.append(workload, batch: Fixtures.batch, to: engine)
        let usage = meter.read()
        engine.close()
        try store.check(workload, first: count)
        var sample = Sample(usage, events: count)
        sample.note(written: usage, in: folder, events: count, flushes: store.commits)
        return sample
    }
}

/// The log's writer by itself, on the calling thread.
struct LogBulk: Contestant {
    var name = Names.scrollback
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let count = workload.events.count
        let store = ScrollbackStore(in: folder)
        try store.create()
        let log = try store.openLog(.writing)
        let (usage, flushes) = try append(to: log)
        log.close()
        try store.check(workload, first: count)
        var sample = Sample(usage, events: count)
        sample.note(written: usage, in: folder, events: count, flushes: flushes)
        return sample
    }

    private func append(to log: EventLog) throws -> (Meter.Usage, flushes: Int) {
        let count = workload.events.count
        var writer = try LogWriter(log)
        var list = EventList()
        var flushes = 0
        let meter = Meter()
        for start in stride(from: 0, to: count, by: Fixtures.batch) {
            list.removeAll()
            for index in start..<min(start + Fixtures.batch, count) {
                workload.add(index, to: &list)
            }
            try writer.begin()
            let time = Engine.wallClock()
            for index in 0..<list.count {
                let stream = list.stream(at: index)
                if writer.head(of: stream) == nil { try writer.confirm(nil, of: stream) }
                try writer.append(list[index], recorded: time)
            }
            try writer.commit()
            flushes += 1
        }
        return (meter.read(), flushes)
    }
}

/// The same rows, made beforehand, put into LMDB in a tight loop.
private struct FloorBulk: Contestant {
    let name = Names.floor
    let rows: CapturedRows
    let keepsViews: Bool

    func run(in folder: String) async throws -> Sample {
        var floor = try FloorStore(in: folder, viewTables: keepsViews ? rows.viewTables : [])
        try floor.write(rows.preamble, of: rows)
        let before = floor.commits
        let meter = Meter()
        for batch in rows.batches { try floor.write(batch, of: rows) }
        let usage = meter.read()
        try demand(
            try floor.contents() == (keepsViews ? rows.expected : rows.expectedLog),
            "the floor holds other rows"
        )
        let flushes = floor.commits - before
        floor.close()
        var sample = Sample(usage, events: rows.eventCount)
        sample.note(written: usage, in: folder, events: rows.eventCount, flushes: flushes)
        return sample
    }
}
