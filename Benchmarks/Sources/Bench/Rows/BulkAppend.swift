import Contestants
import EventLog
import Measuring
import Wire
import Workload

/// Asks what an event costs in a large, durable batch with everything kept that questions need.
func bulkAppend(_ count: Int, sqliteTarget: Double, notesNormal: Bool) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "append \(events) events in batches of 1,000, durable, views kept"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.workload(count)
        let book = fixtures.book
        var contestants: [any Contestant] = [
            TrafficWriting(workload: workload, book: book),
            SQLiteTrafficWriting(workload: workload, book: book),
        ]
        if notesNormal {
            contestants.append(
                SQLiteTrafficWriting(
                    name: Names.sqliteNormal,
                    workload: workload,
                    book: book,
                    durability: .normal
                )
            )
        }
        let rows = try await fixtures.rows(workload, batch: ScrollbackStore.batch)
        contestants.append(FloorBulk(rows: rows, keepsViews: true))
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.sqlite,
            targets: [
                Target(Names.scrollback, .times(of: Names.sqlite, sqliteTarget)),
                Target(Names.scrollback, .times(of: Names.floor, 2.5)),
            ],
            bounds:
                "Two threads: one decides commands on what the views say, frames, hashes, seals "
                + "and folds into every view, which is two thirds of the work and mostly waits for "
                + "memory; the other puts the rows into the views' file, and is what the floor is. "
                + "SQLite writes whole pages twice, to its log and back, and hashes nothing.",
            contestants: contestants
        )
    }
}

/// Asks what the log alone costs.
func bulkAppendLogOnly(_ count: Int) -> RowPlan {
    let events = Text.number(Double(count))
    let name = "append \(events) events in batches of 1,000, durable, log only"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.workload(count)
        let store = try await fixtures.store(workload)
        let rows = try await fixtures.rows(workload, batch: ScrollbackStore.batch)
        return Row(
            name,
            compared: .timePerEvent,
            with: Names.floor,
            bounds: "Hashing, sealing and encrypting each event, and the tree above them.",
            contestants: [
                LogBulk(events: try RecordedEvents(of: store), skipping: workload.founding.events),
                FloorBulk(rows: rows, keepsViews: false),
            ]
        )
    }
}

/// The log's writer by itself, on the calling thread, with the same events.
struct LogBulk: Contestant {
    let name: String
    private let events: RecordedEvents
    private let founding: Int

    init(_ name: String = Names.scrollback, events: RecordedEvents, skipping founding: Int) {
        self.name = name
        self.events = events
        self.founding = founding
    }

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try store.create()
        let log = try store.openLog(.writing)
        let (usage, commits) = try append(to: log)
        let size = try log.snapshot().size
        log.close()
        try demand(
            size == Position(UInt64(events.count) + 1),
            "\(size) events are stored, not \(events.count + 1)"
        )
        let count = events.count - founding
        var sample = Sample(usage, events: count)
        sample.note(
            written: usage,
            in: folder,
            events: events.count,
            flushes: usage.flushes + commits
        )
        sample.noteWritten(usage, events: count)
        return sample
    }

    private func append(to log: EventLog) throws -> (Meter.Usage, commits: Int) {
        var writer = try LogWriter(log)
        try events.append(0..<founding, to: &writer)
        let meter = Meter()
        let commits = try events.append(founding..<events.count, to: &writer)
        return (meter.read(), commits)
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
        let commits = floor.commits - before
        floor.close()
        var sample = Sample(usage, events: rows.eventCount)
        sample.note(
            written: usage,
            in: folder,
            events: rows.eventCount + rows.preamble.records.count,
            flushes: usage.flushes + commits
        )
        sample.noteWritten(usage, events: rows.eventCount)
        return sample
    }
}
