package import EventLog
package import Views
package import Wire

/// Which event is a stream's newest, and where each of its events lies in the log.
///
///     streams.heads   kind (1), id (16)               → version (8), position (8)
///     streams.events  kind (1), id (16), version (8)  → position (8)
///
/// Numbers are big-endian, so that a stream's events lie in order.
package struct Streams: Projector {
    package static let name: StaticString = "streams"
    package static let version: UInt32 = 1

    private let heads: ViewTable
    private let events: ViewTable

    package init(_ tables: inout TableList) {
        heads = tables.table("streams.heads")
        events = tables.table("streams.events")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let version = record.version
        var position = RowBytes()
        position.append(record.position.rawValue)
        var head = RowBytes()
        head.append(version.rawValue)
        head.append(record.position.rawValue)
        views.put(key(of: record.stream).bytes, head.bytes, in: heads)
        views.put(key(of: record.stream, version).bytes, position.bytes, in: events)
    }

    /// The newest event of a stream; nil for a stream without events.
    package func head(
        of stream: StreamID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> StreamHead? {
        let key = key(of: stream)
        guard let row = try views.value(of: key.bytes, in: heads) else { return nil }
        guard row.byteCount == 16 else { throw .damagedRow(table: "streams.heads") }
        return StreamHead(
            version: Version(row.number(at: 0)),
            position: Position(row.number(at: 8))
        )
    }

    /// Where an event of a stream lies; nil beyond its head.
    package func position(
        of version: Version,
        in stream: StreamID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        let key = key(of: stream, version)
        guard let row = try views.value(of: key.bytes, in: events) else { return nil }
        guard row.byteCount == 8 else { throw .damagedRow(table: "streams.events") }
        return Position(row.number(at: 0))
    }

    private func key(of stream: StreamID, _ version: Version? = nil) -> RowBytes {
        var key = RowBytes()
        key.append(stream.kind.rawValue)
        key.append(stream.id)
        if let version { key.append(version.rawValue) }
        return key
    }
}
