internal import CPlatform
package import EventLog
internal import LMDB
package import LogSchema
internal import Wire

/// A log's rows as LMDB has them, for looking behind its back and for harming it.
package struct RawLog {
    private let environment: Environment
    private let table: Table

    package static let formatKey: [UInt8] = [0x01] + bigEndian(0)

    package static func recordKey(_ position: UInt64) -> [UInt8] { [0xF0] + bigEndian(position) }

    package static func tileKey(level: UInt8, index: UInt64) -> [UInt8] {
        [0x02] + bigEndian(UInt64(level) << 56 | index)
    }

    package static func checkpointKey(_ size: UInt64) -> [UInt8] { [0x03] + bigEndian(size) }

    package static func pendingErasureKey(_ position: UInt64) -> [UInt8] {
        [0x04] + bigEndian(position)
    }

    package static func restoreKey(_ position: UInt64) -> [UInt8] { [0x05] + bigEndian(position) }

    /// A closed log's.
    package init(_ directory: StoreDirectory) throws {
        environment = try Environment(path: directory.logPath, options: .init(flushing: .never))
        table = try environment.openOnlyTable()
    }

    package func value(_ key: [UInt8]) throws -> [UInt8] {
        let reader = try environment.beginReading()
        let value = try reader.value(of: key.span.bytes, in: table)?.array
        guard let value else { throw NoSuchRow() }
        return value
    }

    package func put(_ key: [UInt8], _ value: [UInt8]) throws {
        var transaction = try environment.beginWriting()
        try transaction.put(key.span.bytes, value.span.bytes, in: table)
        try transaction.commit()
    }

    package func remove(_ key: [UInt8]) throws {
        var transaction = try environment.beginWriting()
        try transaction.remove(key.span.bytes, in: table)
        try transaction.commit()
    }

    /// Changes a row.
    package func change(_ key: [UInt8], _ body: (inout [UInt8]) throws -> Void) throws {
        var row = try value(key)
        try body(&row)
        try put(key, row)
    }

    /// Changes what a record's checksum covers, and makes the checksum fit.
    package func forge(_ position: UInt64, _ body: (inout [UInt8]) throws -> Void) throws {
        try change(Self.recordKey(position)) { row in
            var covered = Array(row.dropLast(5))
            try body(&covered)
            row = withChecksum(covered)
        }
    }

    /// Changes an envelope's fields or its event's, and makes the checksum fit.
    package func forgeEnvelope(
        _ position: UInt64,
        body: [UInt8]? = nil,
        _ change: (inout Envelope) -> Void = { _ in }
    ) throws {
        let row = try value(Self.recordKey(position))
        let record = try EncodedRecord(row.span.bytes)
        let view = try EncodedEnvelope(record.envelopeBytes)
        var envelope = try Envelope(view)
        change(&envelope)
        var inner = WireWriter()
        let body = body ?? view.event.array
        envelope.encode(into: &inner, event: view.eventNumber, body: body.span.bytes)
        var outer = WireWriter()
        outer.write(inner.bytes, field: 1)
        if record.sealed.byteCount > 0 { outer.write(record.sealed, field: 2) }
        try put(Self.recordKey(position), withChecksum(outer.bytes.array))
    }

    package func keys() throws -> [[UInt8]] {
        let reader = try environment.beginReading()
        var cursor = try reader.cursor(in: table)
        var keys: [[UInt8]] = []
        while try cursor.moveToNext() { keys.append(cursor.key.array) }
        return keys
    }
}

/// A test asked for a row that is not there.
package struct NoSuchRow: Error {}

/// A record of what its checksum covers.
package func withChecksum(_ covered: [UInt8]) -> [UInt8] {
    covered + [0x1D] + littleEndian(checksum(covered))
}

package func checksum(_ bytes: [UInt8]) -> UInt32 { scrollback_crc32c(0, bytes, bytes.count) }

package func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
}

package func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
}
