package import EventLog
internal import LogSchema
package import Views
package import Wire

/// The time of each user's newest event: the newest event with the user as its actor.
package struct Actors: Projector {
    package static let name: StaticString = "actors"
    package static let version: UInt32 = 1
    package static let events = FoldedEvents.every

    private let table: RowTable<UserKey, Row>

    package init(_ tables: inout TableList) {
        table = tables.rows("actors")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let actor = record.envelope.actor else { return }
        table.put(Row(newest: record.recorded), at: UserKey(user: actor), in: &views)
    }

    /// Returns the time of a user's newest event; nil if there is none.
    package func newest(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Timestamp? {
        try table.row(at: UserKey(user: user), in: views)?.newest
    }

    private struct Row: RowLayout {
        var newest = Timestamp(microseconds: 0)

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&newest, "newest event when")
        }
    }
}
