import EventLog
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A visit sees the rows of a range in order` {
    private typealias Model = [[UInt8]: [UInt8]]

    /// Few different keys of few bytes, so that batch and table meet in most of them.
    private func key(using random: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            [0, 1, 2, 0xFE, 0xFF].randomElement(using: &random) ?? 0
        }
    }

    private func range(using random: inout SplitMix64) -> (KeyRange, ([UInt8]) -> Bool) {
        let isDescending = Bool.random(using: &random)
        let first = key(using: &random)
        guard Bool.random(using: &random) else {
            return (
                KeyRange(prefix: RowBytes(first), descending: isDescending),
                { $0.starts(with: first) }
            )
        }
        let second = key(using: &random)
        return (
            KeyRange(
                from: RowBytes(first),
                through: RowBytes(second),
                descending: isDescending
            ),
            { !$0.lexicographicallyPrecedes(first) && !second.lexicographicallyPrecedes($0) }
        )
    }

    private func expected(_ model: Model, _ range: KeyRange, _ isIn: ([UInt8]) -> Bool) -> [[UInt8]]
    {
        let keys = model.keys.filter(isIn).sorted { $0.lexicographicallyPrecedes($1) }
        return (range.isDescending ? keys.reversed() : keys).flatMap { [$0, model[$0] ?? []] }
    }

    private func visited(
        _ views: borrowing some ViewReading & ~Copyable,
        _ table: ViewTable,
        _ range: KeyRange,
        atMost limit: Int = .max
    ) throws(ViewsError) -> [[UInt8]] {
        var rows: [[UInt8]] = []
        try views.forEachRow(in: table, range) { key, value in
            rows += [key.array, value.array]
            return rows.count / 2 < limit ? .goOn : .stop
        }
        return rows
    }

    @Test(arguments: 0..<4)
    func `committed and written, removed and replaced, both ways`(run: UInt64) throws {
        let seed = seed(for: "a visit sees the rows of a range in order") &+ run
        var random = SplitMix64(seed: seed)
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        let root = try opened.log.snapshot().root(at: Position(1))
        var model: Model = [:]
        for _ in 0..<40 {
            try views.begin()
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let key = key(using: &random)
                if Int.random(in: 0..<3, using: &random) == 0 {
                    views.remove(key.span.bytes, in: table)
                    model[key] = nil
                } else {
                    let value = [UInt8.random(in: 0...255, using: &random)]
                    views.put(key.span.bytes, value.span.bytes, in: table)
                    model[key] = value
                }
            }
            for _ in 0..<20 {
                let (range, isIn) = range(using: &random)
                let rows = try visited(views, table, range)
                #expect(rows == expected(model, range, isIn), "SEED=\(seed)")
                let some = try visited(views, table, range, atMost: 2)
                #expect(some == Array(expected(model, range, isIn).prefix(4)), "SEED=\(seed)")
            }
            try views.commit(through: Position(1), root: root)
            let snapshot = try opened.views.snapshot()
            for _ in 0..<20 {
                let (range, isIn) = range(using: &random)
                let rows = try visited(snapshot, table, range)
                #expect(rows == expected(model, range, isIn), "SEED=\(seed)")
            }
            let all = try visited(snapshot, table, .all)
            #expect(all.count == 2 * model.count, "SEED=\(seed)")
        }
    }

    @Test func `beside the rows of another table under the same keys`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let (table, other) = (opened.views.projectors.first, opened.views.projectors.second)
        try views.begin()
        let named: [[UInt8]] = [[1], [2], [2, 0], [2, 3], [2, 5], [3]]
        let beside: [[UInt8]] = [[1], [2, 0], [2, 1], [2, 2], [2, 5], [2, 6]]
        for key in named { views.put(key.span.bytes, key.span.bytes, in: table) }
        for key in beside { views.put(key.span.bytes, ([9] + key).span.bytes, in: other) }
        try views.commit(
            through: Position(1),
            root: try opened.log.snapshot().root(at: Position(1))
        )
        let snapshot = try opened.views.snapshot()
        func visited(_ prefix: [UInt8], atMost limit: Int = .max) throws -> [[UInt8]] {
            var rows: [[UInt8]] = []
            try snapshot.forEachRow(
                in: table,
                KeyRange(prefix: RowBytes(prefix)),
                besides: other
            ) { key, value, found in
                #expect(key.array == value.array)
                rows.append(found?.array ?? key.array)
                return rows.count < limit ? .goOn : .stop
            }
            return rows
        }
        #expect(try visited([]) == [[9, 1], [2], [9, 2, 0], [2, 3], [9, 2, 5], [3]])
        #expect(try visited([2]) == [[2], [9, 2, 0], [2, 3], [9, 2, 5]])
        #expect(try visited([2], atMost: 2) == [[2], [9, 2, 0]])
        #expect(try visited([3]) == [[3]] && visited([4]).isEmpty)
    }

    @Test func `a visitor's error ends the visit and reaches the caller`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try views.begin()
        for key: UInt8 in 1...3 { views.put([key].span.bytes, [key].span.bytes, in: table) }
        var seen = 0
        #expect(throws: ViewsError.damagedRow(table: "plain.first")) {
            try Self.visitAndFail(views, table, &seen)
        }
        #expect(seen == 2)
    }

    private static func visitAndFail(
        _ views: borrowing ViewsWriter,
        _ table: ViewTable,
        _ seen: inout Int
    ) throws(ViewsError) {
        try views.forEachRow(in: table, .all) { (_, _) throws(ViewsError) in
            seen += 1
            if seen == 2 { throw .damagedRow(table: "plain.first") }
            return .goOn
        }
    }
}

extension RowBytes {
    init(_ bytes: [UInt8]) {
        self.init()
        for byte in bytes { append(byte) }
    }
}
