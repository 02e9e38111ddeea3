import EventLog
import LogSupport
import Merkle
import Testing
import Wire

@Suite struct `Events lie in one order` {
    @Test func `positions and versions are dense, and each event links to the one before it`()
        throws
    {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        for batch in 0..<10 {
            try writer.begin()
            for number in 0..<7 { try writer.append(Event(to: stream(UInt64(batch * number % 3)))) }
            try writer.commit()
        }

        let all = try events(of: log)
        #expect(all.map(\.position) == Array(1...71))
        var newest: [StreamID: StoredEvent] = [:]
        for stored in all {
            let previous = newest[stored.event.stream]
            #expect(stored.version == (previous?.version ?? 0) + 1)
            #expect(stored.previous == previous?.leafHash)
            #expect(stored.leafHash == NaiveTree.leaf(stored.envelope))
            newest[stored.event.stream] = stored
        }
        #expect(newest.count == 4)
    }

    @Test func `recorded times never decrease when the clock goes back`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        for time: Int64 in [5_000_000, 3_000_000, -1, 5_000_001, 0] {
            try writer.append(Event(to: stream(1)), recorded: time)
        }
        try writer.commit()
        try writer.begin()
        try writer.append(Event(to: stream(2)), recorded: 4_000_000)
        try writer.commit()

        let times = try events(of: log, from: 2).map(\.event.recorded)
        #expect(times == [5_000_000, 5_000_000, 5_000_000, 5_000_001, 5_000_001, 5_000_001])
    }

    @Test func `a clock that went back while the store was closed changes nothing`() throws {
        let store = try LogInFolder()
        var log = try store.open()
        do {
            var writer = try LogWriter(log)
            try writer.begin()
            try writer.append(Event(to: stream(1)), recorded: 9_000_000)
            try writer.commit()
        }
        log.close()
        log = try store.open()
        var writer = try LogWriter(log)
        let newest = writer.newestTime
        try writer.begin()
        try writer.append(Event(to: stream(1)), recorded: 8_000_000)
        try writer.commit()

        #expect(newest == Timestamp(microseconds: 9_000_000))
        #expect(try events(of: log).map(\.event.recorded) == [1_000_000, 9_000_000, 9_000_000])
    }

    @Test func `the time of its own is kept where the clock is corrected`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        var imported = Event(to: stream(1))
        imported.sent = 5
        try writer.begin()
        try writer.append(imported, recorded: 0)
        try writer.commit()

        #expect(try event(of: log, at: 2).sent == 5)
        #expect(try event(of: log, at: 2).event.recorded == LogInFolder.created.microseconds)
    }
}

@Suite struct `An undone batch leaves nothing` {
    private func naiveRoot(_ log: EventLog) throws -> Digest {
        NaiveTree.root(try events(of: log).map { NaiveTree.leaf($0.envelope) })
    }

    /// How a batch may end without a commit.
    enum Ending: CaseIterable { case abandoned, writerDropped, logClosed, tooLarge }

    /// Around where tiles fill.
    @Test(arguments: Ending.allCases, [1, 254, 255, 256, 511, 600])
    func `and the next one continues exactly`(ending: Ending, undone: Int) throws {
        let store = try LogInFolder()
        var log = try store.open()
        var first = try LogWriter(log)
        try first.appendBatch(100)
        try first.begin()
        for _ in 0..<undone {
            var event = Event(to: stream(UInt64.random(in: 0..<4)))
            event.content = [1, 2, 3]
            try first.append(event, recorded: 900_000_000)
        }
        switch ending {
        case .tooLarge:
            var event = Event(to: stream(1))
            event.content = [UInt8](repeating: 0, count: LogWriter.maximumContentBytes + 1)
            #expect(throws: LogError.self) { try first.append(event) }
            first.abandon()
            try first.begin()
            #expect(first.newestTime == Timestamp(microseconds: 2_000_000))
            first.abandon()
        case .abandoned: first.abandon()
        case .writerDropped: break
        case .logClosed:
            log.close()
        }
        _ = consume first
        if ending == .logClosed { log = try store.open() }

        #expect(try events(of: log).count == 101)
        var writer = try LogWriter(log)
        try writer.begin()
        for number in 0..<450 { try writer.append(Event(to: stream(UInt64(number % 3)))) }
        try writer.commit()
        let root = writer.root

        #expect(root == (try naiveRoot(log)))
        #expect(root == (try log.snapshot().root(at: Position(551))))
        #expect(try events(of: log).map(\.position) == Array(1...551))
        log.close()
        #expect(try events(of: try store.open()).count == 551)
    }

