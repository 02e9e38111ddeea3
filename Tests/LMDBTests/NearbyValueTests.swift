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
