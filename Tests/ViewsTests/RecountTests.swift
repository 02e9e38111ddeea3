import EventLog
import Glibc
import LMDB
import TestSupport
import Testing
import Views
import Wire

@Suite struct `Views equal a recount, or the first difference is named` {
    private func change(
        _ opened: Opened<TestProjectors>,
        _ writer: inout ViewsWriter,
        _ body: (inout ViewsWriter) throws -> Void
    ) throws {
        let position = writer.position
        try writer.begin()
        try body(&writer)
        try writer.commit(
            through: position,
            root: try opened.log.snapshot().root(at: position)
        )
    }

    private func firstKey(
        _ opened: Opened<TestProjectors>,
        _ table: ViewTable
    ) throws -> [UInt8] {
        var first: [UInt8] = []
        try opened.views.snapshot().forEachRow(in: table, .all) { key, _ in
            first = key.array
            return .stop
        }
        return first
    }

    @Test(arguments: [1, 100, Replay.runBytes])
    func `what was folded equals what is folded again`(runBytes: Int) throws {
        let store = try StoreInFolder(events: 300)
        let opened = try store.open()
        let writer = try opened.views.openForWriting()
        let difference = try opened.views.differenceFromRecount(runBytes: runBytes)
        #expect(difference == nil)
        #expect(writer.position == Position(301))
        #expect(!names(in: store.path).contains { $0.hasPrefix("recount.") })
    }

    @Test func `a changed row is named`() throws {
        let store = try StoreInFolder(events: 50)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        let table = opened.views.projectors.tally.counts
        let key = try firstKey(opened, table)
        try change(opened, &writer) { $0.put(key.span.bytes, [1].span.bytes, in: table) }
        let found = try opened.views.differenceFromRecount()
        #expect(found?.table == "tally.counts" && found?.key == key)
        #expect(found?.kind == .different && found?.position == Position(51))
    }

    @Test func `a row too few and a row too many are told apart`() throws {
        let store = try StoreInFolder(events: 50)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        let table = opened.views.projectors.tally.marks
        let key = try firstKey(opened, table)
        try change(opened, &writer) { $0.remove(key.span.bytes, in: table) }
        let missing = try opened.views.differenceFromRecount()
        #expect(missing?.kind == .missing && missing?.key == key)

        let other: [UInt8] = [0]
        try change(opened, &writer) { $0.put(other.span.bytes, [1].span.bytes, in: table) }
        let first = try opened.views.differenceFromRecount()
        #expect(first?.kind == .unexpected && first?.key == other)
        #expect(first?.table == "tally.marks")
    }

    @Test func `the views' own state is what is recounted, not the log's`() throws {
        let store = try StoreInFolder(events: 20)
        let opened = try store.open()
        let writer = try opened.views.openForWriting()
        try opened.log.append(30)
        let difference = try opened.views.differenceFromRecount()
        #expect(difference == nil)
        #expect(writer.position == Position(21))
    }

    @Test func `no snapshot is held from the first row to the last`() throws {
        let store = try StoreInFolder(events: 3_000)
        let opened = try store.open()
        var live = try opened.views.openForWriting()
        var other = try opened.views.beginReplacement()
        var folds = 0
        let found = try opened.views.compare(with: &other, slice: .zero) {
            (other, goal) throws(ViewsError) in
            folds += 1
            let isMuch = goal.rawValue - other.position.rawValue > 1_024
            // Commits go on beside it, so that a state that is held is an older one.
            if folds < 20 { try? opened.appendLive([3], to: &live, seed: UInt64(folds)) }
            let state = try? opened.views.readers()
            let held = state?.readers.filter { $0.transaction < state?.newest ?? 0 } ?? []
            #expect(state != nil && held.count <= (isMuch ? 0 : 1))
            try opened.views.continueReplacement(&other, through: goal, progress: nil) { true }
        }
        #expect(found.difference == nil)
        #expect(folds > 3 && found.position > Position(3_001))
        opened.views.discard(other)
    }

    @Test func `slices find a difference wherever it is`() throws {
        let store = try StoreInFolder(events: 2_000)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        let table = opened.views.projectors.tally.marks
        var last: [UInt8] = []
        try opened.views.snapshot().forEachRow(in: table, .all) { key, _ in
            last = key.array
            return .goOn
        }
        #expect(try opened.views.compareWithRecount(slice: .zero).difference == nil)
        try change(opened, &writer) { $0.put(last.span.bytes, [7].span.bytes, in: table) }
        let found = try opened.views.compareWithRecount(slice: .zero).difference
        #expect(found?.kind == .different && found?.key == last)
        try change(opened, &writer) { $0.remove(last.span.bytes, in: table) }
        #expect(try opened.views.compareWithRecount(slice: .zero).difference?.kind == .missing)
    }

    @Test func `a reading process may recount, and one without views is told`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let reader = try store.open(.reading)
        let difference = try reader.views.differenceFromRecount()
        #expect(difference == nil)
        let unfolded = try StoreInFolder(events: 3)
        let early = try unfolded.open(.reading)
        #expect(throws: ViewsError.self) { try early.views.differenceFromRecount() }
    }

    @Test func `what a killed recount left is removed, and not what runs`() throws {
        let store = try StoreInFolder(events: 5)
        let (gone, here) = ("recount.2147483646.a.mdb", "recount.1.b.mdb")
        for name in [gone, here] { close(creat("\(store.path)/\(name)", 0o600)) }
        _ = try store.openAndClose()
        let left = names(in: store.path).filter { $0.hasPrefix("recount.") }
        #expect(left == [here])
    }

    @Test func `summaries agree exactly where rows do`() throws {
        let store = try StoreInFolder(events: 40)
        let opened = try store.open()
        var writer = try opened.views.openForWriting()
        let before = try opened.views.snapshot().summaries()
        #expect(before.map(\.name) == ["streams", "tally.counts", "tally.marks"])
        #expect(before.allSatisfy { $0.rows > 0 && $0.bytes > 0 })
        let table = opened.views.projectors.tally.marks
        let key = try firstKey(opened, table)
        try change(opened, &writer) { $0.put(key.span.bytes, [9].span.bytes, in: table) }
        let after = try opened.views.snapshot().summaries()
        #expect(after[0] == before[0] && after[1] == before[1])
        #expect(after[2].rows == before[2].rows && after[2].digest != before[2].digest)
    }
}
