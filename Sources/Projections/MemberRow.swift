package import Messaging
internal import Views
package import Wire

/// A present or former member, as stored in the row.
package struct MemberRow: Hashable, Sendable {
    /// One membership.
    package struct Interval: Hashable, Sendable {
        /// The position where it begins, which the member sees.
        package var from = Position.zero
        /// The last position; nil while the membership lasts.
        package var through: Position?
        /// The position of the event that began it.
        package var addedAt = Position.zero
        /// From where on it shows the history; nil where the conversation's own rule says it.
        package var since: Position?
    }

    package var role = Role.member
    package var permissions = Permissions()
    package var intervals: [Interval] = []

    package var isActive: Bool { intervals.last.map { $0.through == nil } ?? false }

    /// Returns the present or last membership as of a position; nil if the member joined later.
    package func membership(asOf position: Position) -> Interval? {
        guard var membership = intervals.last(where: { $0.addedAt <= position }) else { return nil }
        if let through = membership.through, through > position { membership.through = nil }
        return membership
    }

    /// Replaces role and flags by earlier ones.
    mutating func take(_ former: FormerRole) {
        role = former.role
        permissions = former.permissions
    }
}

extension MemberRow: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&role, "role")
        fields.field(&permissions)
        fields.field(&intervals, "memberships")
        // Every row has had at least one membership.
        if intervals.isEmpty { fields.refuse() }
    }
}

extension MemberRow.Interval: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&from, "from")
        fields.field(&through, "through")
        fields.field(&addedAt, "added at")
        fields.field(&since, "history since")
    }
}

/// A member's role and flags before an event changed them.
struct FormerRole: RowLayout {
    var role = Role.member
    var permissions = Permissions()

    init() {}

    init(_ row: MemberRow) {
        role = row.role
        permissions = row.permissions
    }

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&role, "role")
        fields.field(&permissions)
    }
}

extension RowFields where Self: ~Copyable & ~Escapable {
    fileprivate mutating func field(_ permissions: inout Permissions) {
        flags("may add, remove, edit") { flags in
            flags.flag(&permissions.canAdd)
            flags.flag(&permissions.canRemove)
            flags.flag(&permissions.canEdit)
        }
    }
}
