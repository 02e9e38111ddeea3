import LMDB
import TestSupport
import Testing

@Suite struct `Tables are kept apart by name` {
    @Test func `the same key lives in each table`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 2 }
        let tables = try environment.openTables(["one", "two"])
        try environment.put("a", "1", in: tables[0])
        try environment.put("a", "2", in: tables[1])

        #expect(try environment.value(of: "a", in: tables[0]) == "1")
        #expect(try environment.value(of: "a", in: tables[1]) == "2")
    }

    @Test func `a table is found again by its name, in whatever order`() throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open { $0.maximumTables = 2 }
            let tables = try environment.openTables(["one", "two"])
            try environment.put("a", "1", in: tables[0])
            try environment.put("a", "2", in: tables[1])
        }
        let environment = try place.open { $0.maximumTables = 2 }
        let tables = try environment.openTables(["two", "one"])

        #expect(try environment.value(of: "a", in: tables[0]) == "2")
        #expect(try environment.value(of: "a", in: tables[1]) == "1")
    }

    /// With another order of keys rows are there that no search finds.
    @Test(arguments: [0x02, 0x04, 0x08, 0x10, 0x20, 0x40] as [UInt8])
    func `a table of another order is damage`(flag: UInt8) throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open { $0.maximumTables = 2 }
            let tables = try environment.openTables(["rows of one kind"])
            try environment.put("a", "1", in: tables[0])
        }
        var bytes = readFile(place.path)
        let name = Array("rows of one kind".utf8)
        // What LMDB keeps of a table follows its name: four bytes, then the flags.
        for start in 0..<bytes.count - 64 where Array(bytes[start..<start + 16]) == name {
            bytes[start + 20] |= flag
        }
        writeFile(place.path, bytes)
        let environment = try place.open { $0.maximumTables = 2 }
        #expect(throws: LMDBError.damaged) {
            try environment.openTables(["rows of one kind"])
        }
    }

    /// A commit that replaces it would overwrite the descriptions of other tables.
    @Test(arguments: [0, 1], [0, 3, 6] as [UInt8])
    func `a description of another size is damage`(byte: Int, bit: UInt8) throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open { $0.maximumTables = 2 }
            let tables = try environment.openTables(["rows of one kind"])
            try environment.put("a", "1", in: tables[0])
        }
        var bytes = readFile(place.path)
        let name = Array("rows of one kind".utf8)
        // Eight bytes before the name say how large both are: the lowest two are the value's.
        for start in 0..<bytes.count - 64 where Array(bytes[start..<start + 16]) == name {
            bytes[start - 8 + byte] ^= 1 << bit
        }
        writeFile(place.path, bytes)
        let environment = try place.open { $0.maximumTables = 2 }
        #expect(throws: LMDBError.damaged) {
            try environment.openTables(["rows of one kind"])
        }
    }

    @Test func `more tables than were announced are refused`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 2 }

        #expect(throws: LMDBError.tooManyTables) {
            try environment.openTables(["one", "two", "three"])
        }
    }

    @Test func `after a refusal the announced tables can be opened`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 2 }
        _ = try? environment.openTables(["one", "two", "three"])
        let tables = try environment.openTables(["one", "two"])
        try environment.put("a", "1", in: tables[1])

        #expect(try environment.value(of: "a", in: tables[1]) == "1")
    }

    @Test func `a missing table of an environment for reading is named as such`() throws {
        let place = EnvironmentInFolder()
        do {
            let environment = try place.open { $0.maximumTables = 2 }
            _ = try environment.openTables(["one"])
        }
        let environment = try place.open {
            $0.maximumTables = 2
            $0.access = .readOnly
            $0.creates = false
        }

        #expect(throws: LMDBError.noSuchTable) { try environment.openTables(["one", "two"]) }
        let one = try environment.openTables(["one"])[0]
        #expect(try environment.keys(in: one) == [])
    }

    @Test func `every announced table can be written in one transaction`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 40 }
        let tables = try environment.openTables((0..<40).map { "table \($0)" })
        var transaction = try environment.beginWriting()
        for (number, table) in tables.enumerated() {
            try transaction.put("a", "\(number)", in: table)
        }
        try transaction.commit()

        for (number, table) in tables.enumerated() {
            #expect(try environment.value(of: "a", in: table) == "\(number)")
        }
    }
}
