package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The senders of messages: how many of a range a user sent, and how far a sending has read.
///
/// Up to 16 sendings share a row, because a row for each took twice the room and dirtied twice the
/// pages. The first one's number is in the key; the greatest number is the key of the head.
package struct Senders: MessageProjector {
    package static let name: StaticString = "senders"
    package static let version: UInt32 = 3
    package static let events: FoldedEvents = [EnvelopeEvent.messageSent]

    /// A message of a sender, with counts of the sender's messages up to it.
    package struct Sending: Hashable, Sendable {
        package let messageNumber: UInt64
        /// The number of the sender's messages up to and including this one.
        package let count: UInt64
        package let ordinal: UInt64
        package let position: Position
        package let at: Timestamp
        /// The ordinal up to which others are told that the sender had read: the sender's newest
        /// message sent while receipts were on; 0 if there is none.
        package let loudOrdinal: UInt64
    }

    private let table: RowTable<Key, SendingRow>
    private let heads: RowTable<Key, Head>

    package init(_ tables: inout TableList) {
        table = tables.rows("senders")
        heads = tables.rows(sharing: table)
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let sender = try record.actor(for: Self.name)
        let before = try head(of: sender, in: conversation, views: views)
        let count = before?.newest.count ?? 0
        let sending = Sending(
            messageNumber: message.messageNumber,
            count: count + 1,
            ordinal: message.ordinal,
            position: record.position,
            at: record.sent,
            loudOrdinal: message.silent ? before?.newest.loudOrdinal ?? 0 : message.ordinal
        )
        var head = Head(row: before?.row ?? message.messageNumber, newest: sending)
        let place = Int(count % UInt64(SendingRow.limit))
        if place == 0 {
            head.row = message.messageNumber
            let row = SendingRow(before: count, first: StoredSending(sending))
            table.put(row, at: Key(conversation, sender, head.row), in: &views)
        } else {
            try table.append(
                StoredSending(sending),
                at: place,
                to: Key(conversation, sender, head.row),
                in: &views
            )
        }
        heads.put(head, at: Key(conversation, sender, .max), in: &views)
    }

    /// Returns the newest message that a user sent; nil if there is none.
    package func newest(
        of sender: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        try head(of: sender, in: conversation, views: views)?.newest
    }

    private func head(
        of sender: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Head? {
        let head = try heads.row(at: Key(conversation, sender, .max), in: views)
        if let head, head.count == 0 { throw views.damage(in: table.table) }
        return head
    }

    /// Returns a user's newest message up to and including a number.
    package func newest(
        of sender: UniqueID,
        in conversation: UniqueID,
        upTo messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        var found: Sending?
        try forEachRow(
            from: Key(conversation, sender, 0),
            through: Key(conversation, sender, min(messageNumber, .max - 1)),
            descending: true,
            in: views
        ) { row in
            found = row.newest(upTo: messageNumber)
        }
        return found
    }

    /// Returns a user's first message, after one number and up to another, that reaches a
    /// condition; if a message reaches it, all later ones must reach it too.
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
                try first(of: sender, in: conversation, from: number, through: last, views: views)
                    .map { ($0.messageNumber, $0) }
            },
            where: reaches
        )
    }

    /// Returns a user's first message between two numbers, both included.
    private func first(
        of sender: UniqueID,
        in conversation: UniqueID,
        from number: UInt64,
        through last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        var found: Sending?
        // The row that begins before the number may hold the message.
        try forEachRow(
            from: Key(conversation, sender, 0),
            through: Key(conversation, sender, number),
            descending: true,
            in: views
        ) { row in
            found = row.first(from: number)
        }
        if found == nil {
            try forEachRow(
                from: Key(conversation, sender, number),
                through: Key(conversation, sender, last),
                descending: false,
                in: views
            ) { row in
                found = row.first(from: number)
            }
        }
        return found.flatMap { $0.messageNumber <= last ? $0 : nil }
    }

    /// Returns the number of messages that a user sent up to and including a number.
    package func count(
        of sender: UniqueID,
        in conversation: UniqueID,
        upTo messageNumber: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        try newest(of: sender, in: conversation, upTo: messageNumber, views: views)?.count ?? 0
    }

    /// Visits the first row of a range, if there is one.
    private func forEachRow(
        from first: Key,
        through last: Key,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ row: RowElements<SendingRow>) -> Void
    ) throws(ViewsError) {
        let range = KeyRange(from: first.rowBytes, through: last.rowBytes, descending: descending)
        try table.forEachRow(in: range, views) { (key, row) throws(ViewsError) in
            guard row[0].messageNumber == key.messageNumber else {
                throw views.damage(in: table.table)
            }
            body(row)
            return .stop
        }
    }
}

