import Audit
import EventLog
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `A sound log verifies clean` {
    @Test func `with its first event alone`() async throws {
        let log = try AuditedLog()
        let report = try await log.verify()
        #expect(report.finding == nil)
        #expect(report.size == Position(1))
        #expect(report.records == 1)
        #expect(report.withContent == 1)
        #expect(report.streams == 1)
        #expect(report.tiles == 0)
        #expect(report.openTile == 1)
    }

    @Test func `says how many events hold a context in the clear`() async throws {  // D-84
        let log = try AuditedLog()
        // The kind and the id of what a request is about, as fields 5 and 6; then neither.
        let kind: [UInt8] = [0x08, 3, 0x2A, 1, 0x61, 0x32, 1, 0x37]
        let identifier: [UInt8] = [0x08, 3, 0x32, 1, 0x37, 0x40, 2]
        let neither: [UInt8] = [0x08, 3, 0x10, 1, 0x40, 2]
        try log.write { writer in
            try writer.begin()
            for (type, body) in [
                (EnvelopeEvent.conversationCreated, kind),
                (EnvelopeEvent.conversationCreated, identifier),
                (EnvelopeEvent.conversationCreated, neither),
                (EnvelopeEvent.messageSent, kind),
            ] {
                var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
                event.type = type
                event.recorded = writer.newestTime.microseconds
                event.body = body
                try writer.append(event)
            }
            try writer.commit()
        }
        #expect(try await log.verify().clearContexts == 2)
    }

    @Test(arguments: [255, 256, 257, 511, 512, 513])
    func `around the end of a tile`(size: Int) async throws {
        let log = try AuditedLog()
        try log.append(size - 1)
        let note = try log.keepCheckpoint()
        let report = try await log.verify {
            $0.keys = [log.signer.verifier]
            $0.pin = note
        }
        #expect(report.finding == nil)
        #expect(report.records == UInt64(size))
        #expect(report.tiles == UInt64(size / 256))
        #expect(report.openTile == UInt64(size % 256))
        #expect(report.checkpoints == 1)
        #expect(
            report.root
                == (try Checkpoint(parsing: Array(note.unverifiedText.utf8).span.bytes)).root
        )
    }

    @Test func `with erasures, a hold that ended, and checkpoints`() async throws {
        let log = try AuditedLog.story()
        let report = try await log.verify { $0.keys = [log.signer.verifier] }
        #expect(report.finding == nil)
        #expect(report.size == Position(700))
        #expect(report.records == 700)
        #expect(report.streams == 6)
        #expect(report.checkpoints == 3)
        #expect(report.areSignaturesChecked)
        #expect(try await log.verify().areSignaturesChecked == false)
        // 20 to 25, 260 to 262, 2 and 100, but those whose number before them is a multiple of 4.
        let erased = [2, 20, 21, 22, 23, 24, 25, 100, 260, 261, 262].filter { ($0 - 1) % 4 != 0 }
        #expect(report.erased == UInt64(erased.count))
        #expect(report.withContent > 400)
    }

    @Test func `of several pages and a tile of the second level`() async throws {
        let log = try AuditedLog.longCopy()
        let alone = try await log.verify(threads: 1)
        var together = try await log.verify(threads: 4)
        #expect(alone.finding == nil)
        #expect(alone.size == Position(AuditedLog.longSize))
        #expect(alone.streams == 401)
        #expect(alone.tiles == AuditedLog.longSize / 256 + 1)
        together.seconds = alone.seconds
        #expect(alone == together)
        let reader = try EventLog(opening: log.directory, access: .reading)
        #expect(alone.root == (try reader.snapshot().root(at: Position(AuditedLog.longSize))))
        reader.close()
    }

    @Test func `from a pinned checkpoint on, with the tiles before it`() async throws {
        let log = try AuditedLog.longCopy()
        let note = try log.keepCheckpoint(at: 33_333)
        let report = try await log.verify {
            $0.pin = note
            $0.beginsAtPin = true
        }
        #expect(report.finding == nil)
        #expect(report.start == Position(33_333 / 256 * 256))
        #expect(report.records == AuditedLog.longSize - 33_333 / 256 * 256)
        let whole = try await log.verify()
        #expect(report.root == whole.root)
    }

    @Test func `while it grows and content is erased`() async throws {
        let log = try AuditedLog()
        try log.append(3_000)
        let open = try EventLog(
            opening: log.directory,
            access: .writing,
            options: LogInFolder.options
        )
        defer { open.close() }
        let verification = Verification(of: open)
        async let reports = (0..<20).asyncMap { _ in try await verification.run() }
        try await Task.detached {
            var writer = try LogWriter(open)
            for round: UInt64 in 0..<60 {
                var erased = Event(to: .store)
                erased.type = EnvelopeEvent.contentErased
                erased.recorded = writer.newestTime.microseconds
                var body = WireWriter()
                ContentErased(ranges: [PositionRange(first: 50 + round * 40, count: 40)])
                    .encode(into: &body)
                erased.body = body.bytes.array
                try writer.begin()
                try writer.append(erased)
                try writer.commit()
                _ = try writer.carryOutErasures()
            }
        }.value
        for report in try await reports {
            #expect(report.finding == nil)
            #expect(report.size >= Position(3_001))
        }
        #expect(try await verification.run().erased > 1_500)
    }

    @Test func `progress is told in order and to the end`() async throws {
        let log = try AuditedLog.longCopy()
        let told = Told()
        var options = Verification.Options()
        options.threads = 3
        options.progressInterval = 1_024
        let report = try await Verification.run(at: log.directory, options: options) {
            told.add($0)
        }
        // While it checks pages for longer than a second it tells that it goes on.
        let all = Array(told.all.drop { $0.total == 0 })
        #expect(all.count >= Int(report.records / 1_024))
        #expect(all.allSatisfy { $0.total == report.records && $0.reached.rawValue <= $0.done })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.done <= $1.done })
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.reached <= $1.reached })
        #expect(all.last?.done == report.records)
    }

    @Test func `until it is cancelled`() async throws {
        let log = try AuditedLog.longCopy()
        let task = Task {
            try await Verification.run(at: log.directory) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        task.cancel()
        await #expect(throws: VerifyError.cancelled) { try await task.value }
    }

    @Test func `what cannot be done is told as such`() async throws {
        let log = try AuditedLog.storyCopy()
        await #expect(throws: VerifyError.noPin) {
            try await log.verify { $0.beginsAtPin = true }
        }
        let stranger = try SignerKey.random(name: KeyName("example.com/other"))
        let note = try log.keepCheckpoint()
        await #expect(throws: VerifyError.pinNotBelieved(.note(.noKnownSigner))) {
            try await log.verify {
                $0.pin = note
                $0.keys = [stranger.verifier]
            }
        }
        await #expect(throws: VerifyError.pinNotBelieved(.wrongOrigin)) {
            try await log.verify {
                $0.pin = note
                $0.origin = "another"
            }
        }
        let empty = try Checkpoint(
            origin: "any",
            size: 0,
            root: TreeHash.root(of: [Digest]().span)
        ).signed(with: stranger)
        await #expect(throws: VerifyError.emptyPin) { try await log.verify { $0.pin = empty } }
        let missing = StoreDirectory(path: log.folder.path("nothing"))
        await #expect(throws: VerifyError.log(.noStore(path: missing.path))) {
            try await Verification.run(at: missing)
        }
    }
}
