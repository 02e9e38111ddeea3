package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What a conversation is: its kind and policies, who began it, whether it is closed.
///
///     conversations   conversation (16)
///         → position (8), kind (1), reactions (1), history (1), created by (16), with (16),
///           closed at (8), context cleared at (8), members now (4), founders (4), created when (8),
///           details changed at (8)
package struct Conversations: Projector {
    package static let name: StaticString = "conversations"
    package static let version: UInt32 = 3

    private let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("conversations")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(ConversationCreatedView.self, for: Self.name)
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
            put(row, of: try record.conversation(for: Self.name), in: &views)
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
            break
        }
    }

    private func change(
        _ record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        _ body: (inout ConversationRow) -> Void
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        var row = try record.need(try self.row(of: conversation, in: views), for: Self.name)
        body(&row)
        put(row, of: conversation, in: &views)
    }

    private func put(
        _ row: ConversationRow,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) {
        views.put(Self.key(conversation).bytes, row.row.bytes, in: table)
    }

    /// What a conversation is; nil where there is none.
    package func row(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ConversationRow? {
        guard let row = try views.value(of: Self.key(conversation).bytes, in: table) else {
            return nil
        }
        return try ConversationRow(row)
    }

    private static func key(_ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        return key
    }
}

/// One conversation, as its row has it.
package struct ConversationRow: Hashable, Sendable {
    /// Where it was created.
    package var position: Position
    package var kind: ConversationKind
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var createdBy: UniqueID
    /// Whom a direct conversation is with.
    package var with: UniqueID?
    package var closed: Position?
    package var contextCleared: Position?
    /// How many members it has now.
    package var members: UInt32 = 0
    /// How many it began with.
    package var founders: UInt32
    package var createdAt: Timestamp
    /// Where title or photo were changed last; nil while they are those of the creation.
    package var detailsChanged: Position?

    init(
        position: Position,
        kind: ConversationKind,
        reactions: ReactionPolicy,
        history: HistoryPolicy,
        createdBy: UniqueID,
        with: UniqueID?,
        founders: UInt32,
        createdAt: Timestamp
    ) {
        self.position = position
        self.kind = kind
        self.reactions = reactions
        self.history = history
        self.createdBy = createdBy
        self.with = with
        self.founders = founders
        self.createdAt = createdAt
    }

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 83 else { throw .damagedRow(table: "conversations") }
        position = Position(row.number(at: 0))
        kind = ConversationKind(rawValue: Int32(row.byte(at: 8)))
        reactions = ReactionPolicy(rawValue: Int32(row.byte(at: 9)))
        history = HistoryPolicy(rawValue: Int32(row.byte(at: 10)))
        createdBy = UniqueID(row, at: 11)
        let other = UniqueID(row, at: 27)
        with = other == .zero ? nil : other
        closed = row.position(at: 43)
        contextCleared = row.position(at: 51)
        let counts = row.number(at: 59)
        members = UInt32(truncatingIfNeeded: counts >> 32)
        founders = UInt32(truncatingIfNeeded: counts)
        createdAt = Timestamp(microseconds: Int64(bitPattern: row.number(at: 67)))
        detailsChanged = row.position(at: 75)
    }

    fileprivate var row: RowBytes {
        var row = RowBytes()
        row.append(position.rawValue)
        row.append(UInt8(truncatingIfNeeded: kind.rawValue))
        row.append(UInt8(truncatingIfNeeded: reactions.rawValue))
        row.append(UInt8(truncatingIfNeeded: history.rawValue))
        row.append(createdBy)
        row.append(with ?? .zero)
        row.append(closed?.rawValue ?? 0)
        row.append(contextCleared?.rawValue ?? 0)
        row.append(members)
        row.append(founders)
        row.append(UInt64(bitPattern: createdAt.microseconds))
        row.append(detailsChanged?.rawValue ?? 0)
        return row
    }
}
