package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The place of a message id, or of the id of a system entry.
package struct Messages: MessageProjector {
    package static let name: StaticString = "messages"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageSent, EnvelopeEvent.conversationCreated,
        EnvelopeEvent.participantAdded, EnvelopeEvent.participantLeft,
        EnvelopeEvent.participantRemoved, EnvelopeEvent.detailsChanged,
    ]

    private let table: RowTable<MessageKey, EntryKey>

    package init(_ tables: inout TableList) {
        table = tables.rows("messages")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try put(
            try record.need(message.message, for: Self.name),
            ordinal: message.ordinal,
            of: record,
            to: &views
        )
    }

    package func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let entry = try SystemEntry(record, for: Self.name) else { return }
        try put(entry.id, ordinal: entry.ordinal, of: record, to: &views)
    }

    private func put(
        _ id: UniqueID,
        ordinal: UInt64,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        table.put(
            EntryKey(conversation: conversation, ordinal: ordinal),
            at: MessageKey(message: id),
            in: &views
        )
    }

    /// Returns the place of a message or entry; nil for an unknown id.
    package func place(
        of message: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> (conversation: UniqueID, ordinal: UInt64)? {
        try table.row(at: MessageKey(message: message), in: views)
            .map { ($0.conversation, $0.ordinal) }
    }
}
