import Audit
import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `What is missing is what was erased, and nothing else` {
    private func zeroSlot(_ position: UInt64, of log: AuditedLog) {
        var keys = readFile(log.directory.keysPath)
        let start = Int(position - 1) * 32
        keys.replaceSubrange(start..<start + 32, with: [UInt8](repeating: 0, count: 32))
        writeFile(log.directory.keysPath, keys)
    }

    private func dropContent(_ position: UInt64, of log: AuditedLog) throws {
        let raw = try log.raw
        let row = try raw.value(RawLog.recordKey(position))
        var kept = WireWriter()
        kept.write(try EncodedRecord(row.span.bytes).envelopeBytes, field: 1)
        try raw.put(RawLog.recordKey(position), withChecksum(kept.bytes.array))
    }

    /// What is done to which half of an event's content.
    enum Half: CaseIterable { case record, slot, both }

    private func take(_ half: Half, of position: UInt64, from log: AuditedLog) throws {
        if half != .slot { try dropContent(position, of: log) }
        if half != .record { zeroSlot(position, of: log) }
    }

    @Test(arguments: Half.allCases)
    func `content that is gone without an erasure`(half: Half) async throws {
        let log = try AuditedLog.storyCopy()
        try take(half, of: 600, from: log)
        #expect(try await log.finding() == Fault(.unnamed, 600))
        // The first one counts.
        try take(half, of: 398, from: log)
        #expect(try await log.finding() == Fault(.unnamed, 398))
    }

    @Test func `the slot of an event without content says nothing`() async throws {
        let log = try AuditedLog.storyCopy()
        zeroSlot(601, of: log)
        #expect(try await log.finding() == nil)
    }

    @Test(arguments: [nil, .record, .slot] as [Half?])
    func `content that an erasure names and that is there`(half: Half?) async throws {
        let log = try AuditedLog.storyCopy()
        let position = try log.erase(600...600, carriedOut: false)
        // Without the note of it, nobody will carry it out.
        try log.raw.remove(RawLog.pendingErasureKey(position))
        if let half { try take(half, of: 600, from: log) }
        #expect(try await log.finding() == Fault(.unerased, 600))
    }

    @Test func `an erasure that nobody carries out, until somebody does`() async throws {
        let log = try AuditedLog.storyCopy()
        try log.erase(600...603, carriedOut: false)
        let report = try await log.verify()
        #expect(report.finding?.clause == .unerased)
        #expect(report.finding?.note.contains("opening the store for writing") == true)

        // Opening it carries the erasure out.
        try log.write { _ in }
        #expect(try await log.verify().finding == nil)
    }

    @Test func `an erasure whose record is damaged is not missed a second time`() async throws {
        let log = try AuditedLog.storyCopy()
        try log.raw.change(RawLog.recordKey(304)) { $0[$0.count - 1] ^= 1 }
        // Events 20 to 25 may have been named by it: the damage is what there is to say.
        #expect(try await log.finding() == Fault(.checksum, 304))
    }

    @Test func `also before a pinned checkpoint, as far as erasures behind it name it`()
        async throws
    {
        let log = try AuditedLog.storyCopy()
        let note = try log.keepCheckpoint()
        let position = try log.erase(398...398, carriedOut: false)
        try log.raw.remove(RawLog.pendingErasureKey(position))
        #expect(
            try await log.finding {
                $0.pin = note
                $0.beginsAtPin = true
            } == Fault(.unerased, 398)
        )
    }
}

@Suite struct `Holds are respected` {
    private static let conversation = UniqueID(high: 7, low: 2)
    private static let hold = UniqueID(high: 4, low: 5)

    /// A log of 100 events, a hold, and an erasure of positions 10 to 30.
    private func finding(
        _ placed: HoldPlaced,
        erasing range: ClosedRange<UInt64> = 10...30,
        released: Bool = false,
        change: (AuditedLog) throws -> Void = { _ in }
    ) async throws -> Fault? {
        let log = try AuditedLog()
        try log.append(100)
        var placed = placed
        placed.hold = Self.hold
        try log.append(placed, type: EnvelopeEvent.holdPlaced)
        try change(log)
        if released {
            try log.append(HoldReleased(hold: Self.hold), type: EnvelopeEvent.holdReleased)
        }
        let position = try log.erase(range)
        let found = try await log.finding()
        #expect(found == nil || found == Fault(.hold, position))
        return found
    }

    @Test func `of everything`() async throws {
        #expect(try await finding(HoldPlaced()) != nil)
        #expect(try await finding(HoldPlaced(), released: true) == nil)
    }

    @Test func `of what has no content, which nobody can erase`() async throws {
        #expect(try await finding(HoldPlaced(), erasing: 13...13) == nil)
        #expect(try await finding(HoldPlaced(), erasing: 14...14) != nil)
    }

    @Test func `of one conversation`() async throws {
        // Position 14 has number 13, so it is of conversation 13 % 5 and user 13 % 3.
        let three = HoldPlaced(conversation: UniqueID(high: 7, low: 3))
        #expect(try await finding(three, erasing: 14...14) != nil)
        #expect(try await finding(three, erasing: 15...16) == nil)
    }

    @Test func `of one user`() async throws {
        #expect(try await finding(HoldPlaced(user: AuditedLog.user(1)), erasing: 14...14) != nil)
        #expect(try await finding(HoldPlaced(user: AuditedLog.user(2)), erasing: 14...14) == nil)
    }

    @Test func `of a time, from and up to but not at its end`() async throws {
        let time = 2_000_000 + 13_000 as Int64
        #expect(try await finding(HoldPlaced(from: time), erasing: 14...14) != nil)
        #expect(try await finding(HoldPlaced(from: time + 1), erasing: 14...14) == nil)
        #expect(try await finding(HoldPlaced(until: time + 1), erasing: 14...14) != nil)
        #expect(try await finding(HoldPlaced(until: time), erasing: 14...14) == nil)
    }

    @Test func `of all that it names at once`() async throws {
        let both = HoldPlaced(
            conversation: UniqueID(high: 7, low: 3),
            user: AuditedLog.user(2)
        )
        #expect(try await finding(both, erasing: 14...14) == nil)
    }

    @Test func `one of two that is released leaves the other`() async throws {
        let found = try await finding(HoldPlaced(), released: true) { log in
            try log.append(
                HoldPlaced(hold: UniqueID(high: 4, low: 6)),
                type: EnvelopeEvent.holdPlaced
            )
        }
        #expect(found != nil)
    }

    @Test func `a hold that is placed after the erasure comes too late`() async throws {
        let log = try AuditedLog()
        try log.append(100)
        try log.erase(10...30)
        try log.append(HoldPlaced(hold: Self.hold), type: EnvelopeEvent.holdPlaced)
        #expect(try await log.finding() == nil)
    }
}
