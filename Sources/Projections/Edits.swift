package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The changes to a message after it was sent, and their positions.
package struct Edits: Projector {
    package static let name: StaticString = "edits"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageEdited, EnvelopeEvent.messageAnnotated,
    ]

    package enum Kind: UInt8, Sendable {
        case edit = 1
        case annotation = 2
    }

    private let table: RowTable<Key, Row>

    package init(_ tables: inout TableList) {
        table = tables.rows("edits")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageEdited:
            let event = try record.structure(EncodedMessageEdited.self, for: Self.name)
            try put(.edit, event.ordinal, record, &views)
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(EncodedMessageAnnotated.self, for: Self.name)
            try put(.annotation, event.ordinal, record, &views)
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func put(
        _ kind: Kind,
        _ ordinal: UInt64,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let key = Key(
            conversation: try record.conversation(for: Self.name),
            ordinal: ordinal,
            position: record.position
        )
        table.put(Row(kind: kind), at: key, in: &views)
    }

    /// Visits the changes to a message, newest or oldest first.
    package func forEach(
        of conversation: UniqueID,
        _ ordinal: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Kind, Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(
            beginning: EntryKey(conversation: conversation, ordinal: ordinal),
            descending: descending,
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(row.kind, key.position)
        }
    }

    private struct Key: RowLayout {
        var conversation = UniqueID.zero
        var ordinal: UInt64 = 0
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&ordinal, "ordinal")
            fields.field(&position, "position")
        }
    }

    private struct Row: RowLayout {
        var kind = Kind.edit

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&kind, "kind")
        }
    }
}
