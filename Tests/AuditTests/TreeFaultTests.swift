import Audit
import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `The tree is held against the envelopes, at every level` {
    @Test func `a hash of a stored tile`() async throws {
        let log = try AuditedLog.storyCopy()
        try log.raw.change(RawLog.tileKey(level: 0, index: 1)) { $0[7 * 32 + 5] ^= 1 }
        #expect(try await log.finding() == Fault(.tile, 256 + 8))
    }

    @Test func `a changed envelope of a full tile`() async throws {
        let log = try AuditedLog.storyCopy()
        try log.raw.forgeEnvelope(200) { $0.actor = UniqueID(high: 6, low: 6) }
        #expect(try await log.finding() == Fault(.tile, 200))
    }

    @Test func `a changed envelope of the open tile shows at the checkpoint`() async throws {
        let log = try AuditedLog.storyCopy()
        try log.raw.forgeEnvelope(700) { $0.actor = UniqueID(high: 6, low: 6) }
        #expect(try await log.finding() == Fault(.checkpoint, 700))
    }

    @Test(arguments: [0, 1])
    func `a tile that is missing or of another length`(index: UInt64) async throws {
        let log = try AuditedLog.storyCopy()
        try log.raw.change(RawLog.tileKey(level: 0, index: index)) { $0.removeLast() }
        #expect(try await log.finding() == Fault(.missingTile, (index + 1) * 256))
        try log.raw.remove(RawLog.tileKey(level: 0, index: index))
        #expect(try await log.finding() == Fault(.missingTile, (index + 1) * 256))
    }

    @Test(arguments: [(0, 2, 513), (0, 900, 701), (1, 0, 1), (1, 1, 701), (7, 0, 1), (255, 9, 701)])
    func `a tile that cannot be full`(level: UInt8, index: UInt64, position: UInt64) async throws {
        let log = try AuditedLog.storyCopy()
        let raw = try log.raw
        let tile = try raw.value(RawLog.tileKey(level: 0, index: 0))
        try raw.put(RawLog.tileKey(level: level, index: index), tile)
        _ = consume raw
        #expect(try await log.finding() == Fault(.extraTile, position))
    }

    @Test func `a hash of a tile of the second level, and the tile itself`() async throws {
        let log = try AuditedLog.longCopy()
        try log.raw.change(RawLog.tileKey(level: 1, index: 0)) { $0[130 * 32] ^= 1 }
        #expect(try await log.finding() == Fault(.tile, 130 * 256 + 1))
        // A fault below it is named where it is, not at the first leaf of what it spoils above.
        try log.raw.change(RawLog.tileKey(level: 0, index: 130)) { $0[9 * 32] ^= 1 }
        #expect(try await log.finding() == Fault(.tile, 130 * 256 + 10))

        let other = try AuditedLog.longCopy()
        try other.raw.remove(RawLog.tileKey(level: 1, index: 0))
        #expect(try await other.finding() == Fault(.missingTile, 65_536))
    }

    @Test func `tiles made anew for a forged history do not fit the checkpoints`() async throws {
        let log = try AuditedLog.storyCopy()
        let raw = try log.raw
        try raw.forgeEnvelope(310) { $0.actor = UniqueID(high: 6, low: 6) }
        try raw.remake(through: 700)
        _ = consume raw
        // The one at 301 still fits.
        #expect(try await log.finding() == Fault(.checkpoint, 512))
    }
}

@Suite struct `Checkpoints are held against the log` {
    private func note(
        _ log: AuditedLog,
        size: UInt64,
        root: Digest? = nil,
        signer: SignerKey? = nil,
        origin: String? = nil
    ) throws -> [UInt8] {
        let reader = try EventLog(opening: log.directory, access: .reading)
        defer { reader.close() }
        return try Checkpoint(
            origin: origin ?? reader.origin,
            size: size,
            root: root ?? reader.snapshot().root(at: Position(size))
        ).signed(with: signer ?? log.signer).bytes
    }

    @Test func `one with another root, of another size, of nothing, of the future`() async throws {
        let cases: [(key: UInt64, note: (AuditedLog) throws -> [UInt8])] = [
            (301, { try self.note($0, size: 301, root: .zero) }),
            (400, { try self.note($0, size: 401) }),
            (400, { _ in Array("no note".utf8) }),
            (400, { _ in [] }),
            (0, { try self.note($0, size: 0, root: TreeHash.emptyRoot) }),
            (701, { try self.note($0, size: 700) }),
        ]
        for (number, (key, note)) in cases.enumerated() {
            let log = try AuditedLog.storyCopy()
            let bytes = try note(log)
            try log.raw.put(RawLog.checkpointKey(key), bytes)
            #expect(try await log.finding() == Fault(.checkpoint, key), "case \(number)")
        }
    }

    @Test func `one by another key, where keys are given`() async throws {
        let log = try AuditedLog.storyCopy()
        let stranger = try SignerKey.random(name: KeyName("example.com/other"))
        let bytes = try note(log, size: 400, signer: stranger)
        try log.raw.put(RawLog.checkpointKey(400), bytes)
        #expect(try await log.finding() == nil)
        let known = log.signer.verifier
        #expect(try await log.finding { $0.keys = [known] } == Fault(.signature, 400))
        #expect(try await log.finding { $0.keys = [known, stranger.verifier] } == nil)
    }

