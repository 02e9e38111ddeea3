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
        to views: inout ViewsBatch
    ) throws(ViewsError) {
        let version = record.version
        let position = record.position
        let key = Key(record.stream, version: version)
        let value = Value(version: version, position: position)
        views.put(key.stream, value.bytes.span.bytes, in: heads)
        views.put(key.bytes.span.bytes, value.position, in: events)
    }

    /// The newest event of a stream; nil for a stream without events.
    package func head(
        of stream: StreamID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> StreamHead? {
        let key = Key(stream, version: .zero)
        guard let row = try views.value(of: key.stream, in: heads) else { return nil }
        guard row.byteCount == Value.byteCount else {
            throw .damagedRow(table: "streams.heads")
        }
        return StreamHead(
            version: Version(number(in: row, at: 0)), position: Position(number(in: row, at: 8)))
    }

    /// Where an event of a stream lies; nil beyond its head.
    package func position(
        of version: Version,
        in stream: StreamID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        let key = Key(stream, version: version)
        guard let row = try views.value(of: key.bytes.span.bytes, in: events) else { return nil }
        guard row.byteCount == 8 else { throw .damagedRow(table: "streams.events") }
        return Position(number(in: row, at: 0))
    }

    private struct Key {
        var bytes = InlineArray<25, UInt8>(repeating: 0)

        init(_ stream: StreamID, version: Version) {
            var span = bytes.mutableSpan.mutableBytes
            span.storeBytes(of: stream.kind.rawValue, toByteOffset: 0, as: UInt8.self)
            span.storeBytes(of: stream.id.high.bigEndian, toByteOffset: 1, as: UInt64.self)
            span.storeBytes(of: stream.id.low.bigEndian, toByteOffset: 9, as: UInt64.self)
            span.storeBytes(of: version.rawValue.bigEndian, toByteOffset: 17, as: UInt64.self)
        }

        /// The part that names the stream.
        var stream: RawSpan {
            @_lifetime(borrow self)
            borrowing get { bytes.span.bytes.extracting(first: 17) }
        }
    }

    private struct Value {
        var bytes = InlineArray<16, UInt8>(repeating: 0)

        static let byteCount = 16

        init(version: Version, position: Position) {
            var span = bytes.mutableSpan.mutableBytes
            span.storeBytes(of: version.rawValue.bigEndian, toByteOffset: 0, as: UInt64.self)
            span.storeBytes(of: position.rawValue.bigEndian, toByteOffset: 8, as: UInt64.self)
        }

        var position: RawSpan {
            @_lifetime(borrow self)
            borrowing get { bytes.span.bytes.extracting(last: 8) }
        }
    }
}

private func number(in row: RawSpan, at offset: Int) -> UInt64 {
    UInt64(bigEndian: row.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
}
