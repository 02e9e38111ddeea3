package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The copies that were forwarded of a message.
///
///     forwards   the original (16), position of the copy (8)  → the copy (16)
package struct Forwards: MessageProjector {
    package static let name: StaticString = "forwards"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("forwards")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let original = message.forwardedFrom else { return }
        var key = RowBytes()
        key.append(original)
        key.append(record.position.rawValue)
        var row = RowBytes()
        row.append(try record.need(message.message, for: Self.name))
        views.put(key.bytes, row.bytes, in: table)
    }

    /// Visits the copies of a message, oldest first.
    package func forEach(
        of message: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ copy: UniqueID, _ position: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var prefix = RowBytes()
        prefix.append(message)
        try views.forEachRow(in: table, KeyRange(prefix: prefix)) { (key, row) throws(ViewsError) in
            guard key.byteCount == 24, row.byteCount == UniqueID.byteCount else {
                throw .damagedRow(table: "forwards")
            }
            return try body(UniqueID(row), Position(key.number(at: 16)))
        }
    }
}
