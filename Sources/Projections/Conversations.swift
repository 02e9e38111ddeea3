package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The conversations: their kind and policies, their creator, and whether they are closed.
package struct Conversations: Projector {
    package static let name: StaticString = "conversations"
    package static let version: UInt32 = 3
    package static let events: FoldedEvents = [
        EnvelopeEvent.conversationCreated, EnvelopeEvent.participantAdded,
        EnvelopeEvent.participantLeft, EnvelopeEvent.participantRemoved,
        EnvelopeEvent.conversationClosed, EnvelopeEvent.detailsChanged,
        EnvelopeEvent.contextCleared,
    ]

    private let table: RowTable<ConversationKey, ConversationRow>

    package init(_ tables: inout TableList) {
        table = tables.rows("conversations")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(EncodedConversationCreated.self, for: Self.name)
            let row = ConversationRow(
                position: record.position,
                kind: event.kind,
                reactions: event.reactions,
                history: event.history,
                createdBy: try record.actor(for: Self.name),
                with: event.with,
                founders: event.members,
                createdAt: record.sent
            )
            let conversation = try record.conversation(for: Self.name)
            table.put(row, at: ConversationKey(conversation: conversation), in: &views)
        case EnvelopeEvent.participantAdded:
            try change(record, in: &views) { $0.members &+= 1 }
        case EnvelopeEvent.participantLeft, EnvelopeEvent.participantRemoved:
            try change(record, in: &views) { $0.members -= min($0.members, 1) }
        case EnvelopeEvent.conversationClosed:
            try change(record, in: &views) { $0.closed = record.position }
        case EnvelopeEvent.detailsChanged:
            try change(record, in: &views) { $0.detailsChanged = record.position }
        case EnvelopeEvent.contextCleared:
            try change(record, in: &views) { $0.contextCleared = record.position }
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func change(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        _ body: (inout ConversationRow) -> Void
    ) throws(ViewsError) {
        let key = ConversationKey(conversation: try record.conversation(for: Self.name))
        var row = try record.need(try table.row(at: key, in: views), for: Self.name)
        body(&row)
        table.put(row, at: key, in: &views)
    }

    /// Returns a conversation; nil if there is none.
    package func row(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ConversationRow? {
        try table.row(at: ConversationKey(conversation: conversation), in: views)
    }
}

/// One conversation, as stored in its row.
package struct ConversationRow: Hashable, Sendable {
    /// The position of its creation.
    package var position = Position.zero
    package var kind = ConversationKind.unspecified
    package var reactions = ReactionPolicy.unspecified
    package var history = HistoryPolicy.unspecified
    package var createdBy = UniqueID.zero
    /// The other user of a direct conversation.
    package var with: UniqueID?
    package var closed: Position?
    package var contextCleared: Position?
    /// The number of members now.
    package var members: UInt32 = 0
    /// The number of members at creation.
    package var founders: UInt32 = 0
    package var createdAt = Timestamp(microseconds: 0)
    /// The position of the newest change of title or photo; nil if both are still those of the
    /// creation.
    package var detailsChanged: Position?
}

extension ConversationRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
        fields.field(&kind, "kind")
        fields.field(&reactions, "reactions")
        fields.field(&history, "history")
        fields.field(&createdBy, "created by")
        fields.field(&with, "with")
        fields.field(&closed, "closed at")
        fields.field(&contextCleared, "context cleared at")
        fields.field(&members, "members now")
        fields.field(&founders, "founders")
        fields.field(&createdAt, "created when")
        fields.field(&detailsChanged, "details changed at")
    }
}
