import EventLog
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A writer remembers rows that it looked up` {
    /// More rows than it keeps in memory, so that it forgets in between.
    private static let rows = 60_000

    private func key(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt64(number).bigEndian) { [UInt8](repeating: 7, count: 24) + $0 }
    }

    private func value(_ number: Int, _ round: UInt8) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number) ^ round, count: 120 + number % 40)
    }

    /// Nil for a row that is not there in a round.
    private func lengths(_ number: Int) -> [Int?] {
        [
            [40, 300, 1_100, 60, nil, 200, 2_000, nil, 10],
            [nil, 90, nil, 1_500, 1_600, 5, nil, 0, 0],
        ][
            number % 2
        ]
    }

    private func commit(_ views: inout ViewsWriter, _ log: EventLog) throws {
        try views.commit(through: Position(1), root: try log.snapshot().root(at: Position(1)))
    }

    @Test func `and finds them as they are committed, whatever it has forgotten`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        var wrong = 0
        for round in UInt8(0)..<3 {
            try views.begin()
            for number in 0..<Self.rows {
                let key = key(number)
                let found = try views.value(of: key.span.bytes, in: table)?.array
                if found != (round == 0 ? nil : value(number, round - 1)) { wrong += 1 }
                views.put(key.span.bytes, value(number, round).span.bytes, in: table)
            }
            try commit(&views, opened.log)
        }
        #expect(wrong == 0)
        try opened.views.close(views)
    }

    @Test func `however they grow, shrink, go and come back, in each table apart`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let tables = [opened.views.projectors.first, opened.views.projectors.second]
        var wrong = 0
        var before: [[[UInt8]?]] = [[nil, nil], [nil, nil]]
        for round in 0..<lengths(0).count {
            try views.begin()
            for number in 0..<2 {
                for (place, table) in tables.enumerated() {
                    let key = key(number)
                    let found = try views.value(of: key.span.bytes, in: table)?.array
                    if found != before[number][place] { wrong += 1 }
                    let length = lengths(number + place)[round]
                    let new = length.map {
                        [UInt8](repeating: UInt8(round * 4 + place * 2 + number), count: $0)
                    }
                    if let new {
                        views.put(key.span.bytes, new.span.bytes, in: table)
                    } else {
                        views.remove(key.span.bytes, in: table)
                    }
                    before[number][place] = new
                }
            }
            try commit(&views, opened.log)
        }
        #expect(wrong == 0)
        try opened.views.close(views)
    }

    @Test func `and what an undone batch wrote is not among them`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        let (key, absent, first, second): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
            [1], [2], [3], [4, 5]
        )
        try views.begin()
        views.put(key.span.bytes, first.span.bytes, in: table)
        try commit(&views, opened.log)
        try views.begin()
        _ = try views.value(of: key.span.bytes, in: table)
        _ = try views.value(of: absent.span.bytes, in: table)
        views.put(key.span.bytes, second.span.bytes, in: table)
        views.put(absent.span.bytes, second.span.bytes, in: table)
        views.abandon()

        try views.begin()
        #expect(try views.value(of: key.span.bytes, in: table)?.array == first)
        #expect(try views.value(of: absent.span.bytes, in: table)?.array == nil)
        views.remove(key.span.bytes, in: table)
        views.put(absent.span.bytes, second.span.bytes, in: table)
        try commit(&views, opened.log)

        try views.begin()
        #expect(try views.value(of: key.span.bytes, in: table)?.array == nil)
        #expect(try views.value(of: absent.span.bytes, in: table)?.array == second)
        views.abandon()
        try opened.views.close(views)
    }

    @Test func `and a value that was lent stays while others are looked up`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<PlainTable>(store.directory)
        var views = try opened.views.openForWriting()
        let table = opened.views.projectors.first
        try views.begin()
        for number in 0..<2_000 {
            views.put(key(number).span.bytes, value(number, 0).span.bytes, in: table)
        }
        try commit(&views, opened.log)
        try views.begin()
        try check(views, table)
        views.abandon()
        try opened.views.close(views)
    }

    /// Looks at a value that was lent after many others were looked up.
    private func check(_ views: borrowing ViewsWriter, _ table: ViewTable) throws {
        let first = key(0)
        _ = try views.value(of: first.span.bytes, in: table)
        let lent = try views.value(of: first.span.bytes, in: table)
        for number in 1..<2_000 {
            let other = key(number)
            _ = try views.value(of: other.span.bytes, in: table)
        }
        #expect(lent?.array == value(0, 0))
    }
}
