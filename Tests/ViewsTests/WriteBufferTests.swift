import EventLog
import LMDB
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A batch of views equals a dictionary` {
    private typealias Model = [[UInt8]: [UInt8]]

    /// Short keys, keys that differ only in length, and keys that differ after eight bytes.
    private func key(using random: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [UInt8](repeating: 0, count: .random(in: 1...12, using: &random))
        case 1:
            return (0..<Int.random(in: 1...3, using: &random)).map { _ in
                UInt8.random(in: 0...3, using: &random)
            }
        case 2: return [UInt8](repeating: 9, count: 8) + [.random(in: 0...255, using: &random)]
        default:
            return Array("key \(Int.random(in: 0..<500, using: &random)) of some length".utf8)
        }
    }

    private func value(using random: inout SplitMix64) -> [UInt8] {
        let longest = [0, 8, 8, 100, 5_000].randomElement(using: &random) ?? 0
        return [UInt8](
            repeating: .random(in: 0...255, using: &random),
            count: .random(in: 0...longest, using: &random)
        )
    }

    private func check(
        _ key: [UInt8],
        _ views: borrowing ViewsWriter,
        _ table: ViewTable,
        _ model: Model,
        _ seed: UInt64
    ) throws {
        let found = try views.value(of: key.span.bytes, in: table)?.array
        #expect(found == model[key], "SEED=\(seed)")
    }

    private static let damage = ViewsError.damagedRow(table: "plain.first")

    private func append(
        _ bytes: [UInt8],
        at offset: Int,
        to key: [UInt8],
        _ views: inout ViewsWriter,
        _ table: ViewTable
    ) -> ViewsError? {
        do throws(ViewsError) {
            try views.append(bytes.span.bytes, at: offset, to: key.span.bytes, in: table)
            return nil
        } catch {
            return error
        }
    }

    private func overwrite(
        _ bytes: [UInt8],
        at offset: Int,
        of key: [UInt8],
        _ views: inout ViewsWriter,
        _ table: ViewTable
    ) -> ViewsError? {
        do throws(ViewsError) {
            try views.overwrite(bytes.span.bytes, at: offset, of: key.span.bytes, in: table)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: 0..<4)
    func `whatever is put, added, changed, removed, committed and abandoned`(run: UInt64) throws {
        let seed = seed(for: "a batch of views equals a dictionary") &+ run
        var random = SplitMix64(seed: seed)
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        let root = try opened.log.snapshot().root(at: Position(1))
        var committed: Model = [:]
        for batch in 0..<30 {
            var model = committed
            try views.begin()
            for _ in 0..<[5, 60, 2_000][batch % 3] {
                let key = key(using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0:
                    views.remove(key.span.bytes, in: table)
                    model[key] = nil
                case 1: try check(key, views, table, model, seed)
                case 2:
                    let bytes = value(using: &random)
                    let end = model[key]?.count ?? 0
                    let offset = max(end + .random(in: -1...1, using: &random), 0)
                    let failure = append(bytes, at: offset, to: key, &views, table)
                    #expect(failure == (offset == end ? nil : Self.damage), "SEED=\(seed)")
                    if failure == nil { model[key, default: []] += bytes }
                case 3:
                    let bytes = value(using: &random)
                    let end = model[key]?.count ?? 0
                    let offset = Int.random(in: 0...end, using: &random)
                    let failure = overwrite(bytes, at: offset, of: key, &views, table)
                    let places = offset..<offset + bytes.count
                    let fits = places.upperBound <= end
                    #expect(failure == (fits ? nil : Self.damage), "SEED=\(seed)")
                    if fits { model[key]?.replaceSubrange(places, with: bytes) }
                default:
                    let value = value(using: &random)
                    views.put(key.span.bytes, value.span.bytes, in: table)
                    model[key] = value
                }
            }
            for key in model.keys { try check(key, views, table, model, seed) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                views.abandon()
            } else {
                try views.commit(through: Position(1), root: root)
                committed = model
            }
            let snapshot = try opened.views.snapshot()
            for _ in 0..<20 {
                let key = key(using: &random)
                let found = try array(of: key, table, in: snapshot)
                #expect(found == committed[key], "SEED=\(seed)")
            }
        }
        try opened.views.close(views)

        let stored = try plainRows(store.viewsPath, "plain.first")
        #expect(stored.map(\.key) == committed.keys.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(Model(uniqueKeysWithValues: stored) == committed, "SEED=\(seed)")
    }

    private func array(
        of key: [UInt8],
        _ table: ViewTable,
        in snapshot: borrowing ViewsSnapshot
    ) throws -> [UInt8]? {
        try snapshot.value(of: key.span.bytes, in: table)?.array
    }

    private func plainRows(
        _ path: String,
        _ name: String
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        let environment = try Environment(
            path: path,
            options: .init(maximumTables: 4, flushing: .never)
        )
        let table = try environment.openTables([name])[0]
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        var rows: [(key: [UInt8], value: [UInt8])] = []
        while try cursor.moveToNext() {
            rows.append((cursor.key.array, cursor.value.array.dropLast(4)))
        }
        return rows
    }

    @Test func `tables are kept apart`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let (first, second) = (opened.views.projectors.first, opened.views.projectors.second)
        let (key, one, two): ([UInt8], [UInt8], [UInt8]) = ([1], [1, 1], [2])
        try views.begin()
        views.put(key.span.bytes, one.span.bytes, in: first)
        let other = try views.value(of: key.span.bytes, in: second)?.array
        views.put(key.span.bytes, two.span.bytes, in: second)
        views.remove(key.span.bytes, in: first)
        try views.commit(
            through: Position(1),
            root: try opened.log.snapshot().root(at: Position(1))
        )

        let snapshot = try opened.views.snapshot()
        let found = (
            try array(of: key, first, in: snapshot), try array(of: key, second, in: snapshot)
        )
        #expect(other == nil)
        #expect(found == (nil, [2]))
    }

    @Test func `a value that grows in many steps keeps its last state`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try views.begin()
        for count in Array(0..<300) + [10, 299, 0, 3_000, 5] {
            let value = [UInt8](repeating: UInt8(count % 251), count: count)
            for key: UInt8 in 0..<5 {
                views.put([key, 7].span.bytes, value.span.bytes, in: table)
                let found = try views.value(of: [key, 7].span.bytes, in: table)?.array
                #expect(found == value)
            }
        }
        #expect(views.bufferedBytes > 3_000)
    }

    @Test func `a snapshot taken before a commit does not see it`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        let before = try opened.views.snapshot()
        try views.begin()
        let (key, value): ([UInt8], [UInt8]) = ([1], [2])
        views.put(key.span.bytes, value.span.bytes, in: table)
        let during = try opened.views.snapshot()
        try views.commit(
            through: Position(1),
            root: try opened.log.snapshot().root(at: Position(1))
        )

        let after = try opened.views.snapshot()
        let found = (
            try array(of: [1], table, in: before), try array(of: [1], table, in: during),
            try array(of: [1], table, in: after)
        )
        #expect(found.0 == nil && found.1 == nil && found.2 == [2])
    }
}
