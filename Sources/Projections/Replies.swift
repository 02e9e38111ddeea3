package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Which messages answer which.
///
///     replies   conversation (16), ordinal of the parent (8), ordinal of the reply (8)  → nothing
///
/// A reply stays one whatever becomes of either: who may see it is not settled here.
package struct Replies: MessageProjector {
    package static let name: StaticString = "replies"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("replies")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard message.replyTo != nil else { return }
        guard message.replyToOrdinal > 0, message.replyToOrdinal < message.ordinal else {
            throw record.unfoldable(by: Self.name)
        }
        let conversation = try record.conversation(for: Self.name)
        let key = Self.key(conversation, message.replyToOrdinal, message.ordinal)
        views.put(key.bytes, RowBytes().bytes, in: table)
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
        let range = KeyRange(
            from: Self.key(conversation, parent, first),
            through: Self.key(conversation, parent, last)
        )
        try views.forEachRow(in: table, range) { (key, _) throws(ViewsError) in
            guard key.byteCount == 32 else { throw .damagedRow(table: "replies") }
            return try body(key.number(at: 24))
        }
    }

    private static func key(
        _ conversation: UniqueID,
        _ parent: UInt64,
        _ ordinal: UInt64
    ) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(parent)
        key.append(ordinal)
        return key
    }
}
