package import EventLog
package import Views
package import Wire

/// Which event is a stream's newest, and where each of its events lies in the log.
///
///     streams   kind (1), id (16), chunk (8)  → the positions (8 each) of 32 versions
///               kind (1), id (16), FF × 8     → version (8), position (8) of the head
///
/// Numbers are big-endian. A stream's head stands right behind its newest chunk, so that an event
/// dirties one leaf.
package struct Streams: Projector {
    package static let name: StaticString = "streams"
    package static let version: UInt32 = 1

    private let table: ViewTable

    /// How many positions a chunk holds.
    private static let chunkWidth: UInt64 = 32
    private static let positionBytes = 8
    private static let headChunk = UInt64.max

    package init(_ tables: inout TableList) {
        table = tables.table("streams")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        var head = RowBytes()
        head.append(record.version.rawValue)
        head.append(record.position.rawValue)
        views.put(Self.key(record.stream, chunk: Self.headChunk).bytes, head.bytes, in: table)
        var position = RowBytes()
        position.append(record.position.rawValue)
        let (chunk, offset) = Self.place(of: record.version)
        try views.append(
            position.bytes,
            at: offset,
            to: Self.key(record.stream, chunk: chunk).bytes,
            in: table
        )
    }

    /// The newest event of a stream; nil for a stream without events.
    package func head(
        of stream: StreamID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> StreamHead? {
        let key = Self.key(stream, chunk: Self.headChunk)
        guard let row = try views.value(of: key.bytes, in: table) else {
            guard try count(inChunkOf: Version(1), of: stream, in: views) == 0 else {
                throw .damagedRow(table: "streams")
            }
            return nil
        }
        guard row.byteCount == 2 * Self.positionBytes, row.number(at: 0) > 0 else {
            throw .damagedRow(table: "streams")
        }
        let head = StreamHead(
            version: Version(row.number(at: 0)),
            position: Position(row.number(at: Self.positionBytes))
        )
        // An older event of the stream would pass for its head; the newest chunk knows better.
        let (_, offset) = Self.place(of: head.version)
        guard
            try count(inChunkOf: head.version, of: stream, in: views) == offset
                + Self.positionBytes,
            try position(of: head.version, in: stream, views: views) == head.position
        else { throw .damagedRow(table: "streams") }
        return head
    }

    /// How many bytes there are in the chunk that a version's position belongs to.
    private func count(
        inChunkOf version: Version,
        of stream: StreamID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Int {
        let key = Self.key(stream, chunk: Self.place(of: version).chunk)
        return try views.value(of: key.bytes, in: table)?.byteCount ?? 0
    }

    /// Where an event of a stream lies; nil beyond its head.
    package func position(
        of version: Version,
        in stream: StreamID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        guard version > .zero else { return nil }
        let (chunk, offset) = Self.place(of: version)
        let key = Self.key(stream, chunk: chunk)
        guard let row = try views.value(of: key.bytes, in: table),
            offset < row.byteCount
        else { return nil }
        guard row.byteCount % Self.positionBytes == 0 else { throw .damagedRow(table: "streams") }
        return Position(row.number(at: offset))
    }

    /// Which chunk a version's position is in, and where in it.
    private static func place(of version: Version) -> (chunk: UInt64, offset: Int) {
        let index = version.rawValue - 1
        return (index / chunkWidth, Int(index % chunkWidth) * positionBytes)
    }

    private static func key(_ stream: StreamID, chunk: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(stream.kind.rawValue)
        key.append(stream.id)
        key.append(chunk)
        return key
    }
}
