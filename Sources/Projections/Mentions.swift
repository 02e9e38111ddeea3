package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The messages that mention a user, or did before they were edited.
///
/// A row stays when an edit no longer mentions the user, because a member who left before it still
/// reads the old text. So a row only names a candidate, and the text that a viewer sees decides
/// whether the user is mentioned.
package struct Mentions: MessageProjector {
    package static let name: StaticString = "mentions"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageSent, EnvelopeEvent.messageEdited,
    ]

    /// A message that mentions or mentioned a user.
    package struct Place: Hashable, Sendable {
        package let position: Position
        package let conversation: UniqueID
        package let ordinal: UInt64
    }

    private let newest: RowTable<NewestKey, EntryKey>
    private let byConversation: RowTable<InKey, PositionRow>

    package init(_ tables: inout TableList) {
        newest = tables.rows("mentions")
        byConversation = tables.rows("mentions.in")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
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

    /// Folds the mentions of an edit; the timeline gives the message's place.
    func edit(
        _ record: borrowing StoredRecord,
        messageAt position: Position,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let event = try record.structure(EncodedMessageEdited.self, for: Self.name)
        let place = Place(
            position: position,
            conversation: try record.conversation(for: Self.name),
            ordinal: event.ordinal
        )
        put(try record.values(event.mentions, for: Self.name), place, in: &views)
    }

    private func put(_ users: [UniqueID], _ place: Place, in views: inout ViewsWriter) {
        for user in users {
            let (conversation, ordinal) = (place.conversation, place.ordinal)
            newest.put(
                EntryKey(conversation: conversation, ordinal: ordinal),
                at: NewestKey(user: user, position: place.position),
                in: &views
            )
            byConversation.put(
                PositionRow(position: place.position),
                at: InKey(user: user, conversation: conversation, ordinal: ordinal),
                in: &views
            )
        }
    }

    /// Visits the messages before a position that mention or mentioned a user, newest first.
    package func forEach(
        of user: UniqueID,
        below position: Position,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (Place) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard position > .zero else { return }
        try newest.forEach(
            from: NewestKey(user: user, position: .zero),
            through: NewestKey(user: user, position: Position(position.rawValue - 1)),
            descending: true,
            in: views
        ) { (key, entry) throws(ViewsError) in
            try body(
                Place(
                    position: key.position,
                    conversation: entry.conversation,
                    ordinal: entry.ordinal
                )
            )
        }
    }

    /// Visits the messages of a conversation that mention or mentioned a user, newest first.
    package func forEach(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (Place) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try byConversation.forEach(
            from: InKey(user: user, conversation: conversation, ordinal: 0),
            through: InKey(user: user, conversation: conversation, ordinal: .max),
            descending: true,
            in: views
        ) { (key, row) throws(ViewsError) in
            try body(
                Place(position: row.position, conversation: conversation, ordinal: key.ordinal)
            )
        }
    }

    private struct NewestKey: RowLayout {
        var user = UniqueID.zero
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&user, "user")
            fields.field(&position, "position of the message")
        }
    }

    private struct InKey: RowLayout {
        var user = UniqueID.zero
        var conversation = UniqueID.zero
        var ordinal: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&user, "user")
            fields.field(&conversation, "conversation")
            fields.field(&ordinal, "ordinal")
        }
    }
}
