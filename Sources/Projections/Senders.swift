package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Who sent which messages: how many of a range are one's own, and what a sending has read.
///
///     senders   conversation (16), sender (16), message number (8)
///               → how many the sender had sent before (8), and up to 16 sendings, of which the
///                 first one's number stands in the key
///             conversation (16), sender (16), FF × 8
///               → how many there are (8), the number in the newest row's key (8), and the newest
///                 sending
///
/// A sending is its message number (8), ordinal (8), position (8) and time (8), and the ordinal of
/// the sender's newest so far that was not silent (8). Several stand in a row because a row of its
/// own for each took twice the room and dirtied twice the pages.
package struct Senders: MessageProjector {
    package static let name: StaticString = "senders"
    package static let version: UInt32 = 3

    /// How many sendings a row holds.
    private static let rowLength: UInt64 = 16
    private static let sendingBytes = 40
    private static let countBytes = 8

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
        _ message: borrowing MessageSentView,
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
        let place = Int(count % Self.rowLength)
        if place == 0 {
            head.row = message.messageNumber
            var row = RowBytes()
            row.append(count)
            row.append(sending)
            views.put(Self.key(conversation, sender, head.row).bytes, row.bytes, in: table)
        } else {
            var bytes = RowBytes()
            bytes.append(sending)
            try views.append(
                bytes.bytes,
                at: Self.countBytes + place * Self.sendingBytes,
                to: Self.key(conversation, sender, head.row).bytes,
                in: table
            )
        }
        views.put(Self.key(conversation, sender, .max).bytes, head.bytes.bytes, in: table)
    }

    /// The newest message that somebody sent; nil for whoever sent none.
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
        guard
            let row = try views.value(of: Self.key(conversation, sender, .max).bytes, in: table)
        else { return nil }
        return try Head(row)
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
            found = try SendingRow(key, row).newest(upTo: messageNumber)
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
                try first(of: sender, in: conversation, from: number, through: last, views: views)
                    .map { ($0.messageNumber, $0) }
            },
            where: reaches
        )
    }

    /// The first of somebody's messages between two numbers, both included.
    private func first(
        of sender: UniqueID,
        in conversation: UniqueID,
        from number: UInt64,
        through last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Sending? {
        var found: Sending?
        // The row that begins before the number may hold what is sought.
        let before = KeyRange(
            from: Self.key(conversation, sender, 0),
            through: Self.key(conversation, sender, number),
            descending: true
        )
        try views.forEachRow(in: table, before) { (key, row) throws(ViewsError) in
            found = try SendingRow(key, row).first(from: number)
            return .stop
        }
        if found == nil {
            let behind = KeyRange(
                from: Self.key(conversation, sender, number),
                through: Self.key(conversation, sender, last)
            )
            try views.forEachRow(in: table, behind) { (key, row) throws(ViewsError) in
                found = try SendingRow(key, row).first(from: number)
                return .stop
            }
        }
        return found.flatMap { $0.messageNumber <= last ? $0 : nil }
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

extension Senders {
    /// Some of somebody's sendings, as they stand in a row.
    private struct SendingRow: ~Escapable {
        private let row: RawSpan
        private let before: UInt64
        private let count: Int

        @_lifetime(copy row)
        init(_ key: RawSpan, _ row: RawSpan) throws(ViewsError) {
            let bytes = row.byteCount - countBytes
            guard key.byteCount == 40, bytes > 0, bytes % sendingBytes == 0,
                row.number(at: countBytes) == key.number(at: 32)
            else { throw damaged }
            self.row = row
            before = row.number(at: 0)
            count = bytes / sendingBytes
        }

        /// The last one up to and including a number.
        func newest(upTo messageNumber: UInt64) -> Sending? {
            let behind = firstPlace { $0 > messageNumber }
            return behind == 0 ? nil : sending(behind - 1)
        }

        /// The first one from a number on.
        func first(from messageNumber: UInt64) -> Sending? {
            let place = firstPlace { $0 >= messageNumber }
            return place == count ? nil : sending(place)
        }

        private func firstPlace(where isReached: (UInt64) -> Bool) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = low + (high - low) / 2
                let number = row.number(at: countBytes + middle * sendingBytes)
                if isReached(number) { high = middle } else { low = middle + 1 }
            }
            return low
        }

        private func sending(_ place: Int) -> Sending {
            Sending(
                row,
                at: countBytes + place * sendingBytes,
                count: before + UInt64(place) + 1
            )
        }
    }

    /// Where somebody's sendings end.
    private struct Head {
        /// The number in the key of the newest row.
        var row: UInt64
        var newest: Sending

        init(row: UInt64, newest: Sending) {
            self.row = row
            self.newest = newest
        }

        init(_ bytes: RawSpan) throws(ViewsError) {
            guard bytes.byteCount == 2 * countBytes + sendingBytes, bytes.number(at: 0) > 0 else {
                throw damaged
            }
            row = bytes.number(at: 8)
            newest = Sending(bytes, at: 2 * countBytes, count: bytes.number(at: 0))
        }

        var bytes: RowBytes {
            var bytes = RowBytes()
            bytes.append(newest.count)
            bytes.append(row)
            bytes.append(newest)
            return bytes
        }
    }
}

extension Senders.Sending {
    fileprivate init(_ row: RawSpan, at offset: Int, count: UInt64) {
        self.init(
            messageNumber: row.number(at: offset),
            count: count,
            ordinal: row.number(at: offset + 8),
            position: Position(row.number(at: offset + 16)),
            at: Timestamp(microseconds: Int64(bitPattern: row.number(at: offset + 24))),
            loudOrdinal: row.number(at: offset + 32)
        )
    }
}

extension RowBytes {
    fileprivate mutating func append(_ sending: Senders.Sending) {
        append(sending.messageNumber)
        append(sending.ordinal)
        append(sending.position.rawValue)
        append(UInt64(bitPattern: sending.at.microseconds))
        append(sending.loudOrdinal)
    }
}
