package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// What was changed about a message after it was sent, and where that lies.
///
///     edits   conversation (16), ordinal (8), position (8)  → kind (1)
package struct Edits: Projector {
    package static let name: StaticString = "edits"
    package static let version: UInt32 = 1

    package enum Kind: UInt8, Sendable {
        case edit = 1
        case annotation = 2
    }

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("edits")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageEdited:
            let event = try record.structure(MessageEditedView.self, for: Self.name)
            try put(.edit, event.ordinal, record, &views)
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(MessageAnnotatedView.self, for: Self.name)
            try put(.annotation, event.ordinal, record, &views)
        default:
            break
        }
    }

    private func put(
        _ kind: Kind,
        _ ordinal: UInt64,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        var key = Self.key(try record.conversation(for: Self.name), ordinal)
        key.append(record.position.rawValue)
        var row = RowBytes()
        row.append(kind.rawValue)
        views.put(key.bytes, row.bytes, in: table)
    }

    /// Visits what was changed about a message, newest or oldest first.
    package func forEach(
        of conversation: UniqueID,
        _ ordinal: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Kind, Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(prefix: Self.key(conversation, ordinal), descending: descending)
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 32, row.byteCount == 1,
                let kind = Kind(rawValue: row.byte(at: 0))
            else { throw .damagedRow(table: "edits") }
            return try body(kind, Position(key.number(at: 24)))
        }
    }

    private static func key(_ conversation: UniqueID, _ ordinal: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(ordinal)
        return key
    }
}