extension Senders {
    private struct Key: RowLayout {
        var conversation = UniqueID.zero
        var sender = UniqueID.zero
        var messageNumber: UInt64 = 0

        init() {}

        init(_ conversation: UniqueID, _ sender: UniqueID, _ messageNumber: UInt64) {
            self.conversation = conversation
            self.sender = sender
            self.messageNumber = messageNumber
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&sender, "sender")
            fields.field(&messageNumber, "message number")
        }
    }

    /// A sending without its count, which follows from its place.
    fileprivate struct StoredSending: RowLayout {
        var messageNumber: UInt64 = 0
        var ordinal: UInt64 = 0
        var position = Position.zero
        var at = Timestamp(microseconds: 0)
        var loudOrdinal: UInt64 = 0

        init() {}

        init(_ sending: Sending) {
            messageNumber = sending.messageNumber
            ordinal = sending.ordinal
            position = sending.position
            at = sending.at
            loudOrdinal = sending.loudOrdinal
        }

        func sending(count: UInt64) -> Sending {
            Sending(
                messageNumber: messageNumber,
                count: count,
                ordinal: ordinal,
                position: position,
                at: at,
                loudOrdinal: loudOrdinal
            )
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&messageNumber, "message number")
            fields.field(&ordinal, "ordinal")
            fields.field(&position, "position")
            fields.field(&at, "sent")
            fields.field(&loudOrdinal, "newest ordinal that was not silent")
        }
    }

    /// A row of sendings.
    fileprivate struct SendingRow: RowOfElements {
        typealias Element = StoredSending

        static let limit = 16

        /// The number of messages that the sender had sent before.
        private(set) var before: UInt64 = 0
        private var sendings: [StoredSending] = []

        init() {}

        init(before: UInt64, first: StoredSending) {
            self.before = before
            sendings = [first]
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&before, "sent before")
            fields.field(&sendings, limit: Self.limit, "sendings")
        }
    }

    /// The end of a user's sendings in a conversation.
    private struct Head: RowLayout {
        var count: UInt64 = 0
        /// The number in the key of the newest row.
        var row: UInt64 = 0
        private var sending = StoredSending()

        var newest: Sending { sending.sending(count: count) }

        init() {}

        init(row: UInt64, newest: Sending) {
            count = newest.count
            self.row = row
            sending = StoredSending(newest)
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&count, "messages")
            fields.field(&row, "number of the newest row")
            sending.visit(&fields)
        }
    }
}

extension RowElements<Senders.SendingRow> {
    /// Returns the last sending up to and including a number.
    fileprivate func newest(upTo messageNumber: UInt64) -> Senders.Sending? {
        let behind = firstPlace { $0 > messageNumber }
        return behind == 0 ? nil : sending(behind - 1)
    }

    /// Returns the first sending from a number on.
    fileprivate func first(from messageNumber: UInt64) -> Senders.Sending? {
        let place = firstPlace { $0 >= messageNumber }
        return place == count ? nil : sending(place)
    }

    private func firstPlace(where isReached: (UInt64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(self[middle].messageNumber) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func sending(_ place: Int) -> Senders.Sending {
        self[place].sending(count: header.before + UInt64(place) + 1)
    }
}
