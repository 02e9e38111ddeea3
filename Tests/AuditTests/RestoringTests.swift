import Audit
import EventLog
import Glibc
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// A store whose log was put back to 301 events, after twenty more and an erasure.
private struct Story {
    let log: AuditedLog
    let older: [UInt8]
    let newer: [UInt8]
    let epoch: UInt64
    /// A checkpoint of 322 events.
    let lostPin: SignedNote

    init(erasing ranges: ClosedRange<UInt64>...) throws {
        log = try AuditedLog()
        try log.append(300)
        try log.keepCheckpoint()
        older = readFile(log.directory.logPath)
        try log.append(20)
        for range in ranges { try log.erase(range) }
        lostPin = try log.keepCheckpoint()
        newer = readFile(log.directory.logPath)
        writeFile(log.directory.logPath, older)
        let open = try EventLog(opening: log.directory, access: .reading)
        epoch = open.epoch
        open.close()
    }

    @discardableResult
    func restore() throws -> Restored? {
        let open = try open()
        defer { open.close() }
        return open.restored
    }

    func open() throws(LogError) -> EventLog {
        var options = LogInFolder.options
        options.olderLog = .accepted(at: Timestamp(microseconds: 9_000_000))
        return try EventLog(opening: log.directory, access: .writing, options: options)
    }

    func refusal(accepted: Bool) -> LogError? {
        do throws(LogError) {
            let open =
                accepted
                ? try open()
                : try EventLog(
                    opening: log.directory,
                    access: .writing,
                    options: LogInFolder.options
                )
            open.close()
            return nil
        } catch {
            return error
        }
    }

    func state() throws -> (epochs: EpochLine, origin: String, size: UInt64) {
        let open = try EventLog(opening: log.directory, access: .reading)
        defer { open.close() }
        return (open.epochs, open.origin, try open.snapshot().size.rawValue)
    }
}

/// An older log that was accepted beside newer keys is sound, and names what it cannot read.
@Suite struct `An older log goes on under a new epoch` {  // D-86
    @Test func `it says what was lost, names content without keys, and verify agrees`()
        async throws
    {
        let story = try Story(erasing: 10...11)
        #expect(
            try story.restore() == Restored(fork: Position(301), lost: 21, named: 2)
        )
        let (epochs, _, size) = try story.state()
        #expect(epochs.current != story.epoch && size == 303)
        let ended = EarlierEpoch(epoch: story.epoch, fork: 301, committed: 322)
        #expect(epochs.earlier == [ended])
        #expect(try await story.log.finding() == nil)
        let report = try await story.log.verify()
        #expect(report.erased == 2)

        try story.log.append(5)
        #expect(try await story.log.finding() == nil)
        #expect(story.refusal(accepted: false) == nil)
    }

    @Test func `accepting changes nothing about a log that has all its events`() async throws {
        let story = try Story(erasing: 10...11)
        writeFile(story.log.directory.logPath, story.newer)
        #expect(try story.restore() == nil)
        #expect(try story.state().epochs == EpochLine(current: story.epoch))
        #expect(try await story.log.finding() == nil)
    }

    @Test func `the keys of lost events are destroyed, and of no others`() async throws {
        let story = try Story()
        let before = readFile(story.log.directory.keysPath)
        try story.restore()
        let keys = readFile(story.log.directory.keysPath)
        #expect(keys[..<(301 * 32)] == before[..<(301 * 32)])
        for slot in 301..<321 {
            let range = slot * 32..<slot * 32 + 32
            #expect(keys[range] != before[range], "slot \(slot)")
        }
    }

    @Test func `software that does not know restores is kept out from then on`() throws {
        let story = try Story()
        func reader() throws -> UInt8 {
            try story.log.raw.value(RawLog.formatKey)[20]
        }
        #expect(try reader() == 1)
        try story.restore()
        #expect(try reader() == 2)
    }

    @Test func `where there is no mark, the slots show it and how many are lost is not known`()
        async throws
    {
        let story = try Story()
        writeFile(story.log.directory.logPath, story.newer)
        try story.log.append(12_300)
        writeFile(story.log.directory.logPath, story.older)
        unlink(story.log.directory.keysPath + ".mark")
        #expect(story.refusal(accepted: false) != nil)
        #expect(try story.restore() == Restored(fork: Position(301), lost: nil, named: 0))
        #expect(try story.state().epochs.earlier.map(\.committed) == [0])
        #expect(try await story.log.finding() == nil)
    }

    @Test func `it may happen again`() async throws {
        let story = try Story(erasing: 10...11)
        try story.restore()
        let second = readFile(story.log.directory.logPath)
        try story.log.append(50)
        try story.log.erase(40...44)
        writeFile(story.log.directory.logPath, second)
        #expect(try story.restore()?.lost == 51)
        let epochs = try story.state().epochs
        #expect(epochs.earlier.map(\.fork) == [301, 303])
        #expect(epochs.fault(of: Position(301), in: nil) == nil)
        #expect(epochs.fault(of: Position(302), in: nil) == EpochFault(fork: Position(301)))
        #expect(epochs.fault(of: Position(303), in: epochs.earlier[1].epoch) == nil)
        #expect(epochs.fault(of: Position(1), in: 77) == EpochFault(fork: nil))
        try story.log.append(3)
        #expect(try await story.log.finding() == nil)
    }

    @Test func `content under a hold that ended in the lost part is named too`() async throws {
        let log = try AuditedLog()
        try log.append(20)
        let hold = UniqueID(high: 7, low: 7)
        try log.append(HoldPlaced(hold: hold), type: EnvelopeEvent.holdPlaced)
        let older = readFile(log.directory.logPath)
        try log.append(HoldReleased(hold: hold), type: EnvelopeEvent.holdReleased)
        try log.erase(3...4)
        #expect(try await log.finding() == nil)
        writeFile(log.directory.logPath, older)
        var options = LogInFolder.options
        options.olderLog = .accepted(at: Timestamp(microseconds: 9_000_000))
        let open = try EventLog(opening: log.directory, access: .writing, options: options)
        #expect(open.restored?.named == 2)
        open.close()
        #expect(try await log.finding() == nil)
        // The next erasure is an ordinary one.
        let size = try log.erase(6...6)
        #expect(try await log.finding() == Fault(.hold, size))
    }
}

