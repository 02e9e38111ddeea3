import EventLog
import LMDB
import TestSupport
import Testing
import Views
import Wire

@Suite struct `An embedder's projector that throws harms its own view alone` {
    private static let seventh: @Sendable (Position) -> Bool = { $0 == Position(7) }

    /// The rows after the first events, of a projector that never throws.
    private func rows(after events: Int) throws -> (counts: [[UInt8]], newest: [[UInt8]]) {
        let store = try StoreInFolder()
        let opened = try store.open(custom: [CustomCounter()])
        var views = try opened.views.openForWriting()
        try opened.appendLive([events - 1], to: &views)
        let snapshot = try opened.views.snapshot()
        return (
            try snapshot.rows("counts", of: "counter"), try snapshot.rows("newest", of: "counter")
        )
    }

    @Test(arguments: [[20], [5, 15], [6, 14], [1, 1, 1, 1, 1, 1, 1, 13]])
    func `what it wrote for that event is undone, and everything else goes on`(
        batches: [Int]
    ) throws {
        let store = try StoreInFolder()
        let other = CustomCounter(name: "other")
        let opened = try store.open(custom: [CustomCounter(breaksAt: Self.seventh), other])
        do {
            var views = try opened.views.openForWriting()
            try opened.appendLive(batches, to: &views)
            #expect(views.position == Position(21))
            let snapshot = try opened.views.snapshot()
            #expect(throws: ViewsError.faultedView(name: "counter", Position(7))) {
                _ = try snapshot.rows("counts", of: "counter")
            }
            #expect(
                try snapshot.customViews().map(\.condition) == [
                    .faulted(Position(7), error: "Broken"), .follows,
                ]
            )
            let counted = try snapshot.rows("counts", of: "other")
            #expect(try counted == rows(after: 21).counts)
            #expect(try opened.views.differenceFromRecount() == nil)
            try opened.views.close(views)
        }
        opened.log.close()

        let expected = try rows(after: 6)
        #expect(try customRows("counter.counts", in: store.viewsPath) == expected.counts)
        #expect(try customRows("counter.newest", in: store.viewsPath) == expected.newest)
        #expect(opened.notices.count == 1)
        #expect(opened.notices.first?.contains("position 7 (Broken)") == true)
    }

    @Test func `a row that was removed, and one that was not there, stand as before`() throws {
        let store = try StoreInFolder()
        let keys: [[UInt8]] = [[1], [2], [3]]
        let writing = CustomWriting { position, rows in
            if position == Position(3) {
                // Committed before, touched in this batch, never there.
                try rows.remove(keys[0], in: "rows")
                try rows.remove(keys[1], in: "rows")
                try rows.put(keys[1], [9], in: "rows")
                try rows.put(keys[2], [9], in: "rows")
                try rows.put(keys[2], [8], in: "rows")
                throw CustomCounter.Broken()
            }
            try rows.put(keys[Int(position.rawValue) - 1], [1], in: "rows")
        }
        let opened = try store.open(custom: [writing])
        var views = try opened.views.openForWriting()
        try opened.appendLive([2], to: &views)
        try opened.views.close(views)
        opened.log.close()
        let found = try customRows("writing.rows", in: store.viewsPath)
        #expect(found == [[1], [1], [2], [1]])
    }

    @Test func `the fault outlives a reopening, and is told once`() throws {
        let store = try StoreInFolder(events: 20)
        let broken = CustomCounter(breaksAt: Self.seventh)
        let first = try store.openAndClose(custom: [broken])
        #expect(first.notices.count == 1)
        // Even one that would not throw any more is not believed: its rows end at the seventh.
        let mended = CustomCounter()
        let again = try store.open(custom: [mended])
        let views = try again.views.openForWriting()
        #expect(throws: ViewsError.faultedView(name: "counter", Position(7))) {
            _ = try again.views.snapshot().rows("counts", of: "counter")
        }
        #expect(again.notices == [] && mended.seen.count == 0)
        _ = consume views
        again.drop()
    }

    @Test func `a rebuild tries it again`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(custom: [CustomCounter(breaksAt: Self.seventh)])
        let opened = try store.open(custom: [CustomCounter()])
        var views = try opened.views.openForWriting()
        views = try opened.views.rebuild()
        let found = try opened.views.snapshot().rows("counts", of: "counter")
        #expect(try found == rows(after: 21).counts)
        _ = consume views
    }

    @Test func `another version tries it again before the store opens`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(custom: [CustomCounter(breaksAt: Self.seventh)])
        let generation = store.generation
        let opened = try store.open(custom: [CustomCounter(version: 2)])
        let views = try opened.views.openForWriting()
        let found = try opened.views.snapshot().rows("counts", of: "counter")
        #expect(try found == rows(after: 21).counts)
        #expect(store.generation == generation && opened.notices == [])
        _ = consume views
    }

    @Test func `one that always throws is called once`() throws {
        let store = try StoreInFolder(events: 20)
        let broken = CustomCounter(breaksAt: { _ in true })
        let opened = try store.open(custom: [broken])
        var views = try opened.views.openForWriting()
        try opened.appendLive([10], to: &views)
        #expect(broken.seen.count == 1)
        #expect(
            try opened.views.snapshot().customViews().first?.condition
                == .faulted(Position(1), error: "Broken")
        )
        #expect(views.position == Position(31) && opened.notices.count == 1)
    }

    @Test func `a fault in a batch that is undone is none`() throws {
        let store = try StoreInFolder()
        let opened = try store.open(custom: [CustomCounter(breaksAt: { $0 == Position(2) })])
        var views = try opened.views.openForWriting()
        var random = SplitMix64(seed: 1)
        var writer = try LogWriter(opened.log)
        try writer.begin()
        try views.begin()
        try writer.appendRandom(using: &random)
        try views.foldIntoCustomViews(try writer.newest())
        views.abandon()
        writer.abandon()
        #expect(
            try opened.views.snapshot().customViews().map(\.condition) == [.follows]
        )
        #expect(opened.notices == [])
        try opened.appendLive([1], to: &views)
        #expect(opened.notices.count == 1)
    }

    @Test func `what goes wrong beneath it is no fault of it, though it keeps silent`() throws {
        let store = try StoreInFolder()
        let silent = CustomWriting { _, rows in
            try? rows.forEachRow(in: "rows") { _, _ in .goOn }
        }
        let opened = try store.open(custom: [silent])
        var views = try opened.views.openForWriting()
        var random = SplitMix64(seed: 1)
        var writer = try LogWriter(opened.log)
        try writer.begin()
        try writer.appendRandom(using: &random)
        // No batch of the views has begun, so that their tables cannot be read.
        do {
            try views.foldIntoCustomViews(try writer.newest())
            Issue.record("It was folded.")
        } catch {
            #expect(error as? ViewsError == .storage(.transactionFailed))
        }
        writer.abandon()
        try opened.appendLive([3], to: &views)
        #expect(try opened.views.snapshot().customViews().map(\.condition) == [.follows])
    }

    @Test(arguments: [
        (1, 1, true), (511, 64 << 10, true), (0, 1, false), (512, 1, false),
        (1, (64 << 10) + 1, false), (1, 0, true),
    ])
    func `a key or a value that is too long is its fault`(
        key: Int,
        value: Int,
        isAllowed: Bool
    ) throws {
        let store = try StoreInFolder()
        let writing = CustomWriting { _, rows in
            try rows.put(
                [UInt8](repeating: 0xFF, count: key),
                [UInt8](repeating: 7, count: value),
                in: "rows"
            )
        }
        let opened = try store.open(custom: [writing])
        let views = try opened.views.openForWriting()
        let status = try opened.views.snapshot().customViews()
        #expect(
            status.map(\.condition)
                == [isAllowed ? .follows : .faulted(Position(1), error: "CustomRowError")]
        )
        if isAllowed {
            let rows = try opened.views.snapshot().rows("rows", of: "writing")
            #expect(rows.map(\.count) == [key, value])
        }
        #expect(views.position == Position(1))
    }

    @Test(arguments: [
        (CustomLimits.rowsOfOneEvent, 1, true), (CustomLimits.rowsOfOneEvent + 1, 1, false),
        (63, 65_536, true), (64, 65_536, false),
    ])
    func `so is too much for one event`(count: Int, bytes: Int, isAllowed: Bool) throws {
        let store = try StoreInFolder()
        let writing = CustomWriting { _, rows in
            let value = [UInt8](repeating: 7, count: bytes)
            for number in 0..<count {
                try rows.put(CustomCounter.bytes(UInt64(number)), value, in: "rows")
            }
        }
        let opened = try store.open(custom: [writing])
        let views = try opened.views.openForWriting()
        let status = try opened.views.snapshot().customViews()
        #expect((status.map(\.condition) == [.follows]) == isAllowed)
        _ = consume views
        opened.drop()
        #expect(try customRows("writing.rows", in: store.viewsPath).isEmpty == !isAllowed)
    }

    @Test func `so is a table that it has not declared`() throws {
        let store = try StoreInFolder()
        let writing = CustomWriting { _, rows in
            #expect(throws: CustomRowError.noSuchTable("streams")) {
                try rows.put([1], [1], in: "streams")
            }
            #expect(throws: CustomRowError.noSuchTable("others")) {
                _ = try rows.value(of: [1], in: "others")
            }
            try rows.remove([1], in: "writing.rows")
        }
        let opened = try store.open(custom: [writing])
        let views = try opened.views.openForWriting()
        let snapshot = try opened.views.snapshot()
        #expect(
            try snapshot.customViews().first?.condition
                == .faulted(Position(1), error: "CustomRowError")
        )
        _ = consume views
    }
}
