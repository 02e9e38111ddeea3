import Audit
import EventLog
import Glibc
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// One fault at a time, made so that nothing but its own clause can notice it.
@Suite struct `Every clause finds its own fault` {
    /// Harms a copy of the story, and says what the verifier then finds.
    private func finding(
        _ change: (inout Verification.Options) -> Void = { _ in },
        after harm: (AuditedLog) throws -> Void
    ) async throws -> Fault? {
        let log = try AuditedLog.storyCopy()
        try harm(log)
        return try await log.finding(change)
    }

    @Test func `a file that ends before its last page`() async throws {
        let found = try await finding { log in
            let bytes = readFile(log.directory.logPath)
            truncate(log.directory.logPath, off_t(bytes.count / 2))
        }
        #expect(found == Fault(.file, 0))
    }

    @Test(arguments: [[0x07, 0, 0, 0, 0, 0, 0, 0, 1], [0x01, 9], [0xF0], [0xFF, 1, 1]])
    func `rows that no log writes`(key: [UInt8]) async throws {
        let found = try await finding { try $0.raw.put(key, [1]) }
        #expect(found == Fault(.rows, 0))
    }

    @Test func `a record before the first`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.put(RawLog.recordKey(0), raw.value(RawLog.recordKey(1)))
        }
        #expect(found == Fault(.rows, 0))
    }

    @Test func `a note of a pending erasure that is none`() async throws {
        let found = try await finding { try $0.raw.put(RawLog.pendingErasureKey(17), []) }
        #expect(found == Fault(.rows, 17))
    }

    @Test(arguments: [302, 303])
    func `a hold or its release that is noted as a pending erasure`(number: UInt64) async throws {
        let found = try await finding { try $0.raw.put(RawLog.pendingErasureKey(number), []) }
        #expect(found == Fault(.rows, number))
    }

    @Test(arguments: [32_768, 65_536])
    func `a row that no log writes, between two pages`(number: UInt64) async throws {
        let log = try AuditedLog.longCopy()
        try log.raw.put(RawLog.recordKey(number) + [0], Array("smuggled".utf8))
        #expect(try await log.finding() == Fault(.rows, number + 1))
    }

    @Test func `bytes in a record that no hash covers`() async throws {
        let smuggled = Array("smuggled".utf8)
        // The checksum at the end is the tail of a field that no schema knows.
        let field = [0x22, UInt8(smuggled.count + 5)] + smuggled
        for checksum in [[], [0x1D, 0, 0, 0, 0]] as [[UInt8]] {
            let found = try await finding { log in
                try log.raw.forge(300) { $0 += checksum + field }
            }
            #expect(found == Fault(.record, 300))
        }
    }

    @Test func `a record that is longer than a writer makes one`() async throws {
        let envelope = try await finding { log in
            try log.raw.forgeEnvelope(300, body: [UInt8](repeating: 1, count: 32 << 10))
        }
        #expect(envelope == Fault(.record, 300))
        let content = try await finding { log in
            let raw = try log.raw
            let row = try raw.value(RawLog.recordKey(300))
            var longer = WireWriter()
            longer.write(try EncodedRecord(row.span.bytes).envelopeBytes, field: 1)
            longer.write([UInt8](repeating: 1, count: (1 << 20) + 1), field: 2)
            try raw.put(RawLog.recordKey(300), withChecksum(longer.bytes.array))
        }
        #expect(content == Fault(.record, 300))
    }

    @Test func `a record that is damaged behind the reader's back is named where it is`()
        async throws
    {
        let log = try AuditedLog.storyCopy()
        let erasure = try log.raw.value(RawLog.recordKey(304))
        let path = log.directory.logPath
        let file = readFile(path)
        let ends = file.indices.filter { file[$0...].starts(with: erasure) }
            .map { $0 + erasure.count - 1 }
        try #require(!ends.isEmpty)
        var options = Verification.Options()
        options.threads = 1
        let report = try await Verification.run(at: log.directory, options: options) { progress in
            guard progress.done == progress.total else { return }
            let descriptor = open(path, O_WRONLY)
            for end in ends { pwrite(descriptor, [file[end] ^ 1], 1, off_t(end)) }
            close(descriptor)
        }
        #expect(report.finding?.clause == .file)
        #expect(report.finding?.position == Position(304))
    }

    @Test func `missing records`() async throws {
        let one = try await finding { try $0.raw.remove(RawLog.recordKey(300)) }
        #expect(one == Fault(.density, 300))
        let many = try await finding { log in
            let raw = try log.raw
            for position: UInt64 in 300...650 { try raw.remove(RawLog.recordKey(position)) }
        }
        #expect(many == Fault(.density, 300))
        let first = try await finding { try $0.raw.remove(RawLog.recordKey(1)) }
        #expect(first == Fault(.density, 1))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a last key beyond all reason`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.put(RawLog.recordKey(.max), raw.value(RawLog.recordKey(700)))
        }
        #expect(found == Fault(.density, 701))
    }

    @Test func `a checksum that does not match`() async throws {
        let found = try await finding { log in
            try log.raw.change(RawLog.recordKey(300)) { $0[$0.count - 1] ^= 1 }
        }
        #expect(found == Fault(.checksum, 300))
    }

    @Test func `what is no record, under a right checksum`() async throws {
        let junk = try await finding { log in
            try log.raw.put(RawLog.recordKey(300), withChecksum([0xFF]))
        }
        #expect(junk == Fault(.record, 300))
        let field = try await finding { log in
            let raw = try log.raw
            try raw.forgeEnvelope(300) { $0.streamKind = .store }
        }
        #expect(field == Fault(.record, 300))
    }

    @Test func `a hold that cannot be read`() async throws {
        let log = try AuditedLog()
        try log.append(10)
        let position = try log.append(
            HoldPlaced(hold: UniqueID(high: 1, low: 1)),
            type: EnvelopeEvent.holdPlaced
        )
        let raw = try log.raw
        try raw.forgeEnvelope(position, body: [0xFF])
        try raw.remake(through: position)
        _ = consume raw
        #expect(try await log.finding() == Fault(.record, position))
    }

    @Test func `a format row of another life of the log`() async throws {
        let found = try await finding { log in
            try log.raw.change(RawLog.formatKey) { row in
                row[40] ^= 1
                row.replaceSubrange(48..<52, with: littleEndian(checksum(Array(row[..<48]))))
            }
        }
        #expect(found == Fault(.genesis, 1))
    }

    @Test func `keys of another log`() async throws {
        let other = try AuditedLog()
        try other.append(10)
        let found = try await finding { log in
            var keys = readFile(log.directory.keysPath)
            keys.replaceSubrange(0..<32, with: readFile(other.directory.keysPath)[..<32])
            writeFile(log.directory.keysPath, keys)
        }
        #expect(found == Fault(.genesis, 1))
    }

    @Test func `a time before that of the event before`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.forgeEnvelope(600) { $0.recorded -= 1_500_000 }
            try raw.remake(through: 700)
        }
        // The checkpoint of all 700 says so too, but later.
        #expect(found == Fault(.time, 600))
    }

    @Test func `a version that does not follow`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.forgeEnvelope(600) { $0.version += 1 }
            try raw.remake(through: 700)
        }
        #expect(found == Fault(.version, 600))
    }

    @Test func `a stream that does not begin with its first version`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.forgeEnvelope(600) { $0.stream = UniqueID(high: 7, low: 77) }
            try raw.remake(through: 700, keepingLinkOf: 600)
        }
        #expect(found == Fault(.version, 600))
    }

    @Test func `a link to another event`() async throws {
        let found = try await finding { log in
            let raw = try log.raw
            try raw.forgeEnvelope(600) { $0.previous?.words.2 ^= 1 }
            try raw.remake(through: 700, keepingLinkOf: 600)
        }
        #expect(found == Fault(.link, 600))
    }

    @Test func `fewer slots than events`() async throws {
        let found = try await finding { truncate($0.directory.keysPath, 400 * 32) }
        #expect(found == Fault(.keys, 401))
    }

    @Test func `a log that lacks events which were committed with its keys`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        let older = readFile(log.directory.logPath)
        try log.append(2)
        #expect(try await log.finding() == nil)
        writeFile(log.directory.logPath, older)
        #expect(try await log.finding() == Fault(.mark, 302))
    }

    @Test func `a mark that cannot be believed`() async throws {
        let log = try AuditedLog()
        try log.append(3)
        writeFile(log.directory.markPath, [1])
        #expect(try await log.finding() == Fault(.mark, 5))
    }

    @Test func `content that is not what was sealed`() async throws {
        let found = try await finding { log in
            try log.raw.forge(600) { $0[$0.count - 1] ^= 1 }
        }
        #expect(found == Fault(.seal, 600))
        let slot = try await finding { log in
            var keys = readFile(log.directory.keysPath)
            keys[599 * 32 + 20] ^= 1
            writeFile(log.directory.keysPath, keys)
        }
        #expect(slot == Fault(.seal, 600))
    }

    @Test(arguments: [
        [PositionRange(first: 501, count: 1)], [PositionRange(first: 1, count: 1)],
        [PositionRange(first: 3, count: .max)], [PositionRange(first: 900, count: 1)], [],
    ])
    func `an erasure that names what it cannot erase`(ranges: [PositionRange]) async throws {
        let log = try AuditedLog()
        try log.append(499)
        let position = try log.erase(9...9)
        #expect(position == 501)
        let raw = try log.raw
        var body = WireWriter()
        ContentErased(ranges: ranges).encode(into: &body)
        try raw.forgeEnvelope(position, body: body.bytes.array)
        try raw.remake(through: position)
        _ = consume raw
        // What it named before never had content, so that nothing is missing now.
        #expect(try await log.finding() == Fault(.erasure, position))
    }
}
