package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The state of each conversation for each of its members: the rows of a user's list.
///
/// One row per conversation, so that a list is one walk. The marker counts messages. The reading
/// that a sending implies is stored with the senders, so that a sending writes nothing here; the
/// reading shown to others is stored with the receipts.
package struct Chats: Projector {
    package static let name: StaticString = "chats"
    package static let version: UInt32 = 5
    package static let events: FoldedEvents = [
        EnvelopeEvent.participantAdded, EnvelopeEvent.participantLeft,
        EnvelopeEvent.participantRemoved, EnvelopeEvent.readUpTo, EnvelopeEvent.markedUnread,
        EnvelopeEvent.muted, EnvelopeEvent.unmuted, EnvelopeEvent.notificationsSet,
        EnvelopeEvent.pinned, EnvelopeEvent.unpinned, EnvelopeEvent.archived,
        EnvelopeEvent.unarchived, EnvelopeEvent.hidden, EnvelopeEvent.unhidden,
        EnvelopeEvent.historyCleared,
    ]

    let table: RowTable<Key, ChatRow>

    package init(_ tables: inout TableList) {
        table = tables.rows("chats")
    }

    /// Whether some streams alone are folded: a user does things with conversations that are not.
    var isOfStreams = false

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.participantAdded:
            let event = try record.structure(EncodedParticipantAdded.self, for: Self.name)
            let conversation = try record.conversation(for: Self.name)
            let user = try record.need(event.user, for: Self.name)
            var row = try self.row(of: user, conversation, in: views) ?? ChatRow()
            row.membership = .active
            row.from = record.joining(asFounder: event.founder)
            row.through = nil
            row.hidden = nil
            row.hasOwnBeginning = event.historyFrom != 0
            row.messagesBefore = event.messageNumber
            if row.firstJoined == .zero { row.firstJoined = row.from }
            row.marker = max(row.marker, event.messageNumber)
            put(row, of: user, conversation, in: &views)
        case EnvelopeEvent.participantLeft:
            let event = try record.structure(EncodedParticipantLeft.self, for: Self.name)
            try end(event.user, .left, record, &views)
        case EnvelopeEvent.participantRemoved:
            let event = try record.structure(EncodedParticipantRemoved.self, for: Self.name)
            try end(event.user, .removed, record, &views)
        case EnvelopeEvent.readUpTo:
            let event = try record.structure(EncodedReadUpTo.self, for: Self.name)
            let number = event.messageNumber
            try changeOwn(record, &views) { row in
                row.marker = max(row.marker, number)
                row.lastRead = record.sent
            }
        default:
            try applyPersonal(record, &views)
        }
    }

    /// Folds a user's changes to a conversation, made in the user's own stream.
    private func applyPersonal(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let position = record.position
        switch record.envelope.eventNumber {
        case EnvelopeEvent.markedUnread:
            let event = try record.structure(EncodedMarkedUnread.self, for: Self.name)
            let number = event.messageNumber
            try change(event.conversation, record, &views) { row in
                row.marker = number
                row.movedBack = position
            }
        case EnvelopeEvent.muted:
            let event = try record.structure(EncodedMuted.self, for: Self.name)
            let until = event.until
            try change(event.conversation, record, &views) { row in
                row.isMuted = true
                row.mutedUntil = until.map(Timestamp.init(microseconds:))
            }
        case EnvelopeEvent.unmuted:
            let event = try record.structure(EncodedUnmuted.self, for: Self.name)
            try change(event.conversation, record, &views) { row in
                row.isMuted = false
                row.mutedUntil = nil
            }
        case EnvelopeEvent.notificationsSet:
            let event = try record.structure(EncodedNotificationsSet.self, for: Self.name)
            let isOff = !event.on
            try change(event.conversation, record, &views) { $0.refusesNotifications = isOff }
        case EnvelopeEvent.pinned:
            let event = try record.structure(EncodedPinned.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isPinned = true }
        case EnvelopeEvent.unpinned:
            let event = try record.structure(EncodedUnpinned.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isPinned = false }
        case EnvelopeEvent.archived:
            let event = try record.structure(EncodedArchived.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isArchived = true }
        case EnvelopeEvent.unarchived:
            let event = try record.structure(EncodedUnarchived.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.isArchived = false }
        case EnvelopeEvent.hidden:
            let event = try record.structure(EncodedHidden.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.hidden = position }
        case EnvelopeEvent.unhidden:
            let event = try record.structure(EncodedUnhidden.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.hidden = nil }
        case EnvelopeEvent.historyCleared:
            let event = try record.structure(EncodedHistoryCleared.self, for: Self.name)
            try change(event.conversation, record, &views) { $0.cleared = position }
        default:
            throw record.undeclared(by: Self.name)
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
        if isOfStreams, try row(of: record.stream.id, conversation, in: views) == nil { return }
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
        table.put(row, at: Key(user: user, conversation: conversation), in: &views)
    }
}

extension Chats {
    /// Returns a conversation's state for a user; nil if the user was never a member.
    package func row(
        of user: UniqueID,
        _ conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> ChatRow? {
        try table.row(at: Key(user: user, conversation: conversation), in: views)
    }

    /// Visits every conversation that a user is or was a member of, in the order of their ids.
    package func forEach(
        of user: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ row: ChatRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try table.forEach(in: Self.range(of: user), views) { (key, row) throws(ViewsError) in
            try body(key.conversation, row)
        }
    }

    /// All rows of a user.
    static func range(of user: UniqueID, descending: Bool = false) -> KeyRange {
        KeyRange(prefix: UserKey(user: user).rowBytes, descending: descending)
    }

    struct Key: RowLayout {
        var user = UniqueID.zero
        var conversation = UniqueID.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&user, "user")
            fields.field(&conversation, "conversation")
        }
    }
}
