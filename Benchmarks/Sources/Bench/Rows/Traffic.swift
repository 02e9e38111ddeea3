import Contestants
import Measuring
import Scrollback
import Workload

extension ScrollbackStore {
    /// Makes the store and has it do the founding and then the traffic, which alone is measured.
    func writeTraffic(
        of workload: Workload
    ) async throws -> (usage: Meter.Usage, commits: Int) {
        try create()
        let engine = try open()
        defer { engine.close() }
        try await Self.carryOut(workload, 0..<workload.founding.operations, on: engine)
        let before = commits
        let meter = Meter()
        try await Self.carryOut(workload, workload.traffic, on: engine)
        return (meter.read(), commits - before)
    }
}

extension SQLiteStore {
    /// Does the same with the database.
    func writeTraffic(of workload: Workload) throws -> Meter.Usage {
        try create()
        let writer = try SQLiteWriter(self, workload)
        try writer.carryOut(0..<workload.founding.operations)
        let meter = Meter()
        try writer.carryOut(workload.traffic)
        let usage = meter.read()
        try writer.close()
        return usage
    }
}

/// A store that writes the traffic, as a backend does that has much to write: a thousand commands
/// side by side.
struct TrafficWriting: Contestant {
    var name = Names.scrollback
    let workload: Workload
    let book: AnswerBook

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        let (usage, commits) = try await store.writeTraffic(of: workload)
        try store.check(workload)
        let reader = try ScrollbackReader(store, workload)
        defer { reader.close() }
        try book.check(reader, workload, by: name)
        return Sample(
            writing: usage,
            of: workload,
            in: folder,
            flushes: usage.flushes + commits
        )
    }
}

/// The same operations as SQL, in transactions of a thousand.
struct SQLiteTrafficWriting: Contestant {
    var name = Names.sqlite
    let workload: Workload
    let book: AnswerBook
    var durability = SQLiteStore.Durability.full

    func run(in folder: String) async throws -> Sample {
        let store = SQLiteStore(in: folder, durability)
        let usage = try store.writeTraffic(of: workload)
        let reader = try SQLiteReader(store, workload)
        defer { reader.close() }
        try book.check(reader, workload, by: name)
        return Sample(writing: usage, of: workload, in: folder, flushes: usage.flushes)
    }
}

extension Sample {
    /// What the traffic took, and what then lies in the folder with all that was before it.
    fileprivate init(
        writing usage: Meter.Usage,
        of workload: Workload,
        in folder: String,
        flushes: Int
    ) {
        let count = workload.traffic.count
        self.init(usage, events: count)
        note(written: usage, in: folder, events: workload.eventCount, flushes: flushes)
        noteWritten(usage, events: count)
    }
}
