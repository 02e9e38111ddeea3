import EventLog
import Glibc
import LogSchema
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `An erasure that is logged is carried out` {
    private func erased(_ ranges: PositionRange...) -> Event {
        var body = WireWriter()
        ContentErased(ranges: ranges).encode(into: &body)
        var event = Event(to: .store)
        event.type = EnvelopeEvent.contentErased
        event.body = body.bytes.array
        return event
    }

    private func log(_ event: Event, in store: borrowing LogInFolder) throws {
        let log = try store.open()
        defer { log.close() }
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(event)
        try writer.commit()
    }

    private func slots(_ store: borrowing LogInFolder, _ positions: ClosedRange<Int>) -> [UInt8] {
        let keys = readFile(store.directory.keysPath)
        return Array(keys[(positions.lowerBound - 1) * 32..<positions.upperBound * 32])
    }

    private func isZero(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0 } }

    @Test func `the content is gone, and nothing else is`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        let before = try events(of: log)
        let root = try log.snapshot().root(at: Position(21))
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(
            erased(PositionRange(first: 3, count: 2), PositionRange(first: 10, count: 1))
        )
        try writer.commit()
        var isPending = writer.hasPendingErasures
        #expect(isPending)

        let count = try writer.carryOutErasures()
        #expect(count == 3)

        isPending = writer.hasPendingErasures
        #expect(!isPending)
        let after = try events(of: log)
        for position in 1...21 {
            let isErased = [3, 4, 10].contains(position)
            #expect(after[position - 1].isErased == isErased)
            #expect(after[position - 1].envelope == before[position - 1].envelope)
            #expect(after[position - 1].event.content.isEmpty == isErased)
        }
        #expect(try log.snapshot().root(at: Position(21)) == root)
        #expect(isZero(slots(store, 3...4)) && isZero(slots(store, 10...10)))
        #expect(!isZero(slots(store, 2...2)) && !isZero(slots(store, 5...5)))
        // Again does no harm.
        let again = try writer.carryOutErasures()
        #expect(again == 0)
        try writer.appendBatch(5)
        log.close()
        #expect(try events(of: try store.open()).count == 27)
    }

    @Test func `what was sealed is in the record no more`() throws {
        let store = try LogInFolder(events: 20)
        let key = RawLog.recordKey(7)
        let before = try RawLog(store.directory).value(key)
        try log(erased(PositionRange(first: 7, count: 1)), in: store)
        _ = try store.open()
        let after = try RawLog(store.directory).value(key)
        let record = try EncodedRecord(after.span.bytes)
        #expect(record.sealed.byteCount == 0)
        let old = try EncodedRecord(before.span.bytes)
        #expect(record.envelopeBytes.array == old.envelopeBytes.array)
        #expect(after == withChecksum(Array(after.dropLast(5))))
    }

    @Test func `at the next opening, if a crash came before`() throws {
        let store = try LogInFolder(events: 20)
        try log(erased(PositionRange(first: 7, count: 3)), in: store)
        #expect(!isZero(slots(store, 7...9)))

        let reader = try store.open(.reading)
        #expect(try event(of: reader, at: 8).isErased == false)
        reader.close()

        let writer = try store.open()
        #expect(try event(of: writer, at: 8).isErased)
        writer.close()
        #expect(isZero(slots(store, 7...9)))
        #expect(try RawLog(store.directory).keys().contains { $0[0] == 0x04 } == false)
    }

    @Test func `at the next opening, if a crash came between its two halves`() throws {
        let store = try LogInFolder(events: 20)
        try log(erased(PositionRange(first: 7, count: 3)), in: store)
        let descriptor = open(store.directory.keysPath, O_WRONLY)
        try #require(pwrite(descriptor, [UInt8](repeating: 0, count: 96), 96, 6 * 32) == 96)
        close(descriptor)

        _ = try store.open()

        let raw = try RawLog(store.directory)
        for position: UInt64 in 7...9 {
            let row = try raw.value(RawLog.recordKey(position))
            #expect(try EncodedRecord(row.span.bytes).sealed.byteCount == 0)
        }
        #expect(try raw.keys().contains { $0[0] == 0x04 } == false)
    }

    @Test func `at the next opening, if a crash came between two runs of records`() throws {
        let store = try LogInFolder(events: 3_000)
        try log(erased(PositionRange(first: 2, count: 2_900)), in: store)
        // The first run is done and durable, the second is not, and the note is still there.
        let raw = try RawLog(store.directory)
        for position: UInt64 in 2...1_025 {
            let row = try raw.value(RawLog.recordKey(position))
            var kept = WireWriter()
            kept.write(try EncodedRecord(row.span.bytes).envelopeBytes, field: 1)
            try raw.put(RawLog.recordKey(position), withChecksum(kept.bytes.array))
        }
        _ = consume raw

        let log = try store.open()

        let all = try events(of: log)
        #expect(all[1...2_900].allSatisfy { $0.isErased })
        #expect(!all[2_901...3_000].contains { $0.isErased })
    }

    @Test func `at the next opening, though a record that is named is damaged`() throws {
        let store = try LogInFolder(events: 800)
        try log(erased(PositionRange(first: 7, count: 3)), in: store)
        try RawLog(store.directory).change(RawLog.recordKey(8)) { $0[$0.count - 1] ^= 1 }

        let log = try store.open()

        #expect(try log.snapshot().pendingErasurePositions() == [])
        #expect(isZero(slots(store, 7...9)))
        #expect(try event(of: log, at: 7).isErased)
        #expect(throws: LogError.damagedRecord(Position(8), .checksum)) {
            try event(of: log, at: 8)
        }
        #expect(try event(of: log, at: 9).isErased)
    }

    @Test func `one that is damaged itself stays pending, and the rest is carried out`() throws {
        let store = try LogInFolder(events: 20)
        let first = try store.open()
        var writer = try LogWriter(first)
        try writer.begin()
        try writer.append(erased(PositionRange(first: 7, count: 1)))
        try writer.append(erased(PositionRange(first: 9, count: 1)))
        try writer.commit()
        // Far enough from the end not to be looked at in opening.
        try writer.appendBatch(800)
        first.close()
        try RawLog(store.directory).change(RawLog.recordKey(22)) { $0[$0.count - 1] ^= 1 }

        let log = try store.open()

        #expect(try log.snapshot().pendingErasurePositions() == [Position(22)])
        #expect(try !event(of: log, at: 7).isErased)
        #expect(try event(of: log, at: 9).isErased)
        var again = try LogWriter(log)
        try again.appendBatch(5)
        #expect(try log.snapshot().size == Position(828))
    }

    @Test func `several at once, and one that names what has no content`() throws {
        let store = try LogInFolder(events: 20, content: false)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(erased(PositionRange(first: 2, count: 20)))
        try writer.append(erased(PositionRange(first: 4, count: 1)))
        try writer.commit()
        #expect(try log.snapshot().pendingErasurePositions() == [Position(22), Position(23)])
        let count = try writer.carryOutErasures()
        #expect(count == 0)
        #expect(try log.snapshot().pendingErasurePositions() == [])
        #expect(try events(of: log).count == 23)
    }

    @Test func `an abandoned one never was`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(erased(PositionRange(first: 4, count: 1)))
        writer.abandon()
        try writer.carryOutErasures()
        #expect(try !event(of: log, at: 4).isErased)
    }

    @Test func `one that names what cannot be erased is refused before anything happens`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        var writer = try LogWriter(log)
        let cases: [(Event, ErasureFault)] = [
            (erased(), .nothing),
            (erased(PositionRange(first: 1, count: 1)), .outside(first: 1, count: 1)),
            (erased(PositionRange(first: 0, count: 5)), .outside(first: 0, count: 5)),
            (erased(PositionRange(first: 5, count: 0)), .outside(first: 5, count: 0)),
            (erased(PositionRange(first: 5, count: 18)), .outside(first: 5, count: 18)),
            (erased(PositionRange(first: 22, count: 1)), .outside(first: 22, count: 1)),
            (erased(PositionRange(first: 5, count: .max)), .outside(first: 5, count: .max)),
        ]
        try writer.begin()
        for (event, fault) in cases {
            do throws(LogError) {
                try writer.append(event)
                Issue.record("an erasure was taken: \(fault)")
            } catch {
                #expect(error == .invalidErasure(fault))
            }
        }
        // Up to the event right before it.
        try writer.append(erased(PositionRange(first: 5, count: 17)))
        try writer.commit()
        #expect(try log.snapshot().size == Position(22))
    }

    @Test func `while somebody reads`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        let old = try log.snapshot()
        var contents = log.contents()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(erased(PositionRange(first: 4, count: 1)))
        try writer.commit()
        try writer.carryOutErasures()
        // The old snapshot still has what was sealed, and nobody can open it.
        let record = try old.record(at: Position(4))
        #expect(record.sealed.byteCount > 0)
        #expect(try contents.content(of: record).state == .erased)
        #expect(try contents.condition(of: record) == .leftInRecord)
    }
}
