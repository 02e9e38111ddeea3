import EventLog
import Glibc
import LogSchema
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `Every event has random keys of its own` {
    private func slots(_ store: borrowing LogInFolder) -> [[UInt8]] {
        let bytes = readFile(store.directory.keysPath)
        return stride(from: 0, to: bytes.count, by: 32).map {
            Array(bytes[$0..<min($0 + 32, bytes.count)])
        }
    }

    private static let zero = [UInt8](repeating: 0, count: 32)

    private func expectRandom(_ slots: [[UInt8]]) {
        #expect(Set(slots).count == slots.count)
        #expect(Set(slots.map { Array($0[..<16]) }).count == slots.count)
        #expect(Set(slots.map { Array($0[16...]) }).count == slots.count)
        let zeros = slots.count { $0 == Self.zero }
        #expect(zeros == 0)
        #expect(slots.allSatisfy { $0.count == 32 })
    }

    @Test func `a new store has a block of them, all different`() throws {
        let store = try LogInFolder()
        let slots = slots(store)
        #expect(slots.count == 4_096)
        expectRandom(slots)
    }

    /// The first event has a slot too.
    @Test(arguments: [(4_094, 4_096), (4_095, 4_096), (4_096, 8_192), (8_192, 12_288)])
    func `another block comes when the last is used up`(events: Int, expected: Int) throws {
        let store = try LogInFolder(events: events)
        let log = try store.open(.reading)
        let slots = slots(store)
        #expect(slots.count == expected)
        expectRandom(slots)
        #expect(
            try event(of: log, at: UInt64(events) + 1).event.content
                == Array("content \(events - 1)".utf8)
        )
        #expect(try event(of: log, at: 2).event.content == Array("content 0".utf8))
    }

    @Test func `a block is made ahead, so that an append need not wait`() throws {
        let store = try LogInFolder(events: 10)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.prepareAhead()
        #expect(slots(store).count == 8_192)
        let before = readFile(store.directory.keysPath)
        try writer.prepareAhead()
        #expect(readFile(store.directory.keysPath) == before)
        expectRandom(slots(store))
    }

    @Test func `opening makes unused ones anew and leaves used ones alone`() throws {
        let store = try LogInFolder(events: 9)
        let before = slots(store)
        let log = try store.open()
        let after = slots(store)
        log.close()

        #expect(after[..<10] == before[..<10])
        for index in 10..<4_096 { #expect(after[index] != before[index], "slot \(index)") }
        expectRandom(after)
    }

    @Test func `opening for reading changes none`() throws {
        let store = try LogInFolder(events: 9)
        let before = readFile(store.directory.keysPath)
        _ = try store.open(.reading)
        #expect(readFile(store.directory.keysPath) == before)
    }

    /// A crash while a block is written may leave zeros in it, though the file has its length.
    @Test func `zeros that a crash left beyond the log are never used`() throws {
        let store = try LogInFolder(events: 9)
        let whole = readFile(store.directory.keysPath)
        writeFile(
            store.directory.keysPath,
            Array(whole[..<(10 * 32)]) + [UInt8](repeating: 0, count: (8_192 - 10) * 32)
        )
        let log = try store.open()
        expectRandom(slots(store))
        log.close()
    }

    @Test func `a slot that a crash left half written is made whole`() throws {
        let store = try LogInFolder(events: 9)
        truncate(store.directory.keysPath, 100 * 32 + 7)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.appendBatch(200)
        #expect(try events(of: log).count == 210)
        let slots = slots(store)
        #expect(slots.count == 4_096)
        expectRandom(slots)
    }

    @Test func `a zeroed slot reads as erased, also while the log is open`() throws {
        let store = try LogInFolder(events: 5)
        let log = try store.open()
        #expect(try event(of: log, at: 3).event.content == Array("content 1".utf8))
        let descriptor = open(store.directory.keysPath, O_WRONLY)
        defer { close(descriptor) }
        try #require(pwrite(descriptor, Self.zero, 32, 2 * 32) == 32)

        let erased = try event(of: log, at: 3)
        #expect(erased.isErased)
        #expect(erased.event.content == [])
        #expect(try event(of: log, at: 2).event.content == Array("content 0".utf8))
        #expect(try event(of: log, at: 4).event.content == Array("content 2".utf8))
        log.close()
        #expect(try event(of: try store.open(), at: 3).isErased)
    }

    @Test func `a slot that is half zero is not taken for an erased one`() throws {
        let store = try LogInFolder(events: 5)
        for offset in [2 * 32, 3 * 32 + 16] {
            var bytes = readFile(store.directory.keysPath)
            bytes.replaceSubrange(offset..<offset + 16, with: Self.zero[..<16])
            writeFile(store.directory.keysPath, bytes)
        }
        let log = try store.open(.reading)
        for position: UInt64 in [3, 4] {
            #expect(throws: LogError.damagedRecord(Position(position), .seal)) {
                try event(of: log, at: position)
            }
        }
    }

    @Test func `a record without its sealed bytes reads as erased`() throws {
        let store = try LogInFolder(events: 5)
        try RawLog(store.directory).forge(3) { covered in
            let text = Array("content 1".utf8)
            covered.removeLast(text.count + 2)
        }
        let log = try store.open(.reading)
        #expect(try event(of: log, at: 3).isErased)
        #expect(try events(of: log).count == 6)
    }

    @Test func `an event without content needs none of its slot`() throws {
        let store = try LogInFolder(events: 5, content: false)
        let log = try store.open(.reading)
        let found = try event(of: log, at: 3)
        #expect(!found.isErased && found.event.content == [])
    }
}

