package import Wire

/// A person's profile, as others may see it.
package struct ProfileItem: Hashable, Sendable {
    package var user: UserID
    package var username: String
    package var fullName: String?
    package var avatar: String?
    package var email: String?
    package var custom: String?

    package init(
        user: UserID,
        username: String,
        fullName: String? = nil,
        avatar: String? = nil,
        email: String? = nil,
        custom: String? = nil
    ) {
        self.user = user
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.email = email
        self.custom = custom
    }
}

/// Somebody, and when they did what is asked about.
package struct TimedPerson: Hashable, Sendable {
    package var user: UserID
    package var name: String
    package var at: Timestamp

    package init(user: UserID, name: String, at: Timestamp) {
        self.user = user
        self.name = name
        self.at = at
    }
}

/// A member, present or former, of a conversation.
package struct MemberItem: Hashable, Sendable {
    package var user: UserID
    package var name: String
    package var role: Role
    /// What the member may do, by role or by flags.
    package var permissions: Permissions
    package var joinedAt: Timestamp
    package var leftAt: Timestamp?
    /// Nil for founders.
    package var addedBy: UserID?

    package init(
        user: UserID,
        name: String,
        role: Role,
        permissions: Permissions,
        joinedAt: Timestamp,
        leftAt: Timestamp? = nil,
        addedBy: UserID? = nil
    ) {
        self.user = user
        self.name = name
        self.role = role
        self.permissions = permissions
        self.joinedAt = joinedAt
        self.leftAt = leftAt
        self.addedBy = addedBy
    }
}

/// Members in the order of joining.
package struct MemberPage: Hashable, Sendable {
    package var page: Page<MemberItem>
    /// How many members there are, on this page or not.
    package var count: Int

    package init(_ page: Page<MemberItem>, count: Int) {
        self.page = page
        self.count = count
    }
}
