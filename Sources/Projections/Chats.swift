package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// What a conversation is to one of its members: the rows of a user's list.
///
///     chats   user (16), conversation (16)
///         → membership (1), flags (1), from (8), through (8), marker (8), moved back at (8),
///           muted until (8), hidden at (8), cleared at (8), first joined at (8), last read when (8),
///           messages before (8)
///
/// One row, so that a list is one walk. The marker counts messages. What a sending has read
/// stands with the senders, so that it writes nothing here; how far others may be told that one
/// has read stands with the receipts.
package struct Chats: Projector {
    package static let name: StaticString = "chats"
    package static let version: UInt32 = 3

    let table: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("chats")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.participantAdded:
            let event = try record.structure(ParticipantAddedView.self, for: Self.name)
            let conversation = try record.conversation(for: Self.name)
            let user = try record.need(event.user, for: Self.name)
            var row = try self.row(of: user, conversation, in: views) ?? ChatRow()
            row.membership = .active
            row.from = record.joining(asFounder: event.founder)
            row.through = nil
            row.messagesBefore = event.messageNumber
            if row.firstJoined == .zero { row.firstJoined = row.from }
            row.marker = max(row.marker, event.messageNumber)
            put(row, of: user, conversation, in: &views)
        case EnvelopeEvent.participantLeft:
            let event = try record.structure(ParticipantLeftView.self, for: Self.name)
            try end(event.user, .left, record, &views)
        case EnvelopeEvent.participantRemoved:
            let event = try record.structure(ParticipantRemovedView.self, for: Self.name)
            try end(event.user, .removed, record, &views)
        case EnvelopeEvent.readUpTo:
            let event = try record.structure(ReadUpToView.self, for: Self.name)
            let number = event.messageNumber
            try changeOwn(record, &views) { row in
                row.marker = max(row.marker, number)
                row.lastRead = record.sent
            }
        default:
            try applyPersonal(record, &views)
        }
    }

    /// What a user does with a conversation in their own stream.
    private func applyPersonal(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let position = record.position
        switch record.envelope.eventNumber {
        case EnvelopeEvent.markedUnread:
            let event = try record.structure(MarkedUnreadView.self, for: Self.name)
            let number = event.messageNumber
            try change(event.conversation, record, &views) { row in
                row.marker = number
                row.movedBack = position
            }
        case EnvelopeEvent.muted:
            let event = try record.structure(MutedView.self, for: Self.name)
            let until = event.until
            try change(event.conversation, record, &views) { row in
                row.isMuted = true
                row.mutedUntil = until.map(Timestamp.init(microseconds:))
            }
        case EnvelopeEvent.unmuted:
            let event = try record.structure(UnmutedView.self, for: Self.name)
            try change(event.conversation, record, &views) { row in
                row.isMuted = false
                row.mutedUntil = nil
            }
        case EnvelopeEvent.pinned:
            let event = try record.structure(PinnedView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isPinned = true }
        case EnvelopeEvent.unpinned:
            let event = try record.structure(UnpinnedView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isPinned = false }
        case EnvelopeEvent.archived:
            let event = try record.structure(ArchivedView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isArchived = true }
        case EnvelopeEvent.unarchived:
            let event = try record.structure(UnarchivedView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isArchived = false }
        case EnvelopeEvent.hidden:
            let event = try record.structure(HiddenView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.hidden = position }
        case EnvelopeEvent.unhidden:
            let event = try record.structure(UnhiddenView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.hidden = nil }
        case EnvelopeEvent.historyCleared:
            let event = try record.structure(HistoryClearedView.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.cleared = position }
        default:
            break
        }
    }

    private func end(
        _ user: UniqueID?,
        _ membership: MembershipState,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let user = try record.need(user, for: Self.name)
        try change(user, try record.conversation(for: Self.name), record, &views) { row in
            row.membership = membership
            row.through = record.position
        }
    }

    /// Changes the actor's row of the conversation in whose stream the event is.
    private func changeOwn(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout ChatRow) -> Void
    ) throws(ViewsError) {
        let user = try record.actor(for: Self.name)
        try change(user, try record.conversation(for: Self.name), record, &views, body)
    }

    /// Changes a row of the user in whose stream the event is.
    private func change(
        _ conversation: UniqueID?,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout ChatRow) -> Void
    ) throws(ViewsError) {
        guard record.stream.kind == .user else { throw record.unfoldable(by: Self.name) }
        let conversation = try record.need(conversation, for: Self.name)
        try change(record.stream.id, conversation, record, &views, body)
    }

    private func change(
        _ user: UniqueID,
        _ conversation: UniqueID,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout ChatRow) -> Void
    ) throws(ViewsError) {
        var row = try record.need(
            try self.row(of: user, conversation, in: views),
            for: Self.name
        )
        body(&row)
        put(row, of: user, conversation, in: &views)
    }

    private func put(
        _ row: ChatRow,
        of user: UniqueID,
        _ conversation: UniqueID,
        in views: inout ViewsWriter
    ) {
        views.put(Self.key(user, conversation).bytes, row.row.bytes, in: table)
    }
}

extension Chats {
    /// What a conversation is to a user; nil for who was never a member.
    package func row(
        of user: UniqueID,
        _ conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ChatRow? {
        guard let row = try views.value(of: Self.key(user, conversation).bytes, in: table) else {
            return nil
        }
        return try ChatRow(row)
    }

    /// Visits every conversation that somebody is or was a member of, in the order of their ids.
    package func forEach(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ row: ChatRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: table, Self.range(of: user)) { (key, row) throws(ViewsError) in
            guard key.byteCount == 32 else { throw .damagedRow(table: "chats") }
            return try body(UniqueID(key, at: 16), try ChatRow(row))
        }
    }

    /// All rows of a user.
    static func range(of user: UniqueID, descending: Bool = false) -> KeyRange {
        var prefix = RowBytes()
        prefix.append(user)
        return KeyRange(prefix: prefix, descending: descending)
    }

    private static func key(_ user: UniqueID, _ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(user)
        key.append(conversation)
        return key
    }
}
