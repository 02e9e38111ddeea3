import LMDB
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
