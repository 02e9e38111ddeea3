package import EventLog
package import Views
package import Wire

/// A stream's newest event, and the position of each of its events.
///
/// A stream's head has the greatest chunk number, so it lies next to the newest chunk and an event
/// dirties one leaf.
package struct Streams: Projector {
    package static let name: StaticString = "streams"
    package static let version: UInt32 = 1
    package static let events = FoldedEvents.every

    private let chunks: RowTable<Key, Chunk>
    private let heads: RowTable<Key, Head>

    private static let headChunk = UInt64.max

    package init(_ tables: inout TableList) {
        chunks = tables.rows("streams")
        heads = tables.rows(sharing: chunks)
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let head = Head(version: record.version.rawValue, position: record.position)
        heads.put(head, at: Key(record.stream, chunk: Self.headChunk), in: &views)
        let place = Self.place(of: record.version)
        try chunks.append(
            PositionRow(position: record.position),
            at: place.number,
            to: Key(record.stream, chunk: place.chunk),
            in: &views
        )
    }

    /// Returns the newest event of a stream; nil for a stream without events.
    package func head(
        of stream: StreamID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> StreamHead? {
        guard let row = try heads.row(at: Key(stream, chunk: Self.headChunk), in: views) else {
            let first = Key(stream, chunk: Self.place(of: Version(1)).chunk)
            guard try !chunks.has(first, in: views) else { throw views.damage(in: heads.table) }
            return nil
        }
        guard row.version > 0 else { throw views.damage(in: heads.table) }
        let head = StreamHead(version: Version(row.version), position: row.position)
        // A damaged head could name an older event of the stream; the newest chunk shows that.
        let place = Self.place(of: head.version)
        guard
            let chunk = try chunks.elements(at: Key(stream, chunk: place.chunk), in: views),
            chunk.count == place.number + 1,
            chunk[place.number].position == head.position
        else { throw views.damage(in: heads.table) }
        return head
    }

    /// Returns the position of an event of a stream; nil beyond its head.
    package func position(
        of version: Version,
        in stream: StreamID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Position? {
        guard version > .zero else { return nil }
        let place = Self.place(of: version)
        guard let chunk = try chunks.elements(at: Key(stream, chunk: place.chunk), in: views),
            place.number < chunk.count
        else { return nil }
        return chunk[place.number].position
    }

    /// Visits the positions of a stream's events behind a version, in their order.
    package func forEachPosition(
        of stream: StreamID,
        after version: Version,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ version: Version, _ position: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let place = Self.place(of: version.next)
        let range = KeyRange(
            from: Key(stream, chunk: place.chunk).rowBytes,
            through: Key(stream, chunk: Self.headChunk - 1).rowBytes
        )
        try chunks.forEachRow(in: range, views) { (key, chunk) throws(ViewsError) in
            let first = key.chunk == place.chunk ? place.number : 0
            for number in first..<max(first, chunk.count) {
                let version = Version(key.chunk * UInt64(Chunk.limit) + UInt64(number) + 1)
                if case .stop = try body(version, chunk[number].position) { return .stop }
            }
            return .goOn
        }
    }

    /// Which chunk a version's position is in, and how many stand before it there.
    private static func place(of version: Version) -> (chunk: UInt64, number: Int) {
        let (chunk, number) = (version.rawValue - 1).quotientAndRemainder(
            dividingBy: UInt64(Chunk.limit)
        )
        return (chunk, Int(number))
    }
}

extension Streams {
    private struct Key: RowLayout {
        var kind = StreamID.Kind.store
        var id = UniqueID.zero
        var chunk: UInt64 = 0

        init() {}

        init(_ stream: StreamID, chunk: UInt64) {
            kind = stream.kind
            id = stream.id
            self.chunk = chunk
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&kind, "kind")
            fields.field(&id, "id")
            fields.field(&chunk, "chunk")
        }
    }

    /// The positions of successive versions.
    private struct Chunk: RowOfElements {
        typealias Element = PositionRow

        static let limit = 32

        private var positions: [PositionRow] = []

        init() {}

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&positions, limit: Self.limit, "positions")
        }
    }

    private struct Head: RowLayout {
        var version: UInt64 = 0
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&version, "version")
            fields.field(&position, "position")
        }
    }
}
