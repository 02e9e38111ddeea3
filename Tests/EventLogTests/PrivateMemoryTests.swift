import EventLog
import LogSupport
import TestSupport
import Testing
import Wire

@Suite struct `Core files have no keys and no opened content in them` {
    @Test(arguments: [EventLog.Access.reading, .writing])
    func `the keys are left out`(access: EventLog.Access) throws {
        let store = try LogInFolder(events: 1)
        let log = try store.open(access)
        #expect(CoreMap().leavesOut(file: store.directory.keysPath))
        log.close()
    }

    @Test(arguments: [1, 4_096, 4_097, 1 << 20])
    func `opened content is left out, whatever its length`(count: Int) throws {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        var event = Event(to: .conversation(UniqueID(high: 1, low: 1)))
        event.content = [UInt8](repeating: 7, count: count)
        try writer.begin()
        try writer.append(event)
        try writer.commit()
        let snapshot = try log.snapshot()
        let record = try snapshot.record(at: writer.size)
        var contents = log.contents()
        let content = try contents.content(of: record)
        let opened = content.bytes.byteCount
        #expect(opened == count)
        let (first, last) = content.bytes.withUnsafeBytes { bytes in
            let start = UInt(bitPattern: bytes.baseAddress)
            return (start, start + UInt(bytes.count) - 1)
        }
        let map = CoreMap()
        #expect(map.leavesOut(first) && map.leavesOut(last))
    }
}
