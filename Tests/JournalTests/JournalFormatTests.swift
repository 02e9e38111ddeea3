import EventLog
import Glibc
import LogSchema
import Merkle
import TestSupport
import Testing
import Wire

/// An event that is kept, with the envelope of the log's first event or other bytes.
private func kept(_ number: UInt64, erased: Int = 0) -> JournalEvent {
    let envelope = [UInt8]("envelope \(number)".utf8)
    return JournalEvent(
        epoch: 0xAB,
        size: Position(number - 1),
        position: Position(number),
        leaf: TreeHash.leaf(envelope.span.bytes),
        envelope: envelope,
        erased: (0..<erased).map { SHA256.hash([UInt8(truncatingIfNeeded: $0)].span.bytes) }
    )
}

/// A journal with three events, a void line and an erasure.
private struct WrittenJournal: ~Copyable {
    let folder = TemporaryFolder("journal")
    var path: String { folder.path("chat.journal") }

    init() throws {
        let journal = try Journal(path, creates: true)
        _ = try journal.write([kept(1), kept(2)])
        _ = try journal.write([kept(3)])
        try journal.void(3...3)
        _ = try journal.write([kept(4, erased: 3)])
    }

    var bytes: [UInt8] { readFile(path) }
}

@Suite struct `A journal's lines` {  // D-92
    @Test func `are read as they were written`() throws {
        let written = try WrittenJournal()
        let contents = try Journal.contents(at: written.path)
        #expect(contents.lines.map(\.number) == [1, 2, 3, 4, 5])
        #expect(contents.events.map(\.number) == [1, 2, 5])
        #expect(contents.events.map(\.event) == [kept(1), kept(2), kept(4, erased: 3)])
        #expect(contents.byteCount == written.bytes.count && !contents.isTorn)
    }

    @Test func `are those that the page describes`() throws {
        // The page's algorithm in another language, for the sums and the leaf hashes.
        let written = try WrittenJournal()
        let script = """
            import base64, hashlib, sys
            previous = bytes(32)
            for number, line in enumerate(open(sys.argv[1], "rb").read().split(b"\\n")[:-1], 1):
                text, told = line.rsplit(b" ", 1)
                previous = hashlib.sha256(previous + text).digest()
                fields = text.split(b" ")
                assert base64.b64decode(told) == previous and int(fields[0]) == number
                if fields[1] != b"void":
                    leaf = hashlib.sha256(b"\\0" + base64.b64decode(fields[5])).digest()
                    assert base64.b64decode(fields[4]) == leaf
            """
        let program = try StartedProgram("python3", ["-c", script, written.path])
        #expect(program.finish() == .exited(0))
    }

    @Test func `no changed byte is accepted`() throws {
        let bytes = try WrittenJournal().bytes
        // The end of the third line.
        let last = bytes.indices.filter { bytes[$0] == 10 }[2] - 1
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            do throws(JournalFault) {
                let contents = try JournalContents(changed)
                // Only what may be a torn append is left out: of two appends, the newest ones, the
                // first can be a part of the other if nothing of it can be read; without its end a
                // line is a part of the next one.
                #expect(contents.isTorn && contents.lines.count >= 2, "byte \(place)")
                #expect(place > last, "byte \(place)")
            } catch {
                guard case .damaged = error else { throw error }
            }
        }
    }

    @Test func `a file that ends anywhere has the lines before`() throws {
        let bytes = try WrittenJournal().bytes
        for count in bytes.indices {
            let contents = try JournalContents(Array(bytes[..<count]))
            let ends = bytes[..<count].count { $0 == 10 }
            #expect(contents.lines.count == ends)
            #expect(contents.isTorn == (count > contents.byteCount))
        }
    }

    @Test func `no line is moved, removed, repeated or put in`() throws {
        let bytes = try WrittenJournal().bytes
        let lines = bytes.split(separator: 10).map { Array($0) + [10] }
        var others: [[[UInt8]]] = [lines.reversed(), lines + [lines[4]], [lines[1]] + lines]
        for index in 0..<4 {
            var removed = lines
            removed.remove(at: index)
            others.append(removed)
            var swapped = lines
            swapped.swapAt(index, index + 1)
            others.append(swapped)
        }
        for other in others {
            let contents = try? JournalContents(other.flatMap(\.self))
            #expect(contents?.isTorn != false, "only as a torn end")
        }
        #expect(throws: JournalFault.self) { try JournalContents(Array(lines[1...].joined())) }
    }

    @Test(arguments: [
        "", " ", "1", "1 apple\n2 pears\n", "1 00000000000000AB 0 1 x", "1 void 1-1 AAAA",
        "1 void 2-1 AAAA", "-1 x", "1  2 3 4 5 6 7", "\u{0}\u{0}",
        String(repeating: "A", count: 100_000),
    ])
    func `rubbish is no line, and a file of it no torn journal`(text: String) throws {
        #expect(throws: JournalFault.noJournal) {
            try JournalContents(Array((text + "\n").utf8))
        }
        #expect(throws: JournalFault.self) {
            try JournalContents(
                Array((text + "\n").utf8) + (try WrittenJournal().bytes)
            )
        }
    }

    @Test func `what a crash leaves of the first append is torn`() throws {
        let first = Array(try WrittenJournal().bytes.prefix { $0 != 10 })
        let zeros = [UInt8](repeating: 0, count: 4_096)
        for left in [first, first + zeros, zeros, [UInt8]("1 ".utf8)] {
            let contents = try JournalContents(left)
            #expect(contents.lines.isEmpty && contents.isTorn)
        }
        #expect(throws: JournalFault.noJournal) {
            try JournalContents([UInt8](repeating: 0, count: 1 << 20))
        }
    }

    @Test func `an erasure of any ranges is counted without an overflow`() throws {
        for ranges in [
            [PositionRange(first: 2, count: .max - 3)],
            Array(repeating: PositionRange(first: 2, count: .max / 2), count: 3),
            [PositionRange(first: 2, count: 2)], [PositionRange(first: 2, count: 4)],
        ] {
            var body = WireWriter()
            ContentErased(ranges: ranges).encode(into: &body)
            var envelope = WireWriter()
            Envelope(version: 1).encode(
                into: &envelope,
                event: EnvelopeEvent.contentErased,
                body: body.bytes
            )
            let bytes = envelope.bytes.withUnsafeBytes { Array($0) }
            let event = JournalEvent(
                epoch: 1,
                size: .zero,
                position: Position(.max),
                leaf: TreeHash.leaf(bytes.span.bytes),
                envelope: bytes,
                erased: kept(4, erased: 3).erased
            )
            #expect(throws: LogError.self) { try event.erasedPositions() }
        }
    }

    @Test func `one process has the file, and a folder or a pipe is none`() throws {
        let written = try WrittenJournal()
        let journal = try Journal(written.path, creates: false)
        #expect(throws: JournalFault.inUse) { try Journal(written.path, creates: false) }
        withExtendedLifetime(journal) {}
        #expect(throws: JournalFault.noFile) { try Journal.contents(at: written.folder.path) }
        #expect(throws: JournalFault.missing) {
            try Journal(written.folder.path("none"), creates: false)
        }
        let pipe = written.folder.path("pipe")
        mkfifo(pipe, 0o600)
        #expect(throws: JournalFault.noFile) { try Journal.contents(at: pipe) }
    }
}

