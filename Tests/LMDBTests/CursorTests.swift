import LMDB
import Testing

@Suite struct `A cursor goes where it is told` {
    /// An environment whose one table has the keys b, d, f.
    private struct Letters: ~Copyable {
        let place: EnvironmentInFolder
        let environment: Environment
        let table: Table

        init() throws {
            let place = EnvironmentInFolder()
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            for key in ["b", "d", "f"] { try environment.put(key, "of \(key)", in: table) }
            self.place = place
            self.environment = environment
            self.table = table
        }
    }

    @Test func `forwards it visits every entry once, in order`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        var seen: [String] = []
        var isThere = try cursor.moveToFirst()
        while isThere {
            seen.append("\(cursor.key.text) \(cursor.value.text)")
            isThere = try cursor.moveToNext()
        }
        #expect(seen == ["b of b", "d of d", "f of f"])
    }

    @Test func `backwards it visits every entry once, in the other order`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        var seen: [String] = []
        var isThere = try cursor.moveToLast()
        while isThere {
            seen.append(cursor.key.text)
            isThere = try cursor.moveToPrevious()
        }
        #expect(seen == ["f", "d", "b"])
    }

    @Test func `a first step forwards leads to the first entry, one back to the last`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var forwards = try reader.cursor(in: letters.table)
        var backwards = try reader.cursor(in: letters.table)
        let isThere = (try forwards.moveToNext(), try backwards.moveToPrevious())
        let keys = (forwards.key.text, backwards.key.text)

        #expect(isThere == (true, true))
        #expect(keys == ("b", "f"))
    }

    @Test(arguments: [
        ("", "b"), ("a", "b"), ("b", "b"), ("c", "d"), ("d", "d"), ("da", "f"), ("f", "f"),
        ("g", nil), ("fa", nil),
    ])
    func `seeking stands on the key or the next one after it`(key: String, found: String?) throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        let wanted = Array(key.utf8)
        let isThere = try cursor.move(atOrAfter: wanted.span.bytes)
        let (key, value) = (cursor.key.text, cursor.value.text)

        #expect(isThere == (found != nil))
        #expect(key == found ?? "")
        #expect(value == (found.map { "of \($0)" } ?? ""))
    }

    @Test(arguments: [("a", false), ("b", true), ("c", false), ("f", true), ("g", false)])
    func `moving to a key finds that one alone`(key: String, isThere: Bool) throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        let wanted = Array(key.utf8)
        let found = try cursor.move(to: wanted.span.bytes)
        let text = cursor.key.text

        #expect(found == isThere)
        #expect(text == (isThere ? key : ""))
    }

    @Test func `from beyond the last entry a step back leads to the last`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        let wanted = Array("x".utf8)
        let isBeyond = try !cursor.move(atOrAfter: wanted.span.bytes)
        let isThere = try cursor.moveToPrevious()
        let key = cursor.key.text

        #expect(isBeyond && isThere)
        #expect(key == "f")
    }

    @Test(arguments: [1, 3, 5_000])
    func `from beyond the last entry a step on leads nowhere`(count: Int) throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        for number in 10_000..<10_000 + count {
            try transaction.put("\(number)", "x", in: table, .append)
        }
        try transaction.commit()
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        let wanted = Array("x".utf8)
        let isThere = try cursor.move(atOrAfter: wanted.span.bytes)
        let isNext = try cursor.moveToNext()
        let key = cursor.key.text

        #expect(!isThere && !isNext)
        #expect(key == "")
    }

    @Test func `at either end it says so and lends nothing`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var cursor = try reader.cursor(in: letters.table)
        _ = try cursor.moveToLast()
        let isBeyond = try !cursor.moveToNext()
        let beyond = (cursor.key.byteCount, cursor.value.byteCount)
        _ = try cursor.moveToFirst()
        let isBefore = try !cursor.moveToPrevious()
        let before = (cursor.key.byteCount, cursor.value.byteCount)

        #expect(isBeyond && isBefore)
        #expect(beyond == (0, 0))
        #expect(before == (0, 0))
    }

    @Test func `in an empty table every move finds nothing`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        let wanted = Array("a".utf8)
        let found = [
            try cursor.moveToFirst(), try cursor.moveToLast(), try cursor.moveToNext(),
            try cursor.moveToPrevious(), try cursor.move(atOrAfter: wanted.span.bytes),
            try cursor.move(atOrAfter: RawSpan()), try cursor.move(to: wanted.span.bytes),
        ]
        #expect(found == Array(repeating: false, count: 7))
    }

    @Test func `before the first move it lends nothing`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        let cursor = try reader.cursor(in: letters.table)
        let counts = (cursor.key.byteCount, cursor.value.byteCount)
        #expect(counts == (0, 0))
    }

    @Test func `a cursor that is used again sees what was committed since`() throws {
        let letters = try Letters()
        for round in 0..<10 {
            let keys = try letters.environment.keys(in: letters.table)
            #expect(keys.count == 3 + round)
            try letters.environment.put("x\(round)", "new", in: letters.table)
        }
    }

    @Test func `two cursors of one reader do not disturb each other`() throws {
        let letters = try Letters()
        let reader = try letters.environment.beginReading()
        var first = try reader.cursor(in: letters.table)
        var second = try reader.cursor(in: letters.table)
        _ = try first.moveToFirst()
        _ = try second.moveToLast()
        let keys = (first.key.text, second.key.text)
        #expect(keys == ("b", "f"))
    }

    @Test func `a writer's cursor sees the changes of its transaction`() throws {
        let letters = try Letters()
        var transaction = try letters.environment.beginWriting()
        try transaction.put("e", "new", in: letters.table)
        try transaction.remove(Array("f".utf8).span.bytes, in: letters.table)
        var keys: [String] = []
        do {
            var cursor = try transaction.cursor(in: letters.table)
            while try cursor.moveToNext() { keys.append(cursor.key.text) }
        }
        try transaction.commit()

        #expect(keys == ["b", "d", "e"])
    }

    @Test func `cursors of several tables are kept apart`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open { $0.maximumTables = 2 }
        let tables = try environment.openTables(["one", "two"])
        try environment.put("a", "1", in: tables[0])
        try environment.put("b", "2", in: tables[1])
        for _ in 0..<3 {
            #expect(try environment.keys(in: tables[0]) == ["a"])
            #expect(try environment.keys(in: tables[1]) == ["b"])
        }
    }

    @Test func `a walk over many pages is whole in both directions`() throws {
        let place = EnvironmentInFolder()
        let environment = try place.open()
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        let names = (10_000..<15_000).map { "\($0)" }
        for name in names.shuffled() { try transaction.put(name, name, in: table) }
        try transaction.commit()

        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        var back: [String] = []
        while try cursor.moveToPrevious() { back.append(cursor.value.text) }
        #expect(try environment.keys(in: table) == names)
        #expect(back == names.reversed())
    }
}
