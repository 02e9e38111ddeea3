package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The one direct conversation of every two users.
///
///     directs   the lesser user (16), the greater user (16)  → conversation (16)
package struct Directs: Projector {
    package static let name: StaticString = "directs"
    package static let version: UInt32 = 1

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("directs")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.conversationCreated else { return }
        let event = try record.structure(ConversationCreatedView.self, for: Self.name)
        guard event.kind == .direct else { return }
        let key = Self.key(
            try record.actor(for: Self.name),
            try record.need(event.with, for: Self.name)
        )
        var row = RowBytes()
        row.append(try record.conversation(for: Self.name))
        views.put(key.bytes, row.bytes, in: table)
    }

    /// The direct conversation of two users; nil where they have none.
    package func conversation(
        of one: UniqueID,
        and other: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UniqueID? {
        guard let row = try views.value(of: Self.key(one, other).bytes, in: table) else {
            return nil
        }
        guard row.byteCount == UniqueID.byteCount else { throw .damagedRow(table: "directs") }
        return UniqueID(row)
    }

    private static func key(_ one: UniqueID, _ other: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(min(one, other))
        key.append(max(one, other))
        return key
    }
}
