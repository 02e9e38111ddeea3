import LogSupport
import Testing
import Wire

@testable import EventLog

@Suite struct `Software that would misunderstand an event is kept from the log` {
    /// The error that software of an earlier number gives on opening; nil for none.
    private func refusal(
        of reader: UInt32,
        by store: borrowing LogInFolder
    ) throws -> LogError? {
        let row = try RawLog(store.directory).value(RawLog.formatKey)
        do throws(LogError) {
            _ = try LogFormat(row.span.bytes, path: store.path, for: reader)
            return nil
        } catch {
            return error
        }
    }

    private func append(
        needing reader: UInt32,
        to store: borrowing LogInFolder,
        commits: Bool = true
    ) throws {
        let open = try store.open()
        var writer = try LogWriter(open)
        try writer.begin()
        var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
        event.leastReader = reader
        try writer.append(event)
        if commits { try writer.commit() } else { writer.abandon() }
        open.close()
    }

    @Test func `from the commit of that event, and not before`() throws {
        let store = try LogInFolder(events: 2)
        try append(needing: 1, to: store)
        #expect(try refusal(of: 1, by: store) == nil)
        try append(needing: 3, to: store, commits: false)
        #expect(try refusal(of: 1, by: store) == nil)
        try append(needing: 3, to: store)
        #expect(try refusal(of: 2, by: store) == .newerReaderNeeded(reader: 3, supported: 2))
        #expect(try refusal(of: 3, by: store) == nil)
        // What needs less takes nothing back.
        try append(needing: 1, to: store)
        try append(needing: 2, to: store)
        #expect(try refusal(of: 2, by: store) == .newerReaderNeeded(reader: 3, supported: 2))
        #expect(try events(of: store.open(.reading)).count == 7)
    }

    @Test func `also where the first such event was undone`() throws {
        let store = try LogInFolder(events: 2)
        let open = try store.open()
        var writer = try LogWriter(open)
        var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
        event.leastReader = 3
        for commits in [false, true] {
            try writer.begin()
            try writer.append(event)
            if commits { try writer.commit() } else { writer.abandon() }
        }
        open.close()
        #expect(try refusal(of: 2, by: store) == .newerReaderNeeded(reader: 3, supported: 2))
    }
}
