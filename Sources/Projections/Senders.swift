package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Who sent which messages: how many of a range are one's own, and what a sending has read.
///
///     senders   conversation (16), sender (16), message number (8)
///               → a sending
///             conversation (16), sender (16), FF × 8  → the newest sending's number (8), and it
///
/// A sending is how many of the sender's there are so far (8), its ordinal (8), position (8) and
/// time (8), and the ordinal of their newest so far that was not silent (8).
package struct Senders: Projector {
    package static let name: StaticString = "senders"
    package static let version: UInt32 = 2

    /// A message of a sender, and what it says of those before it.
    package struct Sending: Hashable, Sendable {
        package let messageNumber: UInt64
        /// How many messages of the sender there are up to and including this one.
        package let count: UInt64
        package let ordinal: UInt64
        package let position: Position
        package let at: Timestamp
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
        let sending = Sending(
            messageNumber: event.messageNumber,
            count: (before?.count ?? 0) + 1,
            ordinal: event.ordinal,
            position: record.position,
            at: record.sent,
            loudOrdinal: event.silent ? before?.loudOrdinal ?? 0 : event.ordinal
        )
        let key = Self.key(conversation, sender, event.messageNumber)
        views.put(key.bytes, sending.row().bytes, in: table)
        var head = RowBytes()
        head.append(event.messageNumber)
        views.put(
            Self.key(conversation, sender, .max).bytes,
            sending.row(after: head).bytes,
            in: table
        )
    }

    /// The newest message that somebody sent; nil for whoever sent none.
    package func newest(
        of sender: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        guard
            let row = try views.value(of: Self.key(conversation, sender, .max).bytes, in: table)
        else { return nil }
        guard row.byteCount == 48 else { throw Self.damaged }
        return try Sending(row.number(at: 0), row.extracting(8..<48))
    }

    /// The newest of somebody's messages up to and including a number.
    package func newest(
        of sender: UniqueID,
        in conversation: UniqueID,
        upTo messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        let range = KeyRange(
            from: Self.key(conversation, sender, 0),
            through: Self.key(conversation, sender, min(messageNumber, .max - 1)),
            descending: true
        )
        var found: Sending?
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            found = try Self.sending(key, row)
            return .stop
        }
        return found
    }

    /// The first of somebody's messages behind a number, and not behind another, that reaches
    /// what is asked for; whatever a message reaches, every later one must reach too.
    package func first(
        of sender: UniqueID,
        in conversation: UniqueID,
        behind messageNumber: UInt64,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable,
        where reaches: (Sending) -> Bool
    ) throws(ViewsError) -> Sending? {
        let last = min(last, .max - 1)
        guard messageNumber < last else { return nil }
        return try Staircase.first(
            from: messageNumber + 1,
            through: last,
            seek: { (number) throws(ViewsError) in
                let range = KeyRange(
                    from: Self.key(conversation, sender, number),
                    through: Self.key(conversation, sender, last)
                )
                var next: Sending?
                try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
                    next = try Self.sending(key, row)
                    return .stop
                }
                return next.map { ($0.messageNumber, $0) }
            },
            where: reaches
        )
    }

    /// How many messages somebody sent up to and including a number.
    package func count(
        of sender: UniqueID,
        in conversation: UniqueID,
        upTo messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        try newest(of: sender, in: conversation, upTo: messageNumber, views: views)?.count ?? 0
    }

    private static func sending(_ key: RawSpan, _ row: RawSpan) throws(ViewsError) -> Sending {
        guard key.byteCount == 40 else { throw damaged }
        return try Sending(key.number(at: 32), row)
    }

    fileprivate static var damaged: ViewsError { .damagedRow(table: "senders") }

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

extension Senders.Sending {
    fileprivate init(_ messageNumber: UInt64, _ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 40 else { throw Senders.damaged }
        self.init(
            messageNumber: messageNumber,
            count: row.number(at: 0),
            ordinal: row.number(at: 8),
            position: Position(row.number(at: 16)),
            at: Timestamp(microseconds: Int64(bitPattern: row.number(at: 24))),
            loudOrdinal: row.number(at: 32)
        )
    }

    fileprivate func row(after head: RowBytes = RowBytes()) -> RowBytes {
        var row = head
        row.append(count)
        row.append(ordinal)
        row.append(position.rawValue)
        row.append(UInt64(bitPattern: at.microseconds))
        row.append(loudOrdinal)
        return row
    }
}
