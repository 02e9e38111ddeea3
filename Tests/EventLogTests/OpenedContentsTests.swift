import EventLog
import Glibc
import LogSchema
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `Events that are kept opened` {
    private func open(
        _ store: borrowing LogInFolder,
        _ access: EventLog.Access = .writing,
        keeping byteCount: Int
    ) throws -> EventLog {
        var options = LogInFolder.options
        options.openedBytes = byteCount
        return try EventLog(opening: store.directory, access: access, options: options)
    }

    private func append(_ contents: [[UInt8]], to log: EventLog) throws {
        var writer = try LogWriter(log)
        try writer.begin()
        for content in contents {
            var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
            event.body = [8, 1]
            event.content = content
            try writer.append(event)
        }
        try writer.commit()
    }

    /// Opens the content at a position from the log, and keeps it.
    private func keep(_ position: UInt64, of log: EventLog) throws {
        let snapshot = try log.snapshot()
        var contents = log.contents()
        let content = try contents.content(of: snapshot.record(at: Position(position)), keeps: true)
        #expect(content.state == .present)
    }

    /// The content at a position where it is kept, and what else is known of it.
    private func kept(_ position: UInt64, of log: EventLog) throws -> [UInt8]? {
        let snapshot = try log.snapshot()
        var contents = log.contents()
        guard let kept = try contents.keptEvent(at: Position(position)) else { return nil }
        let record = try snapshot.record(at: Position(position))
        #expect(kept.event.position == record.position)
        #expect(kept.event.sent == record.sent)
        #expect(kept.event.number == record.envelope.eventNumber)
        #expect(kept.event.structure.array == record.envelope.event.array)
        #expect(try kept.event.envelope.bytes.array == record.envelopeBytes.array)
        #expect(kept.content.state == .present)
        return kept.content.bytes.array
    }

    private func erase(_ positions: ClosedRange<UInt64>, in log: EventLog) throws {
        var writer = try LogWriter(log)
        var body = WireWriter()
        let range = PositionRange(first: positions.lowerBound, count: UInt64(positions.count))
        ContentErased(ranges: [range]).encode(into: &body)
        var event = Event(to: .store)
        event.type = EnvelopeEvent.contentErased
        event.body = body.bytes.array
        try writer.begin()
        try writer.append(event)
        try writer.commit()
        try writer.carryOutErasures()
    }

    private func zeroSlot(of position: Int, in path: String) throws {
        let descriptor = Glibc.open(path, O_RDWR)
        defer { Glibc.close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 32)
        try #require(pwrite(descriptor, zeros, 32, off_t(position - 1) * 32) == 32)
    }

    private func text(_ number: UInt64, count: Int) -> [UInt8] {
        let name = Array("text \(number) ".utf8)
        return name + [UInt8](repeating: UInt8(ascii: "x"), count: max(0, count - name.count))
    }

    @Test(arguments: [0, 1, 40, 4_096, 60_000])
    func `are what the log says, whatever their length`(count: Int) throws {
        let store = try LogInFolder()
        let log = try open(store, keeping: 1 << 20)
        defer { log.close() }
        let content = [UInt8](repeating: 7, count: max(1, count))
        try append([content], to: log)
        #expect(try kept(2, of: log) == nil)
        try keep(2, of: log)
        try keep(2, of: log)
        #expect(try kept(2, of: log) == content)
        #expect(log.opened.uses == OpenedContents.Uses(hits: 1, misses: 1))
    }

    @Test func `are none where no memory is given for them`() throws {
        let store = try LogInFolder(events: 1)
        for byteCount in [-1, 0, 1, 9_000] {
            let log = try open(store, keeping: byteCount)
            try keep(2, of: log)
            #expect(try kept(2, of: log) == nil)
            #expect(log.opened.byteCount == 0)
            log.close()
        }
    }

    @Test func `take no more memory than they may, and what goes is cleared`() throws {
        let store = try LogInFolder()
        let limit = 256 << 10
        let log = try open(store, keeping: limit)
        defer { log.close() }
        // Longer ones first, so that shorter ones do not happen to lie where each of them began.
        let contents = (2..<1_002).map { text($0, count: $0 < 202 ? 3_000 : 40) }
        try append(contents, to: log)
        var (entries, drops) = (0, 0)
        for position in 2..<1_002 as Range<UInt64> {
            try keep(position, of: log)
            #expect(log.opened.byteCount <= limit)
            let found = log.opened.addresses(of: Array("text ".utf8)).count
            if found < entries { drops += 1 }
            entries = found
        }
        // Memory that is only written over never loses several entries at once.
        #expect(drops > 1)
        for position in stride(from: UInt64(2), to: 1_002, by: 10) {
            let isThere = try kept(position, of: log) != nil
            #expect(isThere != log.opened.addresses(of: text(position, count: 0)).isEmpty)
        }
        #expect(try kept(2, of: log) == nil)
        #expect(try kept(1_001, of: log) == contents[999])
    }

    @Test func `stay while they are asked for`() throws {
        let store = try LogInFolder()
        let log = try open(store, keeping: 256 << 10)
        defer { log.close() }
        let contents = (2..<402).map { text($0, count: 3_000) }
        try append(contents, to: log)
        for position in 2..<402 as Range<UInt64> {
            try keep(position, of: log)
            #expect(try kept(2, of: log) == contents[0])
        }
        #expect(try kept(3, of: log) == nil)
    }

    @Test func `are cleared by their erasure, others not`() throws {
        let store = try LogInFolder(events: 20)
        let log = try open(store, keeping: 1 << 20)
        defer { log.close() }
        for position in 2...21 as ClosedRange<UInt64> { try keep(position, of: log) }
        #expect(log.opened.addresses(of: Array("content 3".utf8)).count == 1)
        try erase(5...5, in: log)
        #expect(log.opened.addresses(of: Array("content 3".utf8)).isEmpty)
        #expect(try kept(5, of: log) == nil)
        #expect(try kept(4, of: log) == Array("content 2".utf8))
        try erase(2...21, in: log)
        #expect(log.opened.addresses(of: Array("content".utf8)).isEmpty)
    }

    @Test func `have what their reader noted of them, until they are erased`() throws {
        let store = try LogInFolder(events: 3)
        let log = try open(store, .reading, keeping: 1 << 20)
        defer { log.close() }
        let snapshot = try log.snapshot()
        var contents = log.contents()
        let id = UniqueID(high: 7, low: 8)
        for position in [2, 3] as [UInt64] {
            _ = try contents.content(of: snapshot.record(at: Position(position)), keeps: true) {
                // "content 0" without its first letter.
                EventGist(id: id, time: $0.sent.microseconds, text: 1..<$1.bytes.byteCount)
            }
        }
        _ = try contents.content(of: snapshot.record(at: Position(4)), keeps: true)
        let sent = try snapshot.record(at: Position(2)).sent.microseconds
        guard case .noted(let gist, let text) = try contents.keptGist(at: Position(2)) else {
            Issue.record("nothing was noted")
            return
        }
        #expect(gist.id == id && gist.time == sent && text == "ontent 0")
        #expect(log.opened.uses == OpenedContents.Uses(hits: 1, misses: 0))
        // Nothing was noted of the fourth, and the fifth is not there.
        guard case .nothing = try contents.keptGist(at: Position(4)),
            case .absent = try contents.keptGist(at: Position(5))
        else {
            Issue.record("something was noted")
            return
        }
        #expect(log.opened.uses == OpenedContents.Uses(hits: 1, misses: 1))
        try zeroSlot(of: 2, in: store.directory.keysPath)
        guard case .absent = try contents.keptGist(at: Position(2)),
            case .noted(_, "ontent 1") = try contents.keptGist(at: Position(3))
        else {
            Issue.record("the wrong one is gone")
            return
        }
        #expect(log.opened.addresses(of: Array("ontent 0".utf8)).isEmpty)
    }

    @Test func `do not come back after their erasure`() throws {
        let store = try LogInFolder(events: 1)
        let log = try open(store, keeping: 1 << 20)
        defer { log.close() }
        let snapshot = try log.snapshot()
        let record = try snapshot.record(at: Position(2))
        var contents = log.contents()
        // Opened before, and kept only after.
        let content = try contents.content(of: record)
        try erase(2...2, in: log)
        try log.opened.keep(
            OpenedEntry(record, content.bytes),
            record.envelopeBytes,
            content.bytes
        )
        #expect(log.opened.addresses(of: Array("content 0".utf8)).isEmpty)
    }

    @Test func `are not shown once another process erased them`() throws {
        let store = try LogInFolder(events: 2)
        let log = try open(store, .reading, keeping: 1 << 20)
        defer { log.close() }
        for position in [2, 3] as [UInt64] { try keep(position, of: log) }
        let words = Array("content 0".utf8)
        #expect(try kept(2, of: log) == words)
        // The slots alone say that it happened.
        try zeroSlot(of: 2, in: store.directory.keysPath)
        #expect(log.opened.addresses(of: words).count == 1)
        #expect(try kept(2, of: log) == nil)
        #expect(log.opened.addresses(of: words).isEmpty)
        try zeroSlot(of: 3, in: store.directory.keysPath)
        let others = Array("content 1".utf8)
        #expect(log.opened.addresses(of: others).count == 1)
        log.opened.forgetErased()
        #expect(log.opened.addresses(of: others).isEmpty)
    }

    @Test func `are left out of core files`() throws {
        let store = try LogInFolder(events: 1)
        let log = try open(store, keeping: 1 << 20)
        defer { log.close() }
        try keep(2, of: log)
        let addresses = log.opened.addresses(of: Array("content 0".utf8))
        #expect(addresses.count == 1)
        #expect(addresses.allSatisfy(CoreMap().leavesOut))
    }
}
