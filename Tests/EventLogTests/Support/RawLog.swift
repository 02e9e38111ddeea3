import CPlatform
import EventLog
import LMDB
import Testing

/// A log's rows as LMDB has them, for looking behind its back and for harming it.
struct RawLog {
    private let environment: Environment
    private let table: Table

    static let formatKey: [UInt8] = [0x01] + bigEndian(0)

    static func recordKey(_ position: UInt64) -> [UInt8] { [0xF0] + bigEndian(position) }

    static func tileKey(level: UInt8, index: UInt64) -> [UInt8] {
        [0x02] + bigEndian(UInt64(level) << 56 | index)
    }

    /// A closed log's.
    init(_ directory: StoreDirectory) throws {
        environment = try Environment(path: directory.logPath, options: .init(flushing: .never))
        table = try environment.openOnlyTable()
    }

    func value(_ key: [UInt8]) throws -> [UInt8] {
        let reader = try environment.beginReading()
        let value = try reader.value(of: key.span.bytes, in: table)?.array
        return try #require(value)
    }

    func put(_ key: [UInt8], _ value: [UInt8]) throws {
        var transaction = try environment.beginWriting()
        try transaction.put(key.span.bytes, value.span.bytes, in: table)
        try transaction.commit()
    }

    func remove(_ key: [UInt8]) throws {
        var transaction = try environment.beginWriting()
        try transaction.remove(key.span.bytes, in: table)
        try transaction.commit()
    }

    /// Changes a row.
    func change(_ key: [UInt8], _ body: (inout [UInt8]) throws -> Void) throws {
        var row = try value(key)
        try body(&row)
        try put(key, row)
    }

    /// Changes what a record's checksum covers, and makes the checksum fit.
    func forge(_ position: UInt64, _ body: (inout [UInt8]) throws -> Void) throws {
        try change(Self.recordKey(position)) { row in
            var covered = Array(row.dropLast(5))
            try body(&covered)
            row = withChecksum(covered)
        }
    }

    func keys() throws -> [[UInt8]] {
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        var keys: [[UInt8]] = []
        while try cursor.moveToNext() { keys.append(cursor.key.array) }
        return keys
    }
}

/// A record of what its checksum covers.
func withChecksum(_ covered: [UInt8]) -> [UInt8] {
    covered + [0x1D] + littleEndian(checksum(covered))
}

func checksum(_ bytes: [UInt8]) -> UInt32 { scrollback_crc32c(0, bytes, bytes.count) }

func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
}

func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
}
