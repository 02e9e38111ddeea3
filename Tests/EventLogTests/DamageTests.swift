import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// What reading a position gives: an event, or the fault that was found.
private func read(_ log: EventLog, at position: UInt64) -> Result<StoredEvent, any Error> {
    Result { try event(of: log, at: position) }
}

private func fault(_ log: EventLog, at position: UInt64) -> LogError? {
    if case .failure(let error as LogError) = read(log, at: position) { return error }
    return nil
}

@Suite struct `A damaged record is never taken for a good one` {
    /// Damages records below the tail, which opening does not look at, and opens the log.
    private func damage(_ body: (RawLog) throws -> Void) throws -> (LogInFolderBox, EventLog) {
        let box = LogInFolderBox(try LogInFolder(events: 800))
        try body(try RawLog(box.store.directory))
        return (box, try box.store.open(.reading))
    }

    @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8])
    func `any byte of it changed`(change: UInt8) throws {
        var count = 0
        // Byte n is changed in the record at position n + 10: one opening serves all bytes.
        let (box, log) = try damage { raw in
            count = try raw.value(RawLog.recordKey(10)).count
            for index in 0..<count {
                try raw.change(RawLog.recordKey(UInt64(index) + 10)) { row in
                    row[min(index, row.count - 1)] ^= change
                }
            }
        }
        #expect(count > 100 && count < 250)
        for index in 0..<count {
            let position = UInt64(index) + 10
            let expected = LogError.damagedRecord(Position(position), .checksum)
            #expect(fault(log, at: position) == expected, "byte \(index)")
            #expect(throws: expected) { try events(of: log, from: position) }
        }
        #expect(fault(log, at: UInt64(count) + 10) == nil)
        #expect(expectedDescription(log) == true)
        withExtendedLifetime(box) {}
    }

    private func expectedDescription(_ log: EventLog) -> Bool? {
        fault(log, at: 10)?.description.contains("position 10 is damaged")
    }

    @Test func `cut short or made longer`() throws {
        let (box, log) = try damage { raw in
            try raw.change(RawLog.recordKey(2)) { $0.removeLast() }
            try raw.change(RawLog.recordKey(3)) { $0.removeFirst() }
            try raw.change(RawLog.recordKey(4)) { $0.append(0) }
            try raw.change(RawLog.recordKey(5)) { $0.removeLast(5) }
            try raw.put(RawLog.recordKey(6), [])
            try raw.put(RawLog.recordKey(7), [0x1D])
            try raw.put(RawLog.recordKey(8), [0x1D, 0, 0, 0, 0])
            try raw.change(RawLog.recordKey(9)) { $0 += $0 }
        }
        for position: UInt64 in 2...9 {
            let expected = LogError.damagedRecord(Position(position), .checksum)
            #expect(fault(log, at: position) == expected)
        }
        withExtendedLifetime(box) {}
    }

    @Test func `with a right checksum over what is no record`() throws {
        let (box, log) = try damage { raw in
            try raw.put(RawLog.recordKey(2), withChecksum([0xFF]))
            try raw.put(RawLog.recordKey(3), withChecksum([0x0A, 0x00]))
            try raw.put(RawLog.recordKey(4), withChecksum([0x0A, 0x7F, 0x08]))
            try raw.forge(5) { $0 += [0x12, 0x01, 0x00] }
            try raw.forge(6) { $0.removeLast() }
        }
        for position: UInt64 in 2...6 {
            guard case .damagedRecord(let named, let reason)? = fault(log, at: position) else {
                Issue.record("Position \(position) is taken for good.")
                continue
            }
            #expect(named == Position(position))
            #expect(reason != .checksum)
        }
        withExtendedLifetime(box) {}
    }

    @Test func `with sealed bytes that do not match the seal`() throws {
        let (box, log) = try damage { raw in
            try raw.forge(2) { $0[$0.count - 1] ^= 1 }
            try raw.put(RawLog.recordKey(3), raw.value(RawLog.recordKey(4)))
        }
        for position: UInt64 in 2...3 {
            #expect(fault(log, at: position) == .damagedRecord(Position(position), .seal))
        }
        #expect(fault(log, at: 4) == nil)
        withExtendedLifetime(box) {}
    }

    @Test func `a wrong seal does not spoil the reading of the next`() throws {
        let (box, log) = try damage { raw in try raw.forge(5) { $0[$0.count - 1] ^= 1 } }
        let snapshot = try log.snapshot()
        var contents = log.contents()
        for position: UInt64 in 4...6 {
            let record = try snapshot.record(at: Position(position))
            do throws(LogError) {
                let words = try contents.content(of: record).bytes.array
                #expect(words == Array("content \(position - 2)".utf8))
            } catch {
                #expect(error == .damagedRecord(Position(5), .seal))
                #expect(position == 5)
            }
        }
        withExtendedLifetime(box) {}
    }

    @Test func `missing`() throws {
        let (box, log) = try damage { raw in try raw.remove(RawLog.recordKey(7)) }
        #expect(fault(log, at: 7) == .damagedRecord(Position(7), .gap))
        #expect(throws: LogError.damagedRecord(Position(7), .gap)) {
            try events(of: log, from: 5)
        }
        #expect(throws: LogError.damagedRecord(Position(7), .gap)) {
            try events(of: log, from: 7)
        }
        #expect(try events(of: log, from: 8).count == 794)
        withExtendedLifetime(box) {}
    }
}

