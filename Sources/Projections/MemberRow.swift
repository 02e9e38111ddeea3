package import Messaging
internal import Views
package import Wire

/// Somebody who is or was a member, as their row has it.
package struct MemberRow: Hashable, Sendable {
    /// One membership.
    package struct Interval: Hashable, Sendable {
        /// The first event that the member sees of it.
        package var from = Position.zero
        /// The last one; nil while it lasts.
        package var through: Position?
        /// The event that began it.
        package var addedAt = Position.zero
    }

    package var role = Role.member
    package var permissions = Permissions()
    package var intervals: [Interval] = []

    package var isActive: Bool { intervals.last.map { $0.through == nil } ?? false }

    /// The present or last membership as it was known at a position; nil for who joined later.
    package func membership(asOf position: Position) -> Interval? {
        guard var membership = intervals.last(where: { $0.addedAt <= position }) else { return nil }
        if let through = membership.through, through > position { membership.through = nil }
        return membership
    }

    /// Takes over a role and flags of before.
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
        // Every member has been one.
        if intervals.isEmpty { fields.refuse() }
    }
}

extension MemberRow.Interval: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&from, "from")
        fields.field(&through, "through")
        fields.field(&addedAt, "added at")
    }
}

/// What a member was before an event changed it.
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
