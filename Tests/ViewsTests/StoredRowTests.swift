import EventLog
import LMDB
import TestSupport
import Testing
import Views
import Wire

/// LMDB hands out flipped bits as good data: a row proves itself.
@Suite struct `A row that was changed is refused` {
    private static let damage = ViewsError.damagedRow(table: "plain.first")
    private static let rows = 300

    private static func key(_ number: Int) -> [UInt8] {
        var key = RowBytes()
        key.append(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
        key.append(UInt64(number))
        return key.bytes.array
    }

    private static func value(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number % 251), count: 5 + number % 30)
    }

    /// Commits rows to the first table.
    private static func fill(_ opened: Opened<PlainTable>, _ views: inout ViewsWriter) throws {
        try views.begin()
        for number in 0..<rows {
            let (key, value) = (key(number), value(number))
            views.put(key.span.bytes, value.span.bytes, in: opened.views.projectors.first)
        }
        let root = try opened.log.snapshot().root(at: Position(1))
        try views.commit(through: Position(1), root: root)
    }

    private enum Found: Equatable {
        case value([UInt8]?)
        case failure(ViewsError)

        init(_ body: () throws(ViewsError) -> [UInt8]?) {
            do throws(ViewsError) { self = .value(try body()) } catch { self = .failure(error) }
        }
    }

    /// What each way of reading finds of a row.
    private static func found(
        _ key: [UInt8],
        in table: ViewTable,
        _ views: borrowing ViewsSnapshot
    ) -> [Found] {
        var bounds = RowBytes()
        for byte in key { bounds.append(byte) }
        var finds = [
            Found { () throws(ViewsError) in try views.value(of: key.span.bytes, in: table)?.array }
        ]
        for descending in [false, true] {
            finds.append(
                Found { () throws(ViewsError) in
                    var seen: [UInt8]?
                    let range = KeyRange(from: bounds, through: bounds, descending: descending)
                    try views.forEachRow(in: table, range) { (_, value) throws(ViewsError) in
                        seen = value.array
                        return .goOn
                    }
                    return seen
                }
            )
        }
        return finds
    }

    /// Whatever bit of a row is flipped, its value is not read, and the row is not missed.
    @Test func `each bit of key, value and checksum`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try Self.fill(opened, &views)
        let snapshot = try opened.views.snapshot()
        let sorted = (0..<Self.rows).sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }
        // The first and the last of the table, and some of which one begins a page.
        for number in [sorted[0], sorted[Self.rows - 1]] + sorted[90..<100] {
            let key = Self.key(number)
            let stored = key + sealed(Self.value(number), under: key, in: "plain.first")
            let bits = FileBits(store.viewsPath)
            let offsets = bits.offsets(of: stored)
            #expect(!offsets.isEmpty)
            for bit in 0..<stored.count * 8 {
                bits.flipping(bit: bit, at: offsets) {
                    for found in Self.found(key, in: table, snapshot) {
                        #expect(found == .failure(Self.damage), "bit \(bit) of row \(number)")
                    }
                }
            }
            for found in Self.found(key, in: table, snapshot) {
                #expect(found == .value(Self.value(number)))
            }
        }
    }

    /// A kept cursor stays in its page while the keys lie between the first and the last one.
    @Test func `and no other row is taken for another or missed`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try Self.fill(opened, &views)
        let sorted = (0..<Self.rows).sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }
        var generator = SplitMix64(seed: 11)
        var wrong = 0
        var right = 0
        // Some of these rows begin or end a page.
        for number in [sorted[0], sorted[Self.rows - 1]] + sorted[80..<110] {
            let key = Self.key(number)
            let stored = key + sealed(Self.value(number), under: key, in: "plain.first")
            let bits = FileBits(store.viewsPath)
            let offsets = bits.offsets(of: stored)
            let snapshot = try opened.views.snapshot()
            for bit in [0, 1, 7, 12, 30] {
                bits.flipping(bit: bit, at: offsets) {
                    for _ in 0..<60 {
                        // A third of them has no row.
                        let wanted = Int.random(in: 0..<Self.rows * 3 / 2, using: &generator)
                        let value = wanted < Self.rows ? Self.value(wanted) : nil
                        let found = Found { () throws(ViewsError) in
                            try snapshot.value(of: Self.key(wanted).span.bytes, in: table)?.array
                        }
                        if found == .value(value) {
                            right += 1
                        } else if found != .failure(Self.damage) {
                            wrong += 1
                        }
                    }
                }
            }
        }
        #expect(wrong == 0)
        #expect(right > 1_000)
    }

    @Test func `by the writer too, which remembers only what it has checked`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try Self.fill(opened, &views)
        let key = Self.key(7)
        let stored = key + sealed(Self.value(7), under: key, in: "plain.first")
        let bits = FileBits(store.viewsPath)
        try views.begin()
        bits.flipping(bit: 16 * 8 + 3, at: bits.offsets(of: stored)) {
            for _ in 0..<2 {
                let found = Found { () throws(ViewsError) in
                    try views.value(of: key.span.bytes, in: table)?.array
                }
                #expect(found == .failure(Self.damage))
            }
        }
        let found = try views.value(of: key.span.bytes, in: table)?.array
        #expect(found == Self.value(7))
        views.abandon()
    }

    @Test func `that lies under another key or in another table`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        do {
            var views = try opened.views.openForWriting()
            try Self.fill(opened, &views)
            try opened.views.close(views)
        }
        try rewrite(store.viewsPath) { (transaction, tables) throws(LMDBError) in
            let (one, two, three) = (Self.key(1), Self.key(2), Self.key(3))
            let row = sealed(Self.value(1), under: one, in: "plain.first")
            try transaction.put(two.span.bytes, row.span.bytes, in: tables[1])
            let short = Array(row.prefix(3))
            try transaction.put(three.span.bytes, short.span.bytes, in: tables[1])
            try transaction.put(one.span.bytes, row.span.bytes, in: tables[2])
        }
        let (first, second) = (opened.views.projectors.first, opened.views.projectors.second)
        _ = try opened.views.openForWriting()
        let snapshot = try opened.views.snapshot()
        for number in 2...3 {
            for found in Self.found(Self.key(number), in: first, snapshot) {
                #expect(found == .failure(Self.damage))
            }
        }
        for found in Self.found(Self.key(1), in: second, snapshot) {
            #expect(found == .failure(.damagedRow(table: "plain.second")))
        }
    }
}

/// Changes a closed views file whose tables are `scrollback` and those of a plain projector.
func rewrite(
    _ path: String,
    _ body: (inout WriteTransaction, [Table]) throws(LMDBError) -> Void
) throws {
    let environment = try Environment(
        path: path,
        options: .init(maximumTables: 4, flushing: .never)
    )
    defer { environment.close() }
    let tables = try environment.openTables(["scrollback", "plain.first", "plain.second"])
    var transaction = try environment.beginWriting()
    try body(&transaction, tables)
    try transaction.commit()
}
