package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The members of a conversation, with their roles and times.
///
/// From is the first position that the member sees: founders join where the conversation was
/// created. Through is 0 for a present member. A member's role and flags before a change are kept
/// for former members, who see the conversation as it was when they left.
package struct Membership: Projector {
    package static let name: StaticString = "membership"
    package static let version: UInt32 = 4
    package static let events: FoldedEvents = [
        EnvelopeEvent.participantAdded, EnvelopeEvent.participantLeft,
        EnvelopeEvent.participantRemoved, EnvelopeEvent.roleChanged, EnvelopeEvent.ownershipPassed,
        EnvelopeEvent.permissionsChanged,
    ]

    let members: RowTable<MemberKey, MemberRow>
    private let active: RowTable<ActiveKey, UserKey>
    private let before: RowTable<MemberPositionKey, FormerRole>
    /// The first of the active ones, so that a list finds the people of a conversation in one row.
    private let first: RowTable<ConversationKey, FirstMembers>

    package init(_ tables: inout TableList) {
        members = tables.rows("members")
        active = tables.rows("members.active")
        before = tables.rows("members.before")
        first = tables.rows("members.first")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.participantAdded:
            let event = try record.structure(EncodedParticipantAdded.self, for: Self.name)
            try add(
                try record.need(event.user, for: Self.name),
                role: event.role,
                permissions: Permissions(
                    canAdd: event.canAdd,
                    canRemove: event.canRemove,
                    canEdit: event.canEdit
                ),
                isFounder: event.founder,
                since: event.historyFrom == 0 ? nil : Position(event.historyFrom),
                record,
                &views
            )
        case EnvelopeEvent.participantLeft:
            let event = try record.structure(EncodedParticipantLeft.self, for: Self.name)
            try end(try record.need(event.user, for: Self.name), record, &views)
        case EnvelopeEvent.participantRemoved:
            let event = try record.structure(EncodedParticipantRemoved.self, for: Self.name)
            try end(try record.need(event.user, for: Self.name), record, &views)
        case EnvelopeEvent.roleChanged:
            let event = try record.structure(EncodedRoleChanged.self, for: Self.name)
            let role = event.role
            try change(event.user, record, &views) { $0.role = role }
        case EnvelopeEvent.ownershipPassed:
            let event = try record.structure(EncodedOwnershipPassed.self, for: Self.name)
            let owner = event.from ?? record.envelope.actor
            let role: Role = event.formerRole == .admin ? .admin : .member
            // The flags that a creator has go with the ownership.
            try change(owner, record, &views) { row in
                row.role = role
                row.permissions = Permissions()
            }
            try change(event.user, record, &views) { $0.role = .creator }
        case EnvelopeEvent.permissionsChanged:
            let event = try record.structure(EncodedPermissionsChanged.self, for: Self.name)
            let permissions = Permissions(
                canAdd: event.canAdd,
                canRemove: event.canRemove,
                canEdit: event.canEdit
            )
            try change(event.user, record, &views) { $0.permissions = permissions }
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    private func add(
        _ user: UniqueID,
        role: Role,
        permissions: Permissions,
        isFounder: Bool,
        since: Position?,
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
                addedAt: record.position,
                since: since
            )
        )
        if let former { keep(former, before: row, of: user, in: conversation, record, &views) }
        put(row, of: user, in: conversation, &views)
        let key = ActiveKey(conversation: conversation, addedAt: record.position)
        active.put(UserKey(user: user), at: key, in: &views)
        var firsts = try firstMembers(of: conversation, in: views)
        guard firsts.count < Self.firstCount else { return }
        firsts.append(UserID(user))
        put(firsts, of: conversation, &views)
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
        active.remove(ActiveKey(conversation: conversation, addedAt: addedAt), in: &views)
        var firsts = try firstMembers(of: conversation, in: views)
        guard let place = firsts.firstIndex(of: UserID(user)) else { return }
        if firsts.count < Self.firstCount {
            // It named all.
            firsts.remove(at: place)
        } else {
            firsts.removeAll()
            try forEachActive(of: conversation, in: views) {
                firsts.append(UserID($0))
                return firsts.count < Self.firstCount ? .goOn : .stop
            }
        }
        put(firsts, of: conversation, &views)
    }

    private func put(
        _ firsts: [UserID],
        of conversation: UniqueID,
        _ views: inout ViewsWriter
    ) {
        let key = ConversationKey(conversation: conversation)
        guard !firsts.isEmpty else { return first.remove(key, in: &views) }
        let row = FirstMembers(users: firsts.map { UserKey(user: $0.rawValue) })
        first.put(row, at: key, in: &views)
    }

    /// Changes the row of a present member.
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

    /// Keeps a member's role and flags until now, if the event changes them.
    private func keep(
        _ former: MemberRow,
        before row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) {
        guard former.role != row.role || former.permissions != row.permissions else { return }
        let key = MemberPositionKey(of: user, in: conversation, at: record.position)
        before.put(FormerRole(former), at: key, in: &views)
    }

    private func put(
        _ row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        _ views: inout ViewsWriter
    ) {
        members.put(row, at: MemberKey(conversation: conversation, user: user), in: &views)
    }
}

