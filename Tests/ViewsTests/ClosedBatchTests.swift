import EventLog
import Glibc
import LMDB
import Locking
import Projections
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A run is folded on top of one that is being written` {
    @Test func `a reader sees both and the file`() throws {
        let store = try StoreInFolder(events: 300)
        let opened = try store.open(custom: [LookingAround(), CustomCounter()])
        var views = try opened.views.openForWriting()
        let whole = try opened.views.snapshot().lines()
        #expect(whole.contains { $0.hasPrefix("custom.looking.rows ") })
        for runBytes in [1, 2_000, 20_000] {
            let inRuns = try opened.views.withRecount(
                through: Position(301),
                runBytes: runBytes
            ) { (recount) throws(ViewsError) -> [String] in
                var lines: [String] = []
                try recount.dump { lines.append($0) }
                return lines
            }
            #expect(inRuns == whole)
        }
        views = try opened.views.rebuild()
        try opened.views.close(views)
    }

    @Test func `what was folded before a damaged record is kept`() throws {
        let store = try StoreInFolder(events: 700)
        try damageRecord(200, in: store.directory)
        let opened = try store.open()
        var writer = try opened.views.beginReplacement()
        let reached = try expectFailure(
            .log(.damagedRecord(Position(200), .checksum)),
            of: &writer,
            opened.views,
            opened.log
        )
        #expect(reached == Position(199))
        opened.views.discard(writer)
    }

    @Test func `what was folded before room ran out is kept`() throws {
        let store = try StoreInFolder(events: 700)
        let log = try EventLog(opening: store.directory, access: .writing)
        var options = Views<TestProjectors>.Options(mapSize: 1 << 19)
        options.custom = try CustomViews([
            CustomWriting { position, rows in
                let value = [UInt8](repeating: 1, count: 1_000)
                try rows.put(CustomCounter.bytes(position.rawValue), value, in: "rows")
            }
        ])
        let views = Views<TestProjectors>(of: log, options: options)
        var writer = try views.beginReplacement()
        let reached = try expectFailure(.storage(.mapFull), of: &writer, views, log)
        #expect(reached > Position(10) && reached < Position(701))
        views.discard(writer)
    }

    @Test(arguments: [nil, 1 << 19])
    func `room that a file far from its limits lacks is damage`(mapSize: Int?) throws {
        let store = try StoreInFolder(events: 3)
        let log = try EventLog(opening: store.directory, access: .writing)
        let views = Views<TestProjectors>(
            of: log,
            options: Views<TestProjectors>.Options(mapSize: mapSize)
        )
        let writer = try views.openForWriting()
        let isDamage = writer.file.failure(of: .mapFull) == .storage(.damaged)
        #expect(isDamage == (mapSize == nil))
        #expect(writer.file.failure(of: .system(errno: EINVAL)) == .storage(.damaged))
        #expect(writer.file.failure(of: .system(errno: EIO)) == .storage(.system(errno: EIO)))
        try views.close(writer)
    }

    /// Replays in runs of an event until it fails, and looks whether the views stand where they
    /// say.
    private func expectFailure(
        _ expected: ViewsError,
        of writer: inout ViewsWriter,
        _ views: Views<TestProjectors>,
        _ log: EventLog
    ) throws -> Position {
        let steps = Steps()
        let failure = failure(of: &writer, views, log, steps)
        #expect(failure == expected)
        let reached = writer.position
        #expect(steps.all == (1...reached.rawValue).map { Position($0) })
        let snapshot = try log.snapshot()
        let stream = try snapshot.record(at: reached).stream
        try writer.begin()
        let head = try views.projectors.streams.head(of: stream, in: writer)
        writer.abandon()
        #expect(head?.position == reached)
        return reached
    }

    private func failure(
        of writer: inout ViewsWriter,
        _ views: Views<TestProjectors>,
        _ log: EventLog,
        _ steps: Steps
    ) -> ViewsError? {
        do throws(ViewsError) {
            try Replay.catchUp(
                &writer,
                with: views.projectors,
                from: log,
                runBytes: 1,
                progress: { done, _ in steps.add(done) }
            )
            return nil
        } catch {
            return error
        }
    }

    private final class Steps: Sendable {
        private let steps = Lock<[Position]>([])

        func add(_ step: Position) { steps.withLock { $0.append(step) } }
        var all: [Position] { steps.withLock { $0 } }
    }
}

/// Writes, changes and removes rows, and keeps what both ways through all of them have shown.
private struct LookingAround: CustomRecordProjector {
    let name = "looking"
    let version: UInt32 = 1
    let tables = ["rows", "shown"]

    func fold(
        _ record: borrowing StoredRecord,
        of log: EventLog,
        into rows: inout CustomRows
    ) throws {
        let number = record.position.rawValue
        try rows.put([UInt8(number % 23)], CustomCounter.bytes(number), in: "rows")
        try rows.remove([UInt8(number &* 7 % 19)], in: "rows")
        if number.isMultiple(of: 5) { try rows.put([7, 7], [UInt8(number % 251)], in: "rows") }
        let shown = try shown(rows, descending: false) + shown(rows, descending: true)
        try rows.put(CustomCounter.bytes(number), shown, in: "shown")
    }

    private func shown(_ rows: borrowing CustomRows, descending: Bool) throws -> [UInt8] {
        var shown: [UInt8] = []
        let range = CustomRange(prefix: [], descending: descending)
        try rows.forEachRow(in: "rows", range) { key, value in
            shown += key.array + value.array
            return .goOn
        }
        return shown
    }
}
