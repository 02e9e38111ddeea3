package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Where an id stands: a message's, or that of an entry that the store made.
///
///     messages   message (16)  → conversation (16), ordinal (8)
package struct Messages: MessageProjector {
    package static let name: StaticString = "messages"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("messages")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try put(
            try record.need(message.message, for: Self.name),
            ordinal: message.ordinal,
            of: record,
            to: &views
        )
    }

    package func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let entry = try SystemEntry(record, for: Self.name) else { return }
        try put(entry.id, ordinal: entry.ordinal, of: record, to: &views)
    }

    private func put(
        _ id: UniqueID,
        ordinal: UInt64,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        var key = RowBytes()
        key.append(id)
        var row = RowBytes()
        row.append(try record.conversation(for: Self.name))
        row.append(ordinal)
        views.put(key.bytes, row.bytes, in: table)
    }

    /// Where a message or an entry stands; nil for an id that none has.
    package func place(
        of message: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> (conversation: UniqueID, ordinal: UInt64)? {
        var key = RowBytes()
        key.append(message)
        guard let row = try views.value(of: key.bytes, in: table) else { return nil }
        guard row.byteCount == 24 else { throw .damagedRow(table: "messages") }
        return (UniqueID(row, at: 0), row.number(at: 16))
    }
}