    @Test func `one of another log, whether keys are given or not`() async throws {
        let log = try AuditedLog.storyCopy()
        let bytes = try note(log, size: 400, origin: "example.com/another")
        try log.raw.put(RawLog.checkpointKey(400), bytes)
        #expect(try await log.finding() == Fault(.signature, 400))
        #expect(try await log.finding { $0.origin = "example.com/another" } != nil)
        let known = log.signer.verifier
        #expect(try await log.finding { $0.keys = [known] } == Fault(.signature, 400))
    }

    @Test func `none passes for want of a root, unless a fault says why there is none`() throws {
        let log = try AuditedLog.storyCopy()
        let bytes = try note(log, size: 400)
        let text = Array(try SignedNote(parsing: bytes.span.bytes).unverifiedText.utf8)
        let pin = try Checkpoint(parsing: text.span.bytes)
        func check(size: UInt64 = 700, isFaulty: Bool) throws -> CheckpointCheck {
            CheckpointCheck(
                keys: [],
                origin: pin.origin,
                size: Position(size),
                roots: [:],
                isFaulty: isFaulty
            )
        }
        let size = Position(400)
        #expect(throws: VerifyError.noRoot(size)) {
            try check(isFaulty: false).finding(bytes, at: size)
        }
        #expect(throws: VerifyError.noRoot(size)) {
            try check(isFaulty: false).finding(pinned: pin)
        }
        #expect(try check(isFaulty: true).finding(bytes, at: size) == nil)
        #expect(try check(isFaulty: true).finding(pinned: pin) == nil)
        // One of a size that was not read is not passed over.
        let later = try check(size: 399, isFaulty: false)
        #expect(try later.finding(bytes, at: size)?.clause == .checkpoint)
        #expect(try later.finding(pinned: pin)?.clause == .pin)
    }

    @Test func `a pinned one of another past`() async throws {
        let log = try AuditedLog.storyCopy()
        let pin = try log.keepCheckpoint(at: 650)
        for size: UInt64 in [512, 650, 700] { try log.raw.remove(RawLog.checkpointKey(size)) }
        #expect(try await log.finding { $0.pin = pin } == nil)
        let raw = try log.raw
        try raw.forgeEnvelope(310) { $0.actor = UniqueID(high: 6, low: 6) }
        try raw.remake(through: 700)
        _ = consume raw
        #expect(try await log.finding() == nil, "nothing that lies in the log tells")
        #expect(try await log.finding { $0.pin = pin } == Fault(.pin, 650))
        #expect(
            try await log.finding {
                $0.pin = pin
                $0.beginsAtPin = true
            } == Fault(.pin, 650)
        )
    }

    @Test func `a pinned one of a longer log`() async throws {
        let longer = try AuditedLog.storyCopy()
        try longer.append(20)
        let pin = try longer.keepCheckpoint()
        let log = try AuditedLog.storyCopy()
        #expect(try await log.finding { $0.pin = pin } == Fault(.pin, 701))
    }
}

@Suite struct `Of several faults the first is named` {
    @Test func `by position, wherever a page begins`() async throws {
        let log = try AuditedLog.longCopy()
        // From behind, so that each becomes the first.
        try log.raw.change(RawLog.tileKey(level: 0, index: 250)) { $0[0] ^= 1 }
        #expect(try await log.finding() == Fault(.tile, 250 * 256 + 1))
        try log.raw.change(RawLog.recordKey(50_000)) { $0[$0.count - 1] ^= 1 }
        #expect(try await log.finding() == Fault(.checksum, 50_000))
        // The first event of its stream in the second page.
        try log.raw.forgeEnvelope(32_769) { $0.version += 1 }
        #expect(try await log.finding() == Fault(.version, 32_769))
        try log.raw.forgeEnvelope(32_768) { $0.recorded = 1_000_000 }
        #expect(try await log.finding() == Fault(.time, 32_768))
        try log.raw.remove(RawLog.recordKey(300))
        #expect(try await log.finding() == Fault(.density, 300))
        try log.raw.put([0x02], [])
        #expect(try await log.finding() == Fault(.rows, 0))
    }

    @Test func `by the order of clauses at one position`() async throws {
        let log = try AuditedLog.storyCopy()
        let raw = try log.raw
        try raw.forgeEnvelope(600) {
            $0.version += 7
            $0.recorded -= 1_500_000
        }
        _ = consume raw
        #expect(try await log.finding() == Fault(.time, 600))
    }

    @Test func `a fault at the border of two pages`() async throws {
        let log = try AuditedLog.longCopy()
        try log.raw.forgeEnvelope(32_769) { $0.recorded = 1_000_000 }
        #expect(try await log.finding() == Fault(.time, 32_769))
        try log.raw.forgeEnvelope(32_769) { $0.previous?.words.0 ^= 1 }
        #expect(try await log.finding() == Fault(.time, 32_769))
        try log.raw.forgeEnvelope(32_769) { $0.recorded = 2_000_000 + 32_768_000 }
        #expect(try await log.finding() == Fault(.link, 32_769))
    }
}
