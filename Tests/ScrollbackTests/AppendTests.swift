import EventLog
import Scrollback
import Testing
import Wire
import WriterSupport

@Suite struct `An append is all or nothing` {
    @Test func `an appended event is there with its content after a reopening`() async throws {
        let store = try StoreInFolder()
        var engine = try store.open()
        let answer = try await engine.append("hello", to: stream(1))
        #expect(answer.first == Position(2) && answer.last == Position(2))
        engine.close()

        engine = try store.open()
        #expect(try contents(of: engine) == ["1/1 hello"])
        #expect(store.notices.all.isEmpty)
    }

    @Test func `an append at a stale version changes nothing`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        try await engine.append("first", to: stream(1), expecting: .zero)

        await #expect(
            throws: WriteError<Append.Refusal>.refused(
                .streamElsewhere(stream(1), expected: .zero, actual: Version(1))
            )
        ) { try await engine.append("second", to: stream(1), expecting: .zero) }

        #expect(try contents(of: engine) == ["1/1 first"])
        try await engine.append("second", to: stream(1), expecting: Version(1))
        #expect(try contents(of: engine) == ["1/1 first", "1/2 second"])
    }

    @Test func `of several events of one command, one wrong expectation stores none`()
        async throws
    {
        let store = try StoreInFolder()
        let engine = try store.open()
        let events = [event("a", to: stream(1)), event("b", to: stream(2))]

        await #expect(throws: WriteError<Append.Refusal>.self) {
            try await engine.submit(
                Append(
                    events,
                    expecting: [
                        Append.Expectation(stream(1), at: .zero),
                        Append.Expectation(stream(2), at: Version(1)),
                    ]
                )
            )
        }

        #expect(try engine.log.snapshot().size == Position(1))
    }

    @Test func `the events of one command follow each other`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let events = (1...5).map { event("\($0)", to: stream(UInt64($0 % 2))) }

        let answer = try await engine.submit(Append(events))

        #expect(answer.first == Position(2) && answer.last == Position(6))
        #expect(try contents(of: engine) == ["1/1 1", "0/1 2", "1/2 3", "0/2 4", "1/3 5"])
    }

    @Test(arguments: [0, 15, 4_096] as [UInt32])
    func `a type that is no event's number is refused`(type: UInt32) async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        await #expect(throws: WriteError<Append.Refusal>.refused(.invalidType(type))) {
            try await engine.submit(Append([Append.Event(to: stream(1), type: type)]))
        }
    }

    @Test func `nothing to append is refused`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        await #expect(throws: WriteError<Append.Refusal>.refused(.noEvents)) {
            try await engine.submit(Append([]))
        }
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `content is refused above its limit alone`(excess: Int, fits: Bool) async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        let content = [UInt8](repeating: 65, count: LogWriter.maximumContentBytes + excess)
        let command = Append([Append.Event(to: stream(1), type: 100, content: content)])
        if fits {
            _ = try await engine.submit(command)
            #expect(try engine.log.snapshot().size == Position(2))
        } else {
            await #expect(throws: WriteError<Append.Refusal>.refused(.eventTooLarge(index: 0))) {
                try await engine.submit(command)
            }
            #expect(try engine.log.snapshot().size == Position(1))
        }
    }

    @Test func `the time that is recorded never goes back`() async throws {
        var options = Engine.Options()
        let clock = Notices()
        options.clock = {
            clock.add("")
            return Timestamp(microseconds: 1_000_000 - Int64(clock.all.count) * 1_000)
        }
        let store = try StoreInFolder(options)
        let engine = try store.open(.writing, options)
        for number in 0..<10 { try await engine.append("\(number)", to: stream(1)) }

        let snapshot = try engine.log.snapshot()
        var newest = Timestamp(microseconds: 0)
        var records = try snapshot.records(from: Position(1))
        while let record = try records.next() {
            #expect(record.recorded >= newest)
            newest = record.recorded
        }
        #expect(newest == Timestamp(microseconds: 999_000))
    }
}