    @Test func `a writer that abandoned again and again goes on itself`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        for round in 0..<20 {
            try writer.begin()
            for _ in 0..<100 { try writer.append(Event(to: stream(1))) }
            writer.abandon()
            #expect(writer.size == Position(UInt64(round * 30 + 1)))
            try writer.begin()
            for _ in 0..<30 { try writer.append(Event(to: stream(1))) }
            try writer.commit()
        }
        let root = writer.root
        #expect(root == (try naiveRoot(log)))
        #expect(try events(of: log).last?.version == 600)
    }

    @Test func `what one writes is seen by nobody before the commit`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(Event(to: stream(1)))
        #expect(writer.size == Position(2))
        #expect(try log.snapshot().size == Position(1))
        try writer.commit()
        #expect(try log.snapshot().size == Position(2))
    }

    @Test func `a batch without events changes nothing`() throws {
        let store = try LogInFolder(events: 3)
        let log = try store.open()
        var writer = try LogWriter(log)
        let before = writer.root
        try writer.begin()
        try writer.commit()
        try writer.begin()
        writer.abandon()
        let after = writer.root
        #expect(before == after)
        #expect(try events(of: log).count == 4)
    }

    /// It is the batch's first, so that nothing else of the batch has to be undone.
    @Test func `and an event without room for the tile that it fills counts nowhere`() throws {
        let store = try LogInFolder(events: 254)
        var options = LogInFolder.options
        options.mapSize = Int(try store.open(.reading).byteCount())
        var refusals = 0
        var isStored = false
        // A page more each time: first not even the event has room, then it alone, then all.
        while !isStored {
            let log = try EventLog(opening: store.directory, access: .writing, options: options)
            var writer = try LogWriter(log)
            let root = writer.root
            // What was refused once is refused again.
            for _ in 0..<2 where !isStored {
                try writer.begin()
                let begun = writer.root
                #expect(begun == root)
                do {
                    try writer.append(Event(to: stream(1)))
                    try writer.commit()
                    isStored = true
                } catch {
                    let isOfRoom =
                        error as? LogError == .mapFull || error as? CommitFailure == .storageFull
                    #expect(isOfRoom, "\(error)")
                    refusals += 1
                    writer.abandon()
                }
            }
            log.close()
            options.mapSize? += 4_096
        }
        #expect(refusals >= 4)
        let log = try store.open()
        let writer = try LogWriter(log)
        let root = writer.root
        #expect(writer.size == Position(256))
        #expect(root == (try naiveRoot(log)))
    }

    @Test func `a full map says so, stores nothing, and smaller batches go on`() throws {
        let store = try LogInFolder()
        var options = LogInFolder.options
        options.mapSize = 1 << 20
        let log = try EventLog(opening: store.directory, access: .writing, options: options)
        var writer = try LogWriter(log)
        var event = Event(to: stream(1))
        event.content = [UInt8](repeating: 7, count: 100_000)
        try writer.begin()
        #expect(throws: LogError.mapFull) {
            for _ in 0..<20 { try writer.append(event) }
        }
        writer.abandon()
        #expect(try log.snapshot().size == Position(1))

        try writer.begin()
        try writer.append(event)
        try writer.commit()
        #expect(try events(of: log).map(\.event.content.count) == [16, 100_000])
    }
}

@Suite struct `A view's word for a head is checked` {
    private static let wrong: [(String, StreamID, UInt64, UInt64)] = [
        ("position zero", stream(1), 1, 0),
        ("a position beyond the log", stream(1), 2, 6),
        ("a position far beyond the log", stream(1), 2, .max),
        ("another version", stream(1), 1, 4),
        ("version zero", stream(1), 0, 4),
        ("another stream's event", stream(2), 2, 4),
        ("the same id as another kind", .user(stream(1).id), 2, 4),
        ("the event of the store", stream(1), 1, 1),
    ]

    @Test(arguments: wrong)
    func `a wrong one is refused`(
        name: String,
        stream: StreamID,
        version: UInt64,
        position: UInt64
    ) throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        for number: UInt64 in [1, 2, 1, 2] {
            try writer.append(Event(to: LogSupport.stream(number)))
        }
        try writer.commit()
        log.close()

        let again = try store.open()
        var fresh = try LogWriter(again)
        try fresh.begin()
        let claimed = StreamHead(version: Version(version), position: Position(position))
        #expect(throws: LogError.headNotConfirmed(Position(position))) {
            try fresh.confirm(claimed, of: stream)
        }
        #expect(fresh.head(of: stream) == nil)
    }

    @Test func `a right one is known from then on`() throws {
        let store = try LogInFolder(events: 3)
        let log = try store.open()
        var writer = try LogWriter(log)
        let stream = StreamID.conversation(UniqueID(high: 1, low: 1))
        let head = StreamHead(version: Version(3), position: Position(4))
        try writer.begin()
        let before = writer.head(of: stream)
        try writer.confirm(head, of: stream)
        let after = writer.head(of: stream)

        #expect(before == nil)
        #expect(after == head)
    }

    @Test func `an undone batch's heads are forgotten`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(Event(to: stream(1)))
        writer.abandon()
        try writer.begin()
        #expect(writer.head(of: stream(1)) == nil)
    }
}