@Suite struct `A log with a damaged end is not opened` {
    /// What opening says after some damage.
    private func refusal(
        events count: Int,
        _ access: EventLog.Access = .writing,
        _ damage: (RawLog) throws -> Void
    ) throws -> LogError? {
        let store = try LogInFolder(events: count)
        try damage(try RawLog(store.directory))
        do throws(LogError) {
            _ = try store.open(access)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 2, 11])
    func `a changed byte`(position: UInt64) throws {
        let error = try refusal(events: 10) { raw in
            try raw.change(RawLog.recordKey(position)) { $0[20] ^= 4 }
        }
        #expect(error == .damagedRecord(Position(position), .checksum))
    }

    @Test func `a missing record`() throws {
        let error = try refusal(events: 10) { try $0.remove(RawLog.recordKey(5)) }
        #expect(error == .damagedRecord(Position(5), .gap))
    }

    @Test func `a record beyond a gap`() throws {
        let error = try refusal(events: 10) { raw in
            try raw.put(RawLog.recordKey(13), raw.value(RawLog.recordKey(11)))
        }
        #expect(error == .damagedRecord(Position(12), .gap))
    }

    @Test func `a record that is there twice`() throws {
        let error = try refusal(events: 10) { raw in
            try raw.put(RawLog.recordKey(7), raw.value(RawLog.recordKey(6)))
        }
        #expect(error == .damagedRecord(Position(7), .link))
    }

    @Test func `records that changed places`() throws {
        let error = try refusal(events: 10) { raw in
            let (six, seven) = (
                try raw.value(RawLog.recordKey(6)), try raw.value(RawLog.recordKey(7))
            )
            try raw.put(RawLog.recordKey(6), seven)
            try raw.put(RawLog.recordKey(7), six)
        }
        #expect(error == .damagedRecord(Position(6), .link))
    }

    @Test func `a version that does not follow`() throws {
        let error = try refusal(events: 10) { raw in try raw.forgeEnvelope(9) { $0.version += 1 } }
        #expect(error == .damagedRecord(Position(9), .link))
    }

    @Test func `a link to another event`() throws {
        let error = try refusal(events: 10) { raw in
            try raw.forgeEnvelope(9) { $0.previous?.words.3 ^= 1 }
        }
        #expect(error == .damagedRecord(Position(9), .link))
    }

    @Test func `a changed event that the next one of its stream does not link to`() throws {
        let error = try refusal(events: 10) { raw in
            try raw.forgeEnvelope(9) { $0.actor = UniqueID(high: 6, low: 6) }
        }
        #expect(error == .damagedRecord(Position(10), .link))
    }

    @Test func `a time before that of the event before`() throws {
        let error = try refusal(events: 10) { raw in try raw.forgeEnvelope(11) { $0.recorded -= 1 }
        }
        #expect(error == .damagedRecord(Position(11), .time))
    }

    @Test func `a stream that begins in the middle, where the whole log is looked at`() throws {
        let error = try refusal(events: 10) { raw in
            try raw.forgeEnvelope(11) { $0.stream = UniqueID(high: 6, low: 6) }
        }
        #expect(error == .damagedRecord(Position(11), .link))
    }

    @Test func `a changed event in the last full tile`() throws {
        let error = try refusal(events: 299) { raw in
            try raw.forgeEnvelope(256) { $0.actor = UniqueID(high: 6, low: 6) }
        }
        #expect(error == .damagedTile(level: 0, index: 0))
    }

    @Test(arguments: [0, 100, 8_191])
    func `a changed byte of the last full tile`(index: Int) throws {
        let error = try refusal(events: 599) { raw in
            try raw.change(RawLog.tileKey(level: 0, index: 1)) { $0[index] ^= 1 }
        }
        #expect(error == .damagedTile(level: 0, index: 1))
        #expect(error?.description.contains("Tile 1 of level 0") == true)
    }

    @Test func `a last full tile that is missing or has another length`() throws {
        let key = RawLog.tileKey(level: 0, index: 1)
        let missing = try refusal(events: 599, .reading) { try $0.remove(key) }
        let shorter = try refusal(events: 599, .reading) { raw in
            try raw.change(key) { $0.removeLast(32) }
        }
        #expect(missing == .damagedTile(level: 0, index: 1))
        #expect(shorter == .damagedTile(level: 0, index: 1))
    }

    @Test func `a log of one full tile exactly is looked at too`() throws {
        let error = try refusal(events: 255) { raw in
            try raw.change(RawLog.tileKey(level: 0, index: 0)) { $0[5] ^= 1 }
        }
        #expect(error == .damagedTile(level: 0, index: 0))
    }

    @Test func `a first event that does not create the log`() throws {
        let error = try refusal(events: 1) { raw in
            let row = try raw.value(RawLog.recordKey(2))
            try raw.put(RawLog.recordKey(1), row)
        }
        #expect(error == .damagedRecord(Position(1), .field("event")))
    }
}

/// A log's folder that is kept for as long as a test needs it.
private final class LogInFolderBox {
    let store: LogInFolder

    init(_ store: consuming LogInFolder) { self.store = store }
}
