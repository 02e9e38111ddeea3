import EventLog
import LMDB
import Locking
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A table whose rows do not add up is named` {
    private static func key(_ number: Int) -> [UInt8] {
        var key = RowBytes()
        key.append(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        return key.bytes.array
    }

    /// What every row holds at first.
    private static let former: [UInt8] = [1]

    private static func commit(
        _ opened: Opened<PlainTable>,
        _ views: inout ViewsWriter,
        _ body: (inout ViewsWriter) throws -> Void
    ) throws {
        try views.begin()
        try body(&views)
        let root = try opened.log.snapshot().root(at: Position(1))
        try views.commit(through: Position(1), root: root)
    }

    /// Writes and removes rows here and there.
    private static func change(
        _ views: inout ViewsWriter,
        _ table: ViewTable,
        among numbers: Int,
        times: Int,
        using random: inout SplitMix64
    ) {
        for _ in 0..<times {
            let key = key(Int.random(in: 0..<numbers, using: &random))
            if Int.random(in: 0..<4, using: &random) == 0 {
                views.remove(key.span.bytes, in: table)
            } else {
                let count = Int.random(in: 0...40, using: &random)
                let byte = UInt8.random(in: .min ... .max, using: &random)
                views.put(
                    key.span.bytes,
                    [UInt8](repeating: byte, count: count).span.bytes,
                    in: table
                )
            }
        }
    }

    /// A closed store whose first table has rows, and what damage makes of its file.
    private static func expect(
        _ error: ViewsError,
        after damage: (inout WriteTransaction, [Table]) throws(LMDBError) -> Void
    ) throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        do {
            var views = try opened.views.openForWriting()
            let table = opened.views.projectors.first
            try commit(opened, &views) { views in
                for number in 1...500 {
                    views.put(key(number).span.bytes, former.span.bytes, in: table)
                }
            }
            try commit(opened, &views) { $0.put(key(9).span.bytes, [2].span.bytes, in: table) }
            let check = try opened.views.checkSums()
            #expect(check.rows == 500 && check.tablesLeft == [])
            try opened.views.close(views)
        }
        try rewrite(store.viewsPath, damage)
        let again = try opened.views.openForWriting()
        #expect(again.position == Position(1))
        #expect(throws: error) { try opened.views.checkSums() }
        #expect(throws: error) { try opened.views.differenceFromRecount() }
        #expect(opened.notices == [] && error.refutesViews)
    }

    @Test func `a row too few`() throws {
        try Self.expect(.wrongSum(table: "plain.first")) {
            (transaction, tables) throws(LMDBError) in
            try transaction.remove(Self.key(8).span.bytes, in: tables[1])
        }
    }

    @Test func `a row as it was once`() throws {
        try Self.expect(.wrongSum(table: "plain.first")) {
            (transaction, tables) throws(LMDBError) in
            let row = sealed(Self.former, under: Self.key(9), in: "plain.first")
            try transaction.put(Self.key(9).span.bytes, row.span.bytes, in: tables[1])
        }
    }

    @Test func `a row too many, in a table that has none`() throws {
        try Self.expect(.wrongSum(table: "plain.second")) {
            (transaction, tables) throws(LMDBError) in
            let key: [UInt8] = [7]
            let row = sealed([1], under: key, in: "plain.second")
            try transaction.put(key.span.bytes, row.span.bytes, in: tables[2])
        }
    }

    @Test func `a row that cannot be believed`() throws {
        try Self.expect(.damagedRow(table: "plain.first")) {
            (transaction, tables) throws(LMDBError) in
            try transaction.put(Self.key(9).span.bytes, [1, 2, 3, 4, 5].span.bytes, in: tables[1])
        }
    }

    @Test(arguments: 0..<3)
    func `whatever is written, replaced and removed`(run: UInt64) throws {
        let seed = seed(for: "rows add up") &+ run
        var random = SplitMix64(seed: seed)
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let tables = [opened.views.projectors.first, opened.views.projectors.second]
        for count in [1, 3, 500, 20, 2_000, 1] {
            try Self.commit(opened, &views) { views in
                for table in tables {
                    Self.change(&views, table, among: 600, times: count, using: &random)
                }
            }
            let check = try opened.views.checkSums()
            #expect(check.tablesLeft == [], "SEED=\(seed)")
        }
        // What was not committed changes nothing.
        try views.begin()
        Self.change(&views, tables[0], among: 600, times: 500, using: &random)
        views.abandon()
        #expect(try opened.views.checkSums().tablesLeft == [], "SEED=\(seed)")
    }

    @Test(arguments: 0..<3)
    func `while rows before and behind the present slice are written`(run: UInt64) throws {
        let seed = seed(for: "rows add up in slices") &+ run
        var random = SplitMix64(seed: seed)
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try Self.commit(opened, &views) {
            Self.change(&$0, table, among: 20_000, times: 30_000, using: &random)
        }
        var slices = 0
        let check = try opened.views.checkSums(slice: .zero) {
            slices += 1
            do {
                try Self.commit(opened, &views) {
                    Self.change(&$0, table, among: 20_000, times: 300, using: &random)
                }
            } catch {
                Issue.record("SEED=\(seed): \(error)")
            }
            return true
        }
        #expect(check.tablesLeft == [] && slices > 10, "SEED=\(seed)")
    }

    @Test func `while another thread writes without a rest`() throws {
        var random = SplitMix64(seed: seed(for: "rows add up beside a writer"))
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try Self.commit(opened, &views) {
            Self.change(&$0, table, among: 20_000, times: 30_000, using: &random)
        }
        let ended = Completion<Result<SumsCheck, any Error>>()
        let isDone = Lock(false)
        let thread = SystemThread(named: "checking") {
            let result = Result { try opened.views.checkSums(slice: .zero) }
            isDone.withLock { $0 = true }
            ended.complete(result)
        }
        while isDone.withLock({ !$0 }) {
            try Self.commit(opened, &views) {
                Self.change(&$0, table, among: 20_000, times: 20, using: &random)
            }
        }
        #expect(try ended.wait().get().tablesLeft == [])
        thread?.join()
    }

    @Test func `where nothing may be written, too`() throws {
        let store = try StoreInFolder(events: 300)
        _ = try store.openAndClose(custom: [CustomCounter()])
        let reader = try store.open(.reading, custom: [CustomCounter()])
        let check = try reader.views.checkSums()
        #expect(check.tablesLeft == [] && check.rows > 100)
        #expect(try reader.views.checkSums(goesOn: { false }).rows == 0)
    }

    @Test func `a search that goes astray`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        let value = [UInt8](repeating: 7, count: 60)
        try Self.commit(opened, &views) { views in
            for number in 1...500 {
                views.put(Self.key(number).span.bytes, value.span.bytes, in: table)
            }
        }
        // A key that stands without its row leads from a branch to a leaf.
        let bits = FileBits(store.viewsPath)
        var separators = 0
        for number in 1...500 {
            let key = Self.key(number)
            let rows = Set(bits.offsets(of: key + value))
            for offset in bits.offsets(of: key) where !rows.contains(offset) {
                separators += 1
                for bit in 0..<8 {
                    bits.flipping(bit: bit, at: [offset]) {
                        #expect(throws: Self.astray) { try opened.views.checkSums() }
                    }
                }
            }
        }
        #expect(separators > 0)
        #expect(try opened.views.checkSums().tablesLeft == [])
    }

    private static let astray = ViewsError.damagedRow(table: "plain.first")
}
