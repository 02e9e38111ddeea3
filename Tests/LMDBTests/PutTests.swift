import LMDB
import Testing

@Suite struct `A put does what its mode says` {
    @Test func `replace writes over what is there`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "long before", in: table)
        try environment.put("a", "now", in: table, .replace)

        #expect(try environment.value(of: "a", in: table) == "now")
        #expect(try environment.keys(in: table) == ["a"])
    }

    @Test func `insert refuses a key that is there`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "before", in: table)

        #expect(throws: LMDBError.keyNotInOrder) {
            try environment.put("a", "after", in: table, .insert)
        }
        #expect(try environment.value(of: "a", in: table) == "before")
    }

    @Test func `insert takes a key that sorts before the others`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("b", "1", in: table)
        try environment.put("a", "2", in: table, .insert)

        #expect(try environment.keys(in: table) == ["a", "b"])
    }

    @Test(arguments: ["m", "a", "lz"])
    func `append refuses a key that does not sort after the last`(key: String) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("m", "1", in: table)

        #expect(throws: LMDBError.keyNotInOrder) {
            try environment.put(key, "2", in: table, .append)
        }
        #expect(try environment.keys(in: table) == ["m"])
        #expect(try environment.value(of: "m", in: table) == "1")
    }

    @Test func `append takes keys in order`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        let keys = (10_000..<12_000).map { "\($0)" }
        for key in keys { try transaction.put(key, "value of \(key)", in: table, .append) }
        try transaction.commit()

        #expect(try environment.keys(in: table) == keys)
    }

    @Test func `a refused put leaves the transaction usable`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        try transaction.put("b", "1", in: table, .append)
        #expect(throws: LMDBError.keyNotInOrder) {
            try transaction.put("a", "2", in: table, .append)
        }
        try transaction.put("c", "3", in: table, .append)
        try transaction.commit()

        #expect(try environment.keys(in: table) == ["b", "c"])
    }

    @Test func `removing says whether there was something`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        try environment.put("b", "2", in: table)
        var transaction = try environment.beginWriting()
        let key = Array("a".utf8)
        let first = try transaction.remove(key.span.bytes, in: table)
        let second = try transaction.remove(key.span.bytes, in: table)
        try transaction.commit()

        #expect(first)
        #expect(!second)
        #expect(try environment.keys(in: table) == ["b"])
    }

    @Test func `removing under a kept cursor does not lose later puts`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        for number in 100..<600 { try transaction.put("\(number)", "x", in: table) }
        for number in 100..<599 {
            try transaction.remove(Array("\(number)".utf8).span.bytes, in: table)
        }
        try transaction.put("zzz", "last", in: table, .append)
        try transaction.put("200", "again", in: table, .insert)
        try transaction.commit()

        #expect(try environment.keys(in: table) == ["200", "599", "zzz"])
    }

    @Test func `removing all empties one table and no other`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 2 }
        let tables = try environment.openTables(["one", "two"])
        var transaction = try environment.beginWriting()
        for number in 0..<1_000 {
            try transaction.put("\(number)", "x", in: tables[0])
            try transaction.put("\(number)", "x", in: tables[1])
        }
        try transaction.removeAll(in: tables[0])
        try transaction.put("new", "x", in: tables[0])
        try transaction.commit()

        #expect(try environment.keys(in: tables[0]) == ["new"])
        #expect(try environment.keys(in: tables[1]).count == 1_000)
    }
}

@Suite struct `Keys and values have limits that are said` {
    @Test(arguments: [1, 2, 510, 511], [WriteTransaction.Mode.replace, .insert, .append])
    func `a key of 1 to 511 bytes is kept`(count: Int, mode: WriteTransaction.Mode) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        let key = String(repeating: "k", count: count)
        try environment.put(key, "value", in: table, mode)

        #expect(try environment.value(of: key, in: table) == "value")
        #expect(try environment.keys(in: table) == [key])
    }

    @Test(arguments: [0, 512, 513, 5_000], [WriteTransaction.Mode.replace, .insert, .append])
    func `a key of another length is refused`(count: Int, mode: WriteTransaction.Mode) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let key = String(repeating: "k", count: count)

        #expect(throws: LMDBError.badKeySize) {
            try environment.put(key, "value", in: table, mode)
        }
        #expect(try environment.keys(in: table) == ["a"])
    }

    @Test func `looking for a key that cannot be finds nothing or is refused`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)

        #expect(throws: LMDBError.badKeySize) { try environment.value(of: "", in: table) }
        let long = String(repeating: "a", count: 600)
        #expect(try environment.value(of: long, in: table) == nil)
    }

    /// Around where a value no longer fits beside others on a page of 4,096 bytes, and where it
    /// needs one more overflow page.
    @Test(arguments: [
        0, 1, 2_000, 2_021, 2_022, 2_023, 2_024, 2_025, 2_037, 2_038, 2_039, 2_040, 4_079, 4_080,
        4_081, 8_175, 8_176, 8_177, 65_536, 1 << 20,
    ])
    func `a value of any length comes back byte for byte`(count: Int) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var transaction = try environment.beginWriting()
        for name in ["a", "b", "c"] {
            let key = Array(name.utf8)
            try transaction.put(key.span.bytes, value.span.bytes, in: table)
        }
        try transaction.commit()

        let reader = try environment.beginReading()
        for name in ["a", "b", "c"] {
            let key = Array(name.utf8)
            let found = try reader.value(of: key.span.bytes, in: table)?.array
            #expect(found == value)
        }
    }

    @Test func `a value may grow and shrink across the limits of a page`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        for count in [10, 3_000, 0, 100_000, 2_022, 1, 4_080, 10] {
            let value = String(repeating: "v", count: count)
            try environment.put("a", value, in: table)
            #expect(try environment.value(of: "a", in: table) == value)
        }
    }
}
