package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Which messages no longer count as unread, because they were deleted or erased.
///
///     removed   conversation (16), whose (16), block (8)  → a bit for each of 4,096 numbers
///
/// Whose is the sender, or zero for everybody's: what others removed is the difference.
package struct Removed: Projector {
    package static let name: StaticString = "removed"
    package static let version: UInt32 = 1

    private let table: ViewTable

    private static let blockWidth: UInt64 = 4_096
    private static let blockBytes = 512

    package init(_ tables: inout TableList) {
        table = tables.table("removed")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageDeleted else { return }
        let event = try record.structure(MessageDeletedView.self, for: Self.name)
        let conversation = try record.conversation(for: Self.name)
        let sender = try record.need(event.sender, for: Self.name)
        try remove(event.messageNumber, of: sender, in: conversation, views: &views)
    }

    func remove(
        _ messageNumber: UInt64,
        of sender: UniqueID,
        in conversation: UniqueID,
        views: inout ViewsWriter
    ) throws(ViewsError) {
        try set(messageNumber, Self.key(conversation, .zero, messageNumber), in: &views)
        try set(messageNumber, Self.key(conversation, sender, messageNumber), in: &views)
    }

    private func set(
        _ messageNumber: UInt64,
        _ key: RowBytes,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let bit = Int(messageNumber % Self.blockWidth)
        var bits = [UInt8](repeating: 0, count: Self.blockBytes)
        if let row = try views.value(of: key.bytes, in: table) {
            guard row.byteCount == Self.blockBytes else { throw Self.damaged }
            for offset in 0..<Self.blockBytes { bits[offset] = row.byte(at: offset) }
        }
        bits[bit / 8] |= 1 << UInt8(bit % 8)
        views.put(key.bytes, bits.span.bytes, in: table)
    }

    /// How many messages of others were removed, of the numbers behind one and up to another.
    ///
    /// - Complexity: a row for each 4,096 numbers of the range that has removed ones.
    package func count(
        ofOthersThan viewer: UniqueID,
        in conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        guard first < last else { return 0 }
        let all = try count(.zero, conversation, after: first, upTo: last, views)
        guard all > 0 else { return 0 }
        return all - min(all, try count(viewer, conversation, after: first, upTo: last, views))
    }

    private func count(
        _ whose: UniqueID,
        _ conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        _ views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var count = 0
        let range = KeyRange(
            from: Self.key(conversation, whose, first + 1),
            through: Self.key(conversation, whose, last)
        )
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 40, row.byteCount == Self.blockBytes else { throw Self.damaged }
            let start = key.number(at: 32) &* Self.blockWidth
            for word in 0..<Self.blockBytes / 8 {
                let base = start &+ UInt64(word) * 64
                guard base &+ 63 > first, base <= last else { continue }
                var bits = UInt64(
                    littleEndian: row.unsafeLoadUnaligned(
                        fromByteOffset: word * 8,
                        as: UInt64.self
                    )
                )
                if base <= first { bits &= ~UInt64.lowest(first - base + 1) }
                if base &+ 63 > last { bits &= UInt64.lowest(last - base + 1) }
                count += bits.nonzeroBitCount
            }
            return .goOn
        }
        return UInt64(count)
    }

    private static var damaged: ViewsError { .damagedRow(table: "removed") }

    private static func key(
        _ conversation: UniqueID,
        _ whose: UniqueID,
        _ messageNumber: UInt64
    ) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(whose)
        key.append(messageNumber / blockWidth)
        return key
    }
}

extension UInt64 {
    /// The lowest bits set, at most all of them.
    fileprivate static func lowest(_ count: UInt64) -> UInt64 {
        count >= 64 ? .max : (1 << count) - 1
    }
}
