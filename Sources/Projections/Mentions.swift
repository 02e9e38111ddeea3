package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Which messages name somebody, or did before they were edited.
///
///     mentions      user (16), position of the message (8)
///                   → conversation (16), ordinal (8)
///     mentions.in   user (16), conversation (16), ordinal (8)  → position of the message (8)
///
/// A row stays when an edit no longer names the user, for who left before it still reads the old
/// text. So a row says where to look, and the text that a viewer sees whether they are named.
package struct Mentions: MessageProjector {
    package static let name: StaticString = "mentions"
    package static let version: UInt32 = 1

    /// A message that names or named somebody.
    package struct Place: Hashable, Sendable {
        package let position: Position
        package let conversation: UniqueID
        package let ordinal: UInt64
    }

    private let newest: ViewTable
    private let byConversation: ViewTable

    package init(_ tables: inout TableList) {
        newest = tables.table("mentions")
        byConversation = tables.table("mentions.in")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard message.mentions.count > 0 else { return }
        let place = Place(
            position: record.position,
            conversation: try record.conversation(for: Self.name),
            ordinal: message.ordinal
        )
        put(try record.values(message.mentions, for: Self.name), place, in: &views)
    }

    /// Folds in whom an edit of a message names; the message is where the timeline says.
    func edit(
        _ record: borrowing StoredRecord,
        messageAt position: Position,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let event = try record.structure(MessageEditedView.self, for: Self.name)
        let place = Place(
            position: position,
            conversation: try record.conversation(for: Self.name),
            ordinal: event.ordinal
        )
        put(try record.values(event.mentions, for: Self.name), place, in: &views)
    }

    private func put(_ users: [UniqueID], _ place: Place, in views: inout ViewsWriter) {
        for user in users {
            var row = RowBytes()
            row.append(place.conversation)
            row.append(place.ordinal)
            views.put(Self.key(user, place.position).bytes, row.bytes, in: newest)
            var position = RowBytes()
            position.append(place.position.rawValue)
            let key = Self.key(user, place.conversation, place.ordinal)
            views.put(key.bytes, position.bytes, in: byConversation)
        }
    }

    /// Visits the messages below a position that name or named somebody, newest first.
    package func forEach(
        of user: UniqueID,
        below position: Position,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Place) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard position > .zero else { return }
        let range = KeyRange(
            from: Self.key(user, .zero),
            through: Self.key(user, Position(position.rawValue - 1)),
            descending: true
        )
        try views.forEachRow(in: newest, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 24, row.byteCount == 24 else {
                throw .damagedRow(table: "mentions")
            }
            return try body(
                Place(
                    position: Position(key.number(at: 16)),
                    conversation: UniqueID(row, at: 0),
                    ordinal: row.number(at: 16)
                )
            )
        }
    }

    /// Visits the messages of a conversation that name or named somebody, newest first.
    package func forEach(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (Place) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(
            from: Self.key(user, conversation, 0),
            through: Self.key(user, conversation, .max),
            descending: true
        )
        try views.forEachRow(in: byConversation, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 40, row.byteCount == 8 else {
                throw .damagedRow(table: "mentions.in")
            }
            return try body(
                Place(
                    position: Position(row.number(at: 0)),
                    conversation: conversation,
                    ordinal: key.number(at: 32)
                )
            )
        }
    }

    private static func key(_ user: UniqueID, _ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(user)
        key.append(position.rawValue)
        return key
    }

    private static func key(
        _ user: UniqueID,
        _ conversation: UniqueID,
        _ ordinal: UInt64
    ) -> RowBytes {
        var key = RowBytes()
        key.append(user)
        key.append(conversation)
        key.append(ordinal)
        return key
    }
}