@Suite struct `No file holds a person's words` {
    private static let marker = "Meet me at the old harbour"

    /// The files of a store in which the marker stands, after a thousand events that have it.
    private func filesWithMarker(_ place: WritableKeyPath<Event, [UInt8]>) throws -> [String] {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        for batch in 0..<10 {
            try writer.begin()
            for number in 0..<100 {
                var event = Event(to: stream(UInt64(number % 7)))
                let long = String(repeating: "x", count: number * 40)
                event[keyPath: place] = Array("\(Self.marker), \(batch). \(long)".utf8)
                try writer.append(event)
            }
            // Pages of an undone batch may reach the file as well.
            if batch == 5 { writer.abandon() } else { try writer.commit() }
        }
        log.close()
        return names(ofFilesIn: store.path, containing: Self.marker)
    }

    @Test func `content is nowhere in the clear`() throws {
        #expect(try filesWithMarker(\.content) == [])
    }

    @Test func `what is not sealed is found by the same search`() throws {
        #expect(try filesWithMarker(\.body) == ["log.mdb"])
    }

    @Test func `the same words are sealed differently each time`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        for _ in 0..<100 {
            var event = Event(to: stream(1))
            event.content = Array(Self.marker.utf8)
            try writer.append(event)
        }
        try writer.commit()
        var sealed: Set<[UInt8]> = []
        var seals: Set<[UInt8]> = []
        let snapshot = try log.snapshot()
        var records = try snapshot.records(from: Position(2))
        while let record = try records.next() {
            sealed.insert(record.sealed.array)
            seals.insert(record.envelope.seal.map(NaiveTree.bytes) ?? [])
        }
        #expect(sealed.count == 100)
        #expect(seals.count == 100)
    }

    @Test func `a position that is used again is sealed with another key stream`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        func sealed(_ content: [UInt8], _ writer: inout LogWriter) throws -> [UInt8] {
            try writer.begin()
            var event = Event(to: stream(1))
            event.content = content
            try writer.append(event)
            defer { writer.abandon() }
            return try writer.newest().sealed.array
        }
        let zeros = try sealed([UInt8](repeating: 0, count: 64), &writer)
        let ones = try sealed([UInt8](repeating: 1, count: 64), &writer)
        let isSameStream = zip(zeros, ones).allSatisfy { $0 ^ $1 == 1 }
        #expect(!isSameStream)
        #expect(zeros != [UInt8](repeating: 0, count: 64))
    }
}
