package import Wire

/// A present or former member.
package struct MemberFacts: Hashable, Sendable {
    /// One membership, from joining to leaving; both events are seen by the member.
    package struct Interval: Hashable, Sendable {
        /// Founders join where the conversation is created.
        package var joined: Position
        package var left: Position?
        /// From where on it shows the history; nil where the conversation's own rule says it.
        package var since: Position?

        package init(joined: Position, left: Position? = nil, since: Position? = nil) {
            self.joined = joined
            self.left = left
            self.since = since
        }
    }

    package var user: UserID
    package var role: Role
    package var permissions: Permissions
    /// Ascending; never empty.
    package var intervals: [Interval]

    package init(
        user: UserID,
        role: Role,
        permissions: Permissions = Permissions(),
        intervals: [Interval]
    ) {
        self.user = user
        self.role = role
        self.permissions = permissions
        self.intervals = intervals
    }

    package var isActive: Bool { intervals.last.map { $0.left == nil } ?? false }

    package var leadsConversation: Bool { role == .creator || role == .admin }

    /// The member's permissions: creator and admins have all, others those of their flags.
    package var effective: Permissions {
        leadsConversation ? .all : permissions
    }
}

/// A member's flags and what they allow.
public struct Permissions: Hashable, Sendable {
    /// Whether the member may add others.
    public var canAdd: Bool
    /// Whether the member may remove others.
    public var canRemove: Bool
    /// Whether the member may change title and photo.
    public var canEdit: Bool

    static let all = Permissions(canAdd: true, canRemove: true, canEdit: true)

    /// Sets the flags; they are off by default.
    public init(canAdd: Bool = false, canRemove: Bool = false, canEdit: Bool = false) {
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }
}
