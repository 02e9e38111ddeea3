package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Who sent which messages: how many of a range are one's own, and what a sending has read.
///
///     senders   conversation (16), sender (16), message number (8)
///               → how many of theirs so far (8)
///             conversation (16), sender (16), FF × 8
///               → the newest: number (8), count (8), ordinal (8), position (8), and the ordinal
///                 of the newest that was not silent (8)
package struct Senders: Projector {
    package static let name: StaticString = "senders"
    package static let version: UInt32 = 1

    /// The newest message of a sender.
    package struct Newest: Hashable, Sendable {
        package let messageNumber: UInt64
        /// How many messages of the sender there are up to and including this one.
        package let count: UInt64
        package let ordinal: UInt64
        package let position: Position
        /// Up to where others are told that the sender had read: their newest message that was
        /// sent while receipts were on; 0 where there is none.
        package let loudOrdinal: UInt64
    }

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("senders")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageSent else { return }
        let event = try record.structure(MessageSentView.self, for: Self.name)
        let conversation = try record.conversation(for: Self.name)
        let sender = try record.actor(for: Self.name)
        let before = try newest(of: sender, in: conversation, views: views)
        let sent = (before?.count ?? 0) + 1
        var count = RowBytes()
        count.append(sent)
        views.put(Self.key(conversation, sender, event.messageNumber).bytes, count.bytes, in: table)
        var head = RowBytes()
        head.append(event.messageNumber)
        head.append(sent)
        head.append(event.ordinal)
        head.append(record.position.rawValue)
        head.append(event.silent ? before?.loudOrdinal ?? 0 : event.ordinal)
        views.put(Self.key(conversation, sender, .max).bytes, head.bytes, in: table)
    }

    /// The newest message that somebody sent; nil for whoever sent none.
    package func newest(
        of sender: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Newest? {
        guard
            let row = try views.value(of: Self.key(conversation, sender, .max).bytes, in: table)
        else { return nil }
        guard row.byteCount == 40 else { throw Self.damaged }
        return Newest(
            messageNumber: row.number(at: 0),
            count: row.number(at: 8),
            ordinal: row.number(at: 16),
            position: Position(row.number(at: 24)),
            loudOrdinal: row.number(at: 32)
        )
    }

    /// How many messages somebody sent up to and including a number.
    package func count(
        of sender: UniqueID,
        in conversation: UniqueID,
        upTo messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        let range = KeyRange(
            from: Self.key(conversation, sender, 0),
            through: Self.key(conversation, sender, min(messageNumber, .max - 1)),
            descending: true
        )
        var count: UInt64 = 0
        try views.forEachRow(in: table, range) { (_, row) throws(ViewsError) in
            guard row.byteCount == 8 else { throw Self.damaged }
            count = row.number(at: 0)
            return .stop
        }
        return count
    }

    private static var damaged: ViewsError { .damagedRow(table: "senders") }

    private static func key(
        _ conversation: UniqueID,
        _ sender: UniqueID,
        _ messageNumber: UInt64
    ) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(sender)
        key.append(messageNumber)
        return key
    }
}