@Suite struct `A restore that a crash cut short is finished by the next opening` {
    @Test func `after its last commit`() async throws {
        let story = try Story(erasing: 10...11)
        let mark = story.log.directory.keysPath + ".mark"
        let before = (readFile(mark), readFile(story.log.directory.keysPath))
        try story.restore()
        writeFile(mark, before.0)
        writeFile(story.log.directory.keysPath, before.1)
        #expect(try await story.log.finding()?.clause == .mark)
        #expect(story.refusal(accepted: false) == nil)
        #expect(try story.state().size == 303)
        #expect(try await story.log.finding() == nil)
        let keys = readFile(story.log.directory.keysPath)
        #expect(keys[(301 * 32)..<(321 * 32)] != before.1[(301 * 32)..<(321 * 32)])
    }

    @Test func `before its erasures`() async throws {
        let log = try AuditedLog()
        try log.append(20)
        try log.write { writer in
            var body = WireWriter()
            LogRestored(
                epoch: 77,
                earlier: [EarlierEpoch(epoch: writer.log.epoch, fork: 21, committed: 22)],
                erasures: 1
            ).encode(into: &body)
            var event = Event(to: .store)
            event.type = EnvelopeEvent.logRestored
            event.recorded = writer.newestTime.microseconds
            event.body = body.bytes.array
            try writer.begin()
            try writer.append(event)
            try writer.beginEpoch(77)
            try writer.commit()
        }
        var keys = readFile(log.directory.keysPath)
        keys.replaceSubrange((9 * 32)..<(10 * 32), with: [UInt8](repeating: 0, count: 32))
        writeFile(log.directory.keysPath, keys)
        let open = try EventLog(
            opening: log.directory,
            access: .writing,
            options: LogInFolder.options
        )
        #expect(open.epoch == 77 && open.restored == nil)
        #expect(try open.snapshot().size == Position(23))
        open.close()
        #expect(try await log.finding() == nil)
    }
}

@Suite struct `A log of another line is not taken for an older one` {
    @Test func `a copy of an ended epoch is refused`() throws {
        let story = try Story(erasing: 10...11)
        try story.restore()
        let keys = readFile(story.log.directory.keysPath)
        writeFile(story.log.directory.logPath, story.newer)
        let expected = LogError.otherEpoch(
            path: story.log.directory.logPath,
            mark: story.log.directory.keysPath + ".mark",
            events: 322
        )
        // Its last contents were given up, so that accepting cannot help.
        #expect(story.refusal(accepted: false) == expected)
        #expect(story.refusal(accepted: true) == expected)
        #expect(readFile(story.log.directory.keysPath) == keys)
        #expect("\(expected)".contains("a copy from before the restore"))
    }

