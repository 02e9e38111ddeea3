import EventLog
import LMDB
import TestSupport
import Testing
import Views
import Wire

/// LMDB's kept cursor stays in a page while a key lies between the page's first and last ones.
@Suite struct `A row that a changed key keeps from being found` {
    private static let rows = 2_000

    private static func key(_ number: Int) -> [UInt8] {
        var key = RowBytes()
        // Easily found in a file.
        key.append(0xAB as UInt8)
        key.append(UInt64(number))
        return key.bytes.array
    }

    private static func value(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number % 251), count: 5 + number % 30)
    }

    private static func commit(
        _ numbers: some Sequence<Int>,
        _ value: (Int) -> [UInt8],
        _ opened: Opened<PlainTable>,
        _ views: inout ViewsWriter
    ) throws {
        try views.begin()
        for number in numbers {
            let (key, value) = (key(number), value(number))
            views.put(key.span.bytes, value.span.bytes, in: opened.views.projectors.first)
        }
        let root = try opened.log.snapshot().root(at: Position(1))
        try views.commit(through: Position(1), root: root)
    }

    /// Flips a bit of a row of a believed file, then writes some: none of them is written beside
    /// the former one, which would be read.
    private static func expectNothingOld(
        flipping bit: Int,
        of damaged: (_ page: (Int) -> Int) -> [Int],
        writing written: (_ damaged: Int) -> [Int]
    ) throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        try commit(0..<rows, value, opened, &views)
        let bits = FileBits(store.viewsPath)
        let places = (0..<rows).map { number in
            bits.offsets(of: key(number) + sealed(value(number), under: key(number), in: name))
        }
        let numbers = damaged { places[$0][0] / PagedFile.pageSize }
        #expect(!numbers.isEmpty)
        for number in numbers {
            bits.flipping(bit: bit, at: places[number]) {
                let error = #expect(throws: ViewsError.self) {
                    try commit(written(number), { _ in [1] }, opened, &views)
                }
                #expect(error == .damagedRow(table: name))
            }
        }
        // Nothing of it is left.
        try commit(numbers, { _ in [2] }, opened, &views)
        #expect(try opened.views.checkSums().rows == rows)
    }

    /// The last rows of pages whose numbers are even.
    private static func lastOfPages(_ page: (Int) -> Int) -> [Int] {
        stride(from: 2, to: rows - 1, by: 2).filter { page($0) != page($0 + 1) }
    }

    private static let name = "plain.first"

    @Test func `because its page seems to end behind it is not written a second time`() throws {
        try Self.expectNothingOld(flipping: 6, of: Self.lastOfPages) { [$0 - 1, $0 + 1] }
    }

    @Test func `because a row of another page has its key is not written there`() throws {
        try Self.expectNothingOld(flipping: 8 * 8, of: Self.lastOfPages) { [$0 - 1, $0 + 1] }
    }

    @Test(arguments: Array(stride(from: 3, to: rows - 1, by: 190)))
    func `because a key before it seems to lie behind it is removed, or named as damaged`(
        number: Int
    ) throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        try Self.commit(0..<Self.rows, Self.value, opened, &views)
        let root = try opened.log.snapshot().root(at: Position(1))
        let (key, next) = (Self.key(number), Self.key(number + 1))
        let row = key + sealed(Self.value(number), under: key, in: Self.name)
        var isRemoved = false
        let bits = FileBits(store.viewsPath)
        bits.flipping(bit: 6, at: bits.offsets(of: row)) {
            do throws(ViewsError) {
                try views.begin()
                views.remove(next.span.bytes, in: opened.views.projectors.first)
                try views.commit(through: Position(1), root: root)
                isRemoved = true
            } catch {
                #expect(error == .damagedRow(table: Self.name))
            }
        }
        guard isRemoved else {
            #expect(try opened.views.checkSums().rows == Self.rows)
            return
        }
        // The page was written anew with its damage.
        let damaged = [row[0] ^ (1 << 6)] + row.dropFirst()
        let anew = FileBits(store.viewsPath)
        anew.flipping(bit: 6, at: anew.offsets(of: damaged)) {
            #expect((try? opened.views.checkSums().rows).map(Int.init) == Self.rows - 1)
        }
    }

    @Test func `because the table seems to end before it is not appended`() throws {
        try Self.expectNothingOld(flipping: 7, of: { _ in [Self.rows - 1] }) { [$0 - 2, $0 - 1] }
    }
}
