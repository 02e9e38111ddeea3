package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// Who belongs to a conversation, as what, and when they did.
///
///     members          conversation (16), user (16)
///         → role (1), flags (1), then for each membership: from (8), through (8), added at (8)
///     members.active   conversation (16), added at (8)  → user (16)
///     members.before   conversation (16), user (16), position (8)  → role (1), flags (1)
///
/// From is where the member's sight begins: founders join where the conversation was created.
/// Through is 0 for who is a member now. What a member was before an event changed it is kept for
/// those who left and go on seeing the conversation as it was then.
package struct Membership: Projector {
    package static let name: StaticString = "membership"
    package static let version: UInt32 = 2

    private let members: ViewTable
    private let active: ViewTable
    private let before: ViewTable

    package init(_ tables: inout TableList) {
        members = tables.table("members")
        active = tables.table("members.active")
        before = tables.table("members.before")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.participantAdded:
            let event = try record.structure(ParticipantAddedView.self, for: Self.name)
            try add(
                try record.need(event.user, for: Self.name),
                role: event.role,
                permissions: Permissions(
                    canAdd: event.canAdd,
                    canRemove: event.canRemove,
                    canEdit: event.canEdit
                ),
                isFounder: event.founder,
                record,
                &views
            )
        case EnvelopeEvent.participantLeft:
            let event = try record.structure(ParticipantLeftView.self, for: Self.name)
            try end(try record.need(event.user, for: Self.name), record, &views)
        case EnvelopeEvent.participantRemoved:
            let event = try record.structure(ParticipantRemovedView.self, for: Self.name)
            try end(try record.need(event.user, for: Self.name), record, &views)
        case EnvelopeEvent.roleChanged:
            let event = try record.structure(RoleChangedView.self, for: Self.name)
            let role = event.role
            try change(event.user, record, &views) { $0.role = role }
        case EnvelopeEvent.ownershipPassed:
            let event = try record.structure(OwnershipPassedView.self, for: Self.name)
            try change(record.envelope.actor, record, &views) { $0.role = .member }
            try change(event.user, record, &views) { $0.role = .creator }
        case EnvelopeEvent.permissionsChanged:
            let event = try record.structure(PermissionsChangedView.self, for: Self.name)
            let permissions = Permissions(
                canAdd: event.canAdd,
                canRemove: event.canRemove,
                canEdit: event.canEdit
            )
            try change(event.user, record, &views) { $0.permissions = permissions }
        default:
            break
        }
    }

    private func add(
        _ user: UniqueID,
        role: Role,
        permissions: Permissions,
        isFounder: Bool,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let former = try self.row(of: user, in: conversation, views: views)
        var row = former ?? MemberRow()
        guard !row.isActive else { throw record.unfoldable(by: Self.name) }
        row.role = role
        row.permissions = permissions
        row.intervals.append(
            MemberRow.Interval(
                from: record.joining(asFounder: isFounder),
                through: nil,
                addedAt: record.position
            )
        )
        if let former { keep(former, before: row, of: user, in: conversation, record, &views) }
        put(row, of: user, in: conversation, &views)
        var value = RowBytes()
        value.append(user)
        views.put(Self.activeKey(conversation, record.position).bytes, value.bytes, in: active)
    }

    private func end(
        _ user: UniqueID,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) throws(ViewsError) {
        try change(user, record, &views) { row in
            row.intervals[row.intervals.count - 1].through = record.position
        }
        let conversation = try record.conversation(for: Self.name)
        guard
            let addedAt = try row(of: user, in: conversation, views: views)?.intervals.last?.addedAt
        else { return }
        views.remove(Self.activeKey(conversation, addedAt).bytes, in: active)
    }

    /// Changes the row of somebody who is a member now.
    private func change(
        _ user: UniqueID?,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout MemberRow) -> Void
    ) throws(ViewsError) {
        let user = try record.need(user, for: Self.name)
        let conversation = try record.conversation(for: Self.name)
        var row = try record.need(
            try self.row(of: user, in: conversation, views: views),
            for: Self.name
        )
        guard row.isActive else { throw record.unfoldable(by: Self.name) }
        let former = row
        body(&row)
        keep(former, before: row, of: user, in: conversation, record, &views)
        put(row, of: user, in: conversation, &views)
    }

    /// Keeps what a member was until now, where that is another role or other flags.
    private func keep(
        _ former: MemberRow,
        before row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) {
        guard former.role != row.role || former.permissions != row.permissions else { return }
        let key = Self.beforeKey(conversation, user, record.position)
        var value = RowBytes()
        value.append(former.roleByte)
        value.append(former.flags)
        views.put(key.bytes, value.bytes, in: before)
    }

    private func put(
        _ row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        _ views: inout ViewsWriter
    ) {
        views.put(Self.key(conversation, user).bytes, row.bytes.span.bytes, in: members)
    }
}

extension Membership {
    /// Somebody who is or was a member; nil for whoever never was.
    package func row(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> MemberRow? {
        guard let row = try views.value(of: Self.key(conversation, user).bytes, in: members) else {
            return nil
        }
        return try MemberRow(row)
    }

    /// Visits everybody who is or was a member, in the order of their ids.
    package func forEach(
        of conversation: UniqueID,
        after user: UniqueID? = nil,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ row: MemberRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var range = KeyRange(prefix: Self.prefix(conversation))
        if let user {
            range = KeyRange(from: Self.key(conversation, user), through: range.upper)
        }
        try views.forEachRow(in: members, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 32 else { throw Self.damaged }
            let found = UniqueID(key, at: 16)
            if found == user { return .goOn }
            return try body(found, try MemberRow(row))
        }
    }

    /// Visits who is a member now, in the order in which they joined.
    package func forEachActive(
        of conversation: UniqueID,
        addedAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(
            from: Self.activeKey(conversation, position.next),
            through: Self.activeKey(conversation, Position(.max))
        )
        try views.forEachRow(in: active, range) { (_, row) throws(ViewsError) in
            guard row.byteCount == UniqueID.byteCount else { throw Self.damaged }
            return try body(UniqueID(row))
        }
    }

    /// Role and flags of a member as they were at a position, whose row is as it is now.
    package func row(
        _ row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        asOf position: Position,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> MemberRow {
        var row = row
        let range = KeyRange(
            from: Self.beforeKey(conversation, user, position.next),
            through: Self.beforeKey(conversation, user, Position(.max))
        )
        try views.forEachRow(in: before, range) { (_, value) throws(ViewsError) in
            guard value.byteCount == 2 else { throw .damagedRow(table: "members.before") }
            row.take(role: value.byte(at: 0), flags: value.byte(at: 1))
            return .stop
        }
        return row
    }

    static var damaged: ViewsError { .damagedRow(table: "members") }

    private static func prefix(_ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        return key
    }

    private static func key(_ conversation: UniqueID, _ user: UniqueID) -> RowBytes {
        var key = prefix(conversation)
        key.append(user)
        return key
    }

    private static func activeKey(_ conversation: UniqueID, _ addedAt: Position) -> RowBytes {
        var key = prefix(conversation)
        key.append(addedAt.rawValue)
        return key
    }

    private static func beforeKey(
        _ conversation: UniqueID,
        _ user: UniqueID,
        _ position: Position
    ) -> RowBytes {
        var key = key(conversation, user)
        key.append(position.rawValue)
        return key
    }
}