    @Test func `but one from before the fork can be accepted`() async throws {
        let story = try Story(erasing: 10...11)
        try story.restore()
        try story.log.append(9)
        writeFile(story.log.directory.logPath, story.older)
        #expect(story.refusal(accepted: false) != nil)
        #expect(try story.restore() == Restored(fork: Position(301), lost: nil, named: 2))
        #expect(try await story.log.finding() == nil)
    }

    @Test func `a log that was restored elsewhere does not destroy newer keys`() throws {
        let story = try Story()
        let elsewhere = try AuditedLog()
        for path in [\StoreDirectory.logPath, \.keysPath] {
            writeFile(
                elsewhere.directory[keyPath: path],
                readFile(story.log.directory[keyPath: path])
            )
        }
        let mark = story.log.directory.keysPath + ".mark"
        writeFile(elsewhere.directory.keysPath + ".mark", readFile(mark))
        var options = LogInFolder.options
        options.olderLog = .accepted(at: Timestamp(microseconds: 9_000_000))
        try EventLog(opening: elsewhere.directory, access: .writing, options: options).close()

        writeFile(story.log.directory.logPath, story.newer)
        try story.log.append(4)
        let keys = readFile(story.log.directory.keysPath)
        writeFile(story.log.directory.logPath, readFile(elsewhere.directory.logPath))
        guard case .otherEpoch? = story.refusal(accepted: false) else {
            Issue.record("it was opened")
            return
        }
        #expect(readFile(story.log.directory.keysPath) == keys)
    }
}

@Suite struct `A restored log is verified` {
    @Test func `its new checkpoints bear the epoch, and those of before stay good`() async throws {
        let story = try Story()
        try story.restore()
        let (epochs, origin, _) = try story.state()
        #expect(origin.hasSuffix("/" + epochs.current.hexadecimalText))
        let note = try story.log.keepCheckpoint()
        #expect(note.unverifiedText.hasPrefix(origin + "\n"))
        let key = story.log.signer.verifier
        // The one at 301 bears the first origin.
        #expect(try await story.log.finding { $0.keys = [key] } == nil)
        #expect(
            try await story.log.finding {
                $0.keys = [key]
                $0.pin = note
            } == nil
        )
    }

    @Test func `a pin of the lost part is refused, and one of before is not`() async throws {
        let story = try Story()
        let kept = try story.log.raw.value(RawLog.checkpointKey(301))
        let older = try SignedNote(parsing: kept.span.bytes)
        try story.restore()
        try story.log.append(40)
        #expect(try await story.log.finding { $0.pin = story.lostPin } == Fault(.pin, 302))
        let words = try await story.log.verify { $0.pin = story.lostPin }.finding?.note
        #expect(words?.contains("restored at 301 events") == true)
        #expect(words?.contains("pin a new checkpoint") == true)
        #expect(try await story.log.finding { $0.pin = older } == nil)
    }

    @Test func `a wrong fork, a wrong line and a missing row are found`() async throws {
        let story = try Story()
        try story.restore()
        let epoch = try story.state().epochs.current
        func body(_ fork: UInt64, _ first: UInt64) -> [UInt8] {
            var body = WireWriter()
            LogRestored(
                epoch: epoch,
                earlier: [EarlierEpoch(epoch: first, fork: fork, committed: 322)]
            ).encode(into: &body)
            return body.bytes.array
        }
        let restored = readFile(story.log.directory.logPath)
        try story.log.raw.forgeEnvelope(302, body: body(302, story.epoch))
        #expect(try await story.log.finding() == Fault(.record, 302))
        try story.log.raw.forgeEnvelope(302, body: body(301, story.epoch ^ 1))
        #expect(try await story.log.finding() == Fault(.genesis, 1))

        writeFile(story.log.directory.logPath, restored)
        try story.log.raw.remove(RawLog.restoreKey(302))
        #expect(try await story.log.finding() == Fault(.genesis, 1))
        writeFile(story.log.directory.logPath, restored)
        try story.log.raw.put(RawLog.restoreKey(20), [])
        #expect(try await story.log.finding() == Fault(.rows, 20))
        writeFile(story.log.directory.logPath, restored)
        try story.log.raw.change(RawLog.formatKey) { row in
            row[40] ^= 1
            row.replaceSubrange(48..<52, with: littleEndian(checksum(Array(row[..<48]))))
        }
        #expect(try await story.log.finding() == Fault(.record, 302))
    }
}
