import Testing
import Views
import Wire

@testable import Projections

/// Every layout of a built-in table, tried with values at the edges.
@Suite struct `A row's layout` {
    private let tables: [any TriedTable]

    init() throws {
        var list = TableList()
        _ = BuiltInProjectors(&list)
        tables = try list.layouts.map { try #require($0.layout as? any TriedTable) }
        #expect(tables.count > 40)
    }

    @Test func `reads what it writes`() throws {
        for table in tables { try table.tryAll(Attempt.roundTrip) }
    }

    @Test func `refuses a row that is cut off or goes on`() throws {
        for table in tables { try table.tryAll(Attempt.otherLengths) }
    }

    @Test func `sorts keys as their fields do`() {
        let numbers: [UInt64] = [0, 1, 255, 256, 1 << 32, .max]
        let keys = numbers.map { EntryKey(conversation: .greatest, ordinal: $0).written }
        for (key, next) in zip(keys, keys.dropFirst()) {
            #expect(key.lexicographicallyPrecedes(next))
        }
    }

    @Test func `of elements refuses a part of one, none, and more than its limit`() throws {
        let entry = TimelineEntry().written
        func elements(_ bytes: [UInt8]) -> Int? {
            RowElements<TimelineRow>(bytes.span.bytes)?.count
        }
        for count in 1...TimelineRow.limit {
            let row = Array(repeatElement(entry, count: count).joined())
            #expect(elements(row) == count)
            #expect(elements(row.dropLast()) == nil)
        }
        #expect(elements([]) == nil)
        #expect(elements(Array(repeatElement(entry, count: TimelineRow.limit + 1).joined())) == nil)
    }

    @Test func `refuses text that is none`() {
        let key = EntryKey().written + UserKey().written
        var list = TableList()
        _ = Reactions(&list)
        for table in list.layouts.compactMap({ $0.layout as? any TriedTable }) {
            for text: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] {
                #expect(!table.readsKey(key + text))
            }
        }
    }
}

/// What is tried with a layout.
private enum Attempt {
    case roundTrip
    case otherLengths

    func make<Layout: RowLayout>(with layout: Layout.Type) throws {
        var accepted = 0
        for filler in RowFiller.all {
            var (row, filler) = (layout.init(), filler)
            row.visit(&filler)
            // An emptied row of a table that never has one, or a number that stands for nothing.
            guard !filler.isRefused else { continue }
            accepted += 1
            switch self {
            case .roundTrip: try roundTrip(row)
            case .otherLengths: otherLengths(row, filler)
            }
        }
        #expect(accepted > 0, "\(layout)")
    }

    private func roundTrip<Layout: RowLayout>(_ row: Layout) throws {
        let bytes = row.written
        #expect(bytes.count == row.byteCount)
        if bytes.count <= RowBytes.capacity {
            let short = row.rowBytes
            #expect(short.bytes.withUnsafeBytes { Array($0) } == bytes)
        }
        let again = try #require(Layout.read(bytes), "\(row)")
        #expect(again.written == bytes, "\(row)")
    }

    private func otherLengths<Layout: RowLayout>(_ row: Layout, _ filler: RowFiller) {
        let bytes = row.written
        let others = (0..<bytes.count).map { Array(bytes.prefix($0)) } + [bytes + [0x61]]
        for other in others {
            guard let read = Layout.read(other) else { continue }
            // Text and elements can be shorter or longer; nothing is left out.
            #expect(filler.hasTail, "\(Layout.self)")
            #expect(read.written == other, "\(Layout.self)")
        }
    }
}

private protocol TriedTable {
    func tryAll(_ attempt: Attempt) throws
    func readsKey(_ bytes: [UInt8]) -> Bool
}

extension RowLayouts: TriedTable {
    fileprivate func tryAll(_ attempt: Attempt) throws {
        try attempt.make(with: Key.self)
        try attempt.make(with: Row.self)
    }

    fileprivate func readsKey(_ bytes: [UInt8]) -> Bool { Key.read(bytes) != nil }
}

extension RowLayout {
    fileprivate static func read(_ bytes: [UInt8]) -> Self? { Self(reading: bytes.span.bytes) }

    fileprivate var written: [UInt8] { withBytes { $0.withUnsafeBytes { Array($0) } } }
}
