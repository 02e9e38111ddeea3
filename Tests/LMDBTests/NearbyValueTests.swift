import LMDB
import TestSupport
import Testing

@Suite struct `A look-up near the last one` {
    @Test func `finds what any other look-up finds, in every order`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var generator = SplitMix64(seed: 3)
        for _ in 0..<20 {
            // Readers are used again, each on a state of its own.
            let reader = try environment.beginReading()
            for _ in 0..<100 {
                let key = "key \(Int.random(in: 0..<130, using: &generator))"
                #expect(
                    try reader.nearbyText(of: key, in: table) == reader.text(of: key, in: table)
                )
            }
        }
    }

    @Test func `and a search with the kept cursor lead where a new cursor is led`() throws {
        let place = EnvironmentInFolder()
        try place.fill()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var generator = SplitMix64(seed: 5)
        for _ in 0..<20 {
            let reader = try environment.beginReading()
            let keptBefore = reader.keepsCursor(in: table)
            for _ in 0..<200 {
                let key = Array("key \(Int.random(in: 0..<130, using: &generator))".utf8)
                var kept = try reader.keptCursor(in: table)
                var new = try reader.cursor(in: table)
                let found = (
                    try kept.move(atOrAfter: key.span.bytes),
                    try new.move(atOrAfter: key.span.bytes)
                )
                #expect(found.0 == found.1)
                // The neighbour before, or the last of all.
                let isThere =
                    found.0
                    ? (try kept.moveToPrevious(), try new.moveToPrevious())
                    : (try kept.moveToLast(), try new.moveToLast())
                #expect(isThere.0 == isThere.1)
                let texts = (kept.key.text, kept.value.text, new.key.text, new.value.text)
                #expect(texts.0 == texts.2 && texts.1 == texts.3)
            }
            let keptAfter = reader.keepsCursor(in: table)
            #expect(!keptBefore && keptAfter)
        }
    }

    @Test func `sees what was written before its reader began, and nothing later`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "one", in: table)
        let before = try environment.beginReading()
        #expect(try before.nearbyText(of: "a", in: table) == "one")
        try environment.put("a", "two", in: table)
        #expect(try before.nearbyText(of: "a", in: table) == "one")
        let after = try environment.beginReading()
        #expect(try after.nearbyText(of: "a", in: table) == "two")
    }
}

extension ReadTransaction {
    fileprivate borrowing func nearbyText(
        of key: String,
        in table: Table
    ) throws(LMDBError) -> String? {
        let key = Array(key.utf8)
        guard let found = try nearbyValue(of: key.span.bytes, in: table) else { return nil }
        return found.text
    }
}