@Suite final class `A line that cannot be written` {  // D-92
    private let folder = TemporaryFolder("journal")
    private let faults = Faults()

    private func journal() throws -> Journal {
        let journal = try Journal(
            folder.path("chat.journal"),
            creates: true,
            failing: faults.journal
        )
        _ = try journal.write([kept(1)])
        return journal
    }

    @Test(arguments: [JournalFailing.Call.write, .flush], [ENOSPC, EIO, EDQUOT])
    func `leaves nothing, and its number is given to the next`(
        call: JournalFailing.Call,
        number: Int32
    ) throws {
        let journal = try journal()
        let before = readFile(journal.path)
        faults.fail(call, with: number, times: 1)
        #expect(throws: Journal.Failure.self) { try journal.write([kept(2)]) }
        #expect(readFile(journal.path) == before && journal.failure != nil)
        #expect(try journal.write([kept(3)]) == 2...2)
        #expect(journal.failure == nil)
        #expect(try journal.contents().events.map(\.event) == [kept(1), kept(3)])
    }

    @Test func `and cannot be cut off keeps the next ones waiting`() throws {
        let journal = try journal()
        faults.fail(.write, with: ENOSPC)
        faults.fail(.cut, with: EIO)
        do throws(Journal.Failure) {
            _ = try journal.write([kept(2)])
            Issue.record("it is written")
        } catch {
            guard case .unknown = error else { throw error }
        }
        faults.fail(.write, with: nil)
        do throws(Journal.Failure) {
            _ = try journal.write([kept(2)])
            Issue.record("it is written behind what may be there")
        } catch {
            guard case .unavailable = error else { throw error }
        }
        faults.fail(.cut, with: nil)
        #expect(try journal.write([kept(3)]) == 2...2)
        #expect(try journal.contents().lines.count == 2)
    }

    @Test func `of a file that was moved away`() throws {
        let journal = try journal()
        rename(journal.path, journal.path + ".old")
        #expect(throws: Journal.Failure.self) { try journal.write([kept(2)]) }
        writeFile(journal.path, [])
        #expect(throws: Journal.Failure.self) { try journal.write([kept(2)]) }
        #expect(readFile(journal.path) == [])
        rename(journal.path + ".old", journal.path)
        #expect(try journal.write([kept(2)]) == 2...2)
    }

    @Test func `and is owed a void line gets it first`() throws {
        let journal = try journal()
        _ = try journal.write([kept(2)])
        faults.fail(.write, with: ENOSPC)
        #expect(throws: Journal.Failure.self) { try journal.void(2...2) }
        #expect(throws: Journal.Failure.self) { try journal.write([kept(3)]) }
        faults.fail(.write, with: nil)
        #expect(try journal.write([kept(3)]) == 4...4)
        #expect(try journal.contents().events.map(\.number) == [1, 4])
    }
}
