package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The forwarded copies of a message.
package struct Forwards: MessageProjector {
    package static let name: StaticString = "forwards"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [EnvelopeEvent.messageSent]

    private let table: RowTable<Key, Copy>

    package init(_ tables: inout TableList) {
        table = tables.rows("forwards")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let original = message.forwardedFrom else { return }
        let copy = Copy(copy: try record.need(message.message, for: Self.name))
        table.put(copy, at: Key(original: original, position: record.position), in: &views)
    }

    /// Visits the copies of a message, oldest first.
    package func forEach(
        of message: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ copy: UniqueID, _ position: Position) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(beginning: MessageKey(message: message), in: views) {
            (key, row) throws(ViewsError) in
            try body(row.copy, key.position)
        }
    }

    private struct Key: RowLayout {
        var original = UniqueID.zero
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&original, "original message")
            fields.field(&position, "position of the copy")
        }
    }

    private struct Copy: RowLayout {
        var copy = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&copy, "copy")
        }
    }
}
