package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The replies to each message.
///
/// A reply remains one even if either message is deleted or erased: visibility is decided
/// elsewhere.
package struct Replies: MessageProjector {
    package static let name: StaticString = "replies"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [EnvelopeEvent.messageSent]

    private let table: RowTable<Key, NoFields>

    package init(_ tables: inout TableList) {
        table = tables.rows("replies")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard message.replyTo != nil else { return }
        guard message.replyToOrdinal > 0, message.replyToOrdinal < message.ordinal else {
            throw record.unfoldable(by: Self.name)
        }
        let key = Key(
            conversation: try record.conversation(for: Self.name),
            parent: message.replyToOrdinal,
            reply: message.ordinal
        )
        table.put(NoFields(), at: key, in: &views)
    }

    /// Visits the replies to an entry that stand between two ordinals, both included, oldest first.
    package func forEach(
        of conversation: UniqueID,
        to parent: UInt64,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard first <= last else { return }
        try table.forEach(
            from: Key(conversation: conversation, parent: parent, reply: first),
            through: Key(conversation: conversation, parent: parent, reply: last),
            in: views
        ) { (key, _) throws(ViewsError) in
            try body(key.reply)
        }
    }

    private struct Key: RowLayout {
        var conversation = UniqueID.zero
        var parent: UInt64 = 0
        var reply: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&parent, "ordinal of the parent")
            fields.field(&reply, "ordinal of the reply")
        }
    }
}
