package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Where every content of an edited message lies, from the first edit on.
///
///     edits   conversation (16), ordinal (8), position of the edit (8)  → nothing
package struct Edits: Projector {
    package static let name: StaticString = "edits"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("edits")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageEdited else { return }
        let event = try record.structure(MessageEditedView.self, for: Self.name)
        var key = Self.key(try record.conversation(for: Self.name), event.ordinal)
        key.append(record.position.rawValue)
        views.put(key.bytes, RawSpan(), in: table)
    }

    /// Visits the edits of a message, newest or oldest first.
    package func forEach(
        of conversation: UniqueID,
        _ ordinal: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(prefix: Self.key(conversation, ordinal), descending: descending)
        try views.forEachRow(in: table, range) { (key, _) throws(ViewsError) in
            guard key.byteCount == 32 else { throw .damagedRow(table: "edits") }
            return try body(Position(key.number(at: 24)))
        }
    }

    private static func key(_ conversation: UniqueID, _ ordinal: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(ordinal)
        return key
    }
}