extension Membership {
    /// The number of members in `firstMembers`: enough to represent a conversation to each of them.
    package static let firstCount = Limits.faces + 1

    /// Returns the first of the present members, in the order in which they joined: all of them, or
    /// `firstCount`.
    package func firstMembers(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> [UserID] {
        let key = ConversationKey(conversation: conversation)
        guard let row = try first.elements(at: key, in: views) else { return [] }
        var users: [UserID] = []
        users.reserveCapacity(row.count)
        for place in 0..<row.count { users.append(UserID(row[place].user)) }
        return users
    }

    /// Returns a present or former member; nil for a user who was never one.
    package func row(
        of user: UniqueID,
        in conversation: UniqueID,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> MemberRow? {
        try members.row(at: MemberKey(conversation: conversation, user: user), in: views)
    }

    /// Visits all present and former members, in the order of their ids.
    package func forEach(
        of conversation: UniqueID,
        after user: UniqueID? = nil,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID, _ row: MemberRow) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = MemberKey.range(of: conversation, from: user)
        try views.forEachRow(in: members.table, range) { (key, row) throws(ViewsError) in
            let (key, row) = try members.read(key, row, in: views)
            return key.user == user ? .goOn : try body(key.user, row)
        }
    }

    /// Visits the present members of all conversations, grouped by conversation.
    package func forEachActive(
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ conversation: UniqueID, _ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try active.forEach(in: .all, views) { (key, row) throws(ViewsError) in
            try body(key.conversation, row.user)
        }
    }

    /// Visits the present members, in the order in which they joined.
    package func forEachActive(
        of conversation: UniqueID,
        addedAfter position: Position = .zero,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ user: UniqueID) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(
            from: ActiveKey(conversation: conversation, addedAt: position.next).rowBytes,
            through: ActiveKey(conversation: conversation, addedAt: Position(.max)).rowBytes
        )
        try views.forEachRow(in: active.table, range) { (key, row) throws(ViewsError) in
            let (_, row) = try active.read(key, row, in: views)
            return try body(row.user)
        }
    }

    /// Returns a member's row with the role and flags as of a position.
    package func row(
        _ row: MemberRow,
        of user: UniqueID,
        in conversation: UniqueID,
        asOf position: Position,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> MemberRow {
        var row = row
        try before.forEach(
            from: MemberPositionKey(of: user, in: conversation, at: position.next),
            through: MemberPositionKey(of: user, in: conversation, at: Position(.max)),
            in: views
        ) { (_, former) throws(ViewsError) in
            row.take(former)
            return .stop
        }
        return row
    }

    private struct ActiveKey: RowLayout {
        var conversation = UniqueID.zero
        var addedAt = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&addedAt, "added at")
        }
    }
}

/// The first of a conversation's present members.
private struct FirstMembers: RowOfElements {
    typealias Element = UserKey

    static let limit = Membership.firstCount

    private var users: [UserKey] = []

    init() {}

    init(users: [UserKey]) { self.users = users }

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&users, limit: Self.limit, "members")
    }
}
