import EventLog
import LogSchema
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `What was appended is read back` {
    /// Appends one event to a log of its own and reads it, before and after opening again.
    private func expectRoundTrip(_ event: Event) throws {
        let store = try LogInFolder()
        var log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(event)
        try writer.commit()

        for _ in 0..<2 {
            let found = try LogSupport.event(of: log, at: 2)
            #expect(found.event == event)
            #expect(found.sent == event.sent ?? event.recorded)
            #expect(found.version == 1 && found.previous == nil)
            log.close()
            log = try store.open(.reading)
        }
    }

    @Test(arguments: [
        stream(0), stream(1), .conversation(.zero), .user(UniqueID(high: .max, low: .max)),
        .user(UniqueID(high: 7, low: 1)),
    ])
    func `a stream of any kind`(stream: StreamID) throws {
        try expectRoundTrip(Event(to: stream))
    }

    @Test(arguments: [16, 17, 2_047, 2_048, 4_095] as [UInt32])
    func `a type of event`(type: UInt32) throws {
        var event = Event(to: stream(1))
        event.type = type
        try expectRoundTrip(event)
    }

    @Test(
        arguments: [nil, UniqueID.zero, UniqueID(high: 1, low: 2)],
        [
            nil, UniqueID.zero, UniqueID(high: .max, low: 3),
        ]
    )
    func `an actor and a command, or none`(actor: UniqueID?, command: UniqueID?) throws {
        var event = Event(to: stream(1))
        event.actor = actor
        event.command = command
        try expectRoundTrip(event)
    }

    @Test(arguments: [nil, 0, 1, -1, Int64.min, Int64.max, 1_700_000_000_000_000])
    func `a time of its own, or none`(sent: Int64?) throws {
        var event = Event(to: stream(1))
        event.sent = sent
        try expectRoundTrip(event)
    }

    @Test(arguments: [1_000_000, 1_000_001, 1_700_000_000_000_000, Int64.max])
    func `the time it was recorded at`(recorded: Int64) throws {
        var event = Event(to: stream(1))
        event.recorded = recorded
        try expectRoundTrip(event)
    }

    @Test(arguments: [0, 1, 127, 128, 4_096, 30_000])
    func `a structure of any length`(count: Int) throws {
        var event = Event(to: stream(1))
        event.body = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try expectRoundTrip(event)
    }

    @Test(arguments: [
        0, 1, 15, 16, 17, 127, 128, 1_023, 1_024, 1_025, 4_096, 65_537, (1 << 20) - 1, 1 << 20,
    ])
    func `content of any length`(count: Int) throws {
        var event = Event(to: stream(1))
        event.content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 8) }
        try expectRoundTrip(event)
    }

    @Test func `the first event's stream goes on`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(Event(to: .store))
        try writer.commit()

        let found = try event(of: log, at: 2)
        #expect(found.version == 2)
        #expect(found.previous == (try event(of: log, at: 1).leafHash))
    }

    @Test func `the newest event can be read before it is committed`() throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        var event = Event(to: stream(3))
        event.body = [9, 8, 7]
        try writer.append(event)

        let newest = try writer.newest()
        let (position, body) = (newest.position, newest.envelope.event.array)
        #expect(position == Position(2))
        #expect(body == [9, 8, 7])
    }

    @Test func `nothing lies at position zero or beyond the newest`() throws {
        let store = try LogInFolder(events: 2)
        let log = try store.open(.reading)
        for number: UInt64 in [0, 4, 5, .max] {
            let position = Position(number)
            #expect(throws: LogError.noSuchPosition(position, size: Position(3))) {
                try event(of: log, at: number)
            }
        }
    }

    @Test(arguments: [(0, 4), (1, 4), (2, 3), (4, 1), (5, 0), (99, 0)])
    func `a walk begins where it is told`(first: UInt64, count: Int) throws {
        let store = try LogInFolder(events: 3)
        let log = try store.open(.reading)
        #expect(try events(of: log, from: first).count == count)
    }

    @Test func `a snapshot stays as it was while more is appended`() throws {
        let store = try LogInFolder(events: 3)
        let log = try store.open()
        let snapshot = try log.snapshot()
        var writer = try LogWriter(log)
        try writer.appendBatch(100)

        var records = try snapshot.records(from: Position(1))
        var count = 0
        while try records.next() != nil { count += 1 }
        let root = try snapshot.root(at: Position(4))
        let size = snapshot.size
        #expect(size == Position(4))
        #expect(count == 4)
        #expect(root == (try log.snapshot().root(at: Position(4))))
        #expect(try events(of: log).count == 104)
    }

    @Test func `random events come back in order`() throws {
        let seed = seed(for: "random events come back in order")
        var random = SplitMix64(seed: seed)
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        var expected: [Event] = []
        for _ in 0..<20 {
            try writer.begin()
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                let event = Event.random(using: &random, recorded: 2_000_000 + expected.count)
                try writer.append(event)
                expected.append(event)
            }
            try writer.commit()
        }
        let found = try events(of: log, from: 2).map(\.event)
        #expect(found == expected, "SEED=\(seed)")
    }
}

extension Event {
    /// An event to one of a few streams with whatever it may have.
    static func random(using random: inout SplitMix64, recorded: Int) -> Event {
        var event = Event(to: LogSupport.stream(.random(in: 0..<5, using: &random)))
        // Those below are the store's, and the log looks into one of them; so it does into those of
        // keeping.
        event.type = .random(in: 32...4_095, using: &random)
        if (112...127).contains(event.type) { event.type = 128 }
        if Bool.random(using: &random) { event.actor = .random(using: &random) }
        if Bool.random(using: &random) { event.command = .random(using: &random) }
        if Bool.random(using: &random) { event.sent = .random(in: .min ... .max, using: &random) }
        event.recorded = Int64(recorded)
        event.body = bytes(using: &random)
        event.content = bytes(using: &random)
        return event
    }

    private static func bytes(using random: inout SplitMix64) -> [UInt8] {
        let longest = [0, 10, 300, 3_000].randomElement(using: &random) ?? 0
        return (0..<Int.random(in: 0...longest, using: &random)).map { _ in
            UInt8(truncatingIfNeeded: random.next())
        }
    }
}
