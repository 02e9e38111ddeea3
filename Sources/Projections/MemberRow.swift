package import Messaging
internal import Views
package import Wire

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
        take(role: row.byte(at: 0), flags: row.byte(at: 1))
        for start in stride(from: 2, to: row.byteCount, by: 24) {
            intervals.append(
                Interval(
                    from: Position(row.number(at: start)),
                    through: row.position(at: start + 8),
                    addedAt: Position(row.number(at: start + 16))
                )
            )
        }
    }

    /// The present or last membership as it was known at a position; nil for who joined later.
    package func membership(asOf position: Position) -> Interval? {
        guard var membership = intervals.last(where: { $0.addedAt <= position }) else { return nil }
        if let through = membership.through, through > position { membership.through = nil }
        return membership
    }

    mutating func take(role byte: UInt8, flags: UInt8) {
        role = Role(rawValue: Int32(byte))
        permissions = Permissions(
            canAdd: flags & 1 != 0,
            canRemove: flags & 2 != 0,
            canEdit: flags & 4 != 0
        )
    }

    var roleByte: UInt8 { UInt8(truncatingIfNeeded: role.rawValue) }

    var flags: UInt8 {
        var flags: UInt8 = permissions.canAdd ? 1 : 0
        if permissions.canRemove { flags |= 2 }
        if permissions.canEdit { flags |= 4 }
        return flags
    }

    var bytes: [UInt8] {
        var bytes = [roleByte, flags]
        for interval in intervals {
            for position in [interval.from, interval.through ?? .zero, interval.addedAt] {
                withUnsafeBytes(of: position.rawValue.bigEndian) { bytes += $0 }
            }
        }
        return bytes
    }
}
