import LMDB
import Testing

@Suite struct `A transaction is kept whole or not at all` {
    @Test func `what is committed is there`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        try transaction.put("a", "1", in: table)
        try transaction.put("b", "2", in: table)
        try transaction.commit()

        #expect(try environment.value(of: "a", in: table) == "1")
        #expect(try environment.value(of: "b", in: table) == "2")
    }

    @Test func `what is dropped without a commit is undone`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "before", in: table)
        do {
            var transaction = try environment.beginWriting()
            try transaction.put("a", "after", in: table)
            try transaction.put("b", "after", in: table)
        }

        #expect(try environment.value(of: "a", in: table) == "before")
        #expect(try environment.value(of: "b", in: table) == nil)
    }

    @Test func `an abort undoes and lets the next transaction begin`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        try transaction.put("a", "1", in: table)
        transaction.abort()
        try environment.put("b", "2", in: table)

        #expect(try environment.keys(in: table) == ["b"])
    }

    @Test func `a writer sees its own changes before anybody else does`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        try transaction.put("a", "1", in: table)

        let own = try transaction.text(of: "a", in: table)
        let others = try environment.value(of: "a", in: table)

        #expect(own == "1")
        #expect(others == nil)
    }

    @Test func `a reader's state never changes`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "old", in: table)
        let reader = try environment.beginReading()

        try environment.put("a", "new", in: table)
        try environment.put("b", "new", in: table)

        let (a, b) = (try reader.text(of: "a", in: table), try reader.text(of: "b", in: table))
        #expect(a == "old")
        #expect(b == nil)
        #expect(try environment.value(of: "a", in: table) == "new")
    }

    @Test func `a value stays good until its transaction ends`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", String(repeating: "old", count: 2_000), in: table)
        let reader = try environment.beginReading()
        let key = Array("a".utf8)
        guard let value = try reader.value(of: key.span.bytes, in: table) else {
            Issue.record("The value is not there.")
            return
        }
        for round in 0..<50 {
            try environment.put("a", String(repeating: "new", count: 1_000 + round), in: table)
        }
        let text = value.text
        #expect(text == String(repeating: "old", count: 2_000))
    }

    @Test func `a reader that begins after a commit sees it, however readers are reused`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        for round in 0..<20 {
            try environment.put("a", "\(round)", in: table)
            #expect(try environment.value(of: "a", in: table) == "\(round)")
        }
        #expect(try environment.status().readersInUse == 1)
    }

    @Test func `a reader names the commit that it sees`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let number = try environment.beginReading().transactionID

        #expect(try environment.status().lastTransactionID == number)
        try environment.put("a", "2", in: table)
        #expect(try environment.beginReading().transactionID == number + 1)
    }
}

@Suite struct `The number of the last transaction tells whether something was stored` {
    private func numbers(
        _ body: (Environment, Table) throws -> Void
    ) throws -> (before: UInt64, after: UInt64) {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        try environment.put("a", "1", in: table)
        let before = try environment.status().lastTransactionID
        try body(environment, table)
        return (before, try environment.status().lastTransactionID)
    }

    @Test func `a commit moves it by one`() throws {
        let (before, after) = try numbers { environment, table in
            try environment.put("b", "2", in: table)
        }
        #expect(after == before + 1)
    }

    @Test func `an abort does not move it`() throws {
        let (before, after) = try numbers { environment, table in
            var transaction = try environment.beginWriting()
            try transaction.put("b", "2", in: table)
            transaction.abort()
        }
        #expect(after == before)
    }

    @Test func `a commit without changes does not move it`() throws {
        let (before, after) = try numbers { environment, _ in
            try environment.beginWriting().commit()
        }
        #expect(after == before)
    }

    @Test func `a commit that fails does not move it`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.mapSize = 1 << 20 }
        let table = try environment.openOnlyTable()
        let before = try environment.status().lastTransactionID
        #expect(throws: LMDBError.self) {
            var transaction = try environment.beginWriting()
            let value = String(repeating: "x", count: 1_000)
            var failure: LMDBError?
            for number in 0..<10_000 where failure == nil {
                do throws(LMDBError) {
                    try transaction.put("\(number)", value, in: table)
                } catch {
                    failure = error
                }
            }
            #expect(failure == .mapFull)
            try transaction.commit()
        }
        #expect(try environment.status().lastTransactionID == before)
    }

    @Test func `reading does not move it`() throws {
        let (before, after) = try numbers { environment, table in
            _ = try environment.keys(in: table)
        }
        #expect(after == before)
    }
}
