import EventLog
import LMDB
import LogSchema
import Scrollback
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A damaged log is named, not believed` {
    @Test func `a record that cannot be folded stops writing and is named`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<600 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        try flipByte(ofRecordAt: 50, in: store.path)
        for name in names(in: store.path) where name.hasPrefix("views.") {
            removeTree("\(store.path)/\(name)")
        }

        #expect(throws: EngineError.views(.log(.damagedRecord(Position(50), .checksum)))) {
            try store.open()
        }

        // What is whole can still be read.
        let reader = try store.open(.reading)
        let snapshot = try reader.log.snapshot()
        #expect(try snapshot.record(at: Position(49)).position == Position(49))
        #expect(throws: LogError.damagedRecord(Position(50), .checksum)) {
            _ = try snapshot.record(at: Position(50)).position
        }
    }

    @Test func `a damaged record at the end of the log is found at open`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        for number in 0..<10 { try await engine.append("\(number)", to: stream(1)) }
        engine.close()
        try flipByte(ofRecordAt: 11, in: store.path)

        #expect(throws: EngineError.log(.damagedRecord(Position(11), .checksum))) {
            try store.open()
        }
    }

    private func flipByte(ofRecordAt position: UInt8, in path: String) throws {
        let environment = try Environment(
            path: "\(path)/log.mdb",
            options: Environment.Options()
        )
        let table = try environment.openOnlyTable()
        let key: [UInt8] = [0xF0, 0, 0, 0, 0, 0, 0, 0, position]
        var transaction = try environment.beginWriting()
        var record: [UInt8]
        do {
            let span = try transaction.value(of: key.span.bytes, in: table)
            record = span?.withUnsafeBytes { Array($0) } ?? []
        }
        try #require(record.count > 20)
        record[20] ^= 1
        try transaction.put(key.span.bytes, record.span.bytes, in: table)
        try transaction.commit()
        environment.close()
    }
}
