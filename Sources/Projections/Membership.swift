package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// Who belongs to a conversation, as what, and when they did.
///
///     members          conversation (16), user (16)
///         → role (1), flags (1), then for each membership: from (8), through (8), added at (8)
///     members.active   conversation (16), added at (8)  → user (16)
///
/// From is where the member's sight begins: founders join where the conversation was created.
/// Through is 0 for who is a member now.
package struct Membership: Projector {
    package static let name: StaticString = "membership"
    package static let version: UInt32 = 1

    private let members: ViewTable
    private let active: ViewTable

    package init(_ tables: inout TableList) {
        members = tables.table("members")
        active = tables.table("members.active")
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
        var row = try self.row(of: user, in: conversation, views: views) ?? MemberRow()
        guard !row.isActive else { throw record.unfoldable(by: Self.name) }
        row.role = role
        row.permissions = permissions
        // A founder's event follows the creation by as many events as it says its version is.
        let from =
            isFounder
            ? Position(record.position.rawValue &- (record.version.rawValue &- 1))
            : record.position
        row.intervals.append(
            MemberRow.Interval(from: from, through: nil, addedAt: record.position)
        )
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
        body(&row)
        put(row, of: user, in: conversation, &views)
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
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(prefix: Self.prefix(conversation))
        try views.forEachRow(in: active, range) { (_, row) throws(ViewsError) in
            guard row.byteCount == UniqueID.byteCount else { throw Self.damaged }
            return try body(UniqueID(row))
        }
    }

    fileprivate static var damaged: ViewsError { .damagedRow(table: "members") }

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
}

/// Somebody who is or was a member, as their row has it.
package struct MemberRow: Hashable, Sendable {
    /// One membership.
    package struct Interval: Hashable, Sendable {
        /// The first event that the member sees of it.
        package var from: Position
        /// The last one; nil while it lasts.
        package var through: Position?
        /// The event that began it.
        package var addedAt: Position
    }

    package var role = Role.member
    package var permissions = Permissions()
    package var intervals: [Interval] = []

    package var isActive: Bool { intervals.last.map { $0.through == nil } ?? false }

    init() {}

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount >= 26, (row.byteCount - 2) % 24 == 0 else {
            throw Membership.damaged
        }
        role = Role(rawValue: Int32(row.byte(at: 0)))
        let flags = row.byte(at: 1)
        permissions = Permissions(
            canAdd: flags & 1 != 0,
            canRemove: flags & 2 != 0,
            canEdit: flags & 4 != 0
        )
        for start in stride(from: 2, to: row.byteCount, by: 24) {
            let through = row.number(at: start + 8)
            intervals.append(
                Interval(
                    from: Position(row.number(at: start)),
                    through: through == 0 ? nil : Position(through),
                    addedAt: Position(row.number(at: start + 16))
                )
            )
        }
    }

    fileprivate var bytes: [UInt8] {
        var flags: UInt8 = permissions.canAdd ? 1 : 0
        if permissions.canRemove { flags |= 2 }
        if permissions.canEdit { flags |= 4 }
        var bytes = [UInt8(truncatingIfNeeded: role.rawValue), flags]
        for interval in intervals {
            for position in [interval.from, interval.through ?? .zero, interval.addedAt] {
                withUnsafeBytes(of: position.rawValue.bigEndian) { bytes += $0 }
            }
        }
        return bytes
    }
}
