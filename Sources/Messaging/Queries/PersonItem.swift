public import Wire

/// A person's profile, as others may see it.
public struct ProfileItem: Hashable, Sendable {
    /// Whose profile it is.
    public var user: UserID
    /// The name under which others find them.
    public var username: String
    /// The name that is shown, where there is one.
    public var fullName: String?
    /// The URL or storage path of a picture.
    public var avatar: String?
    /// An address, where there is one.
    public var email: String?
    /// The embedder's own data, as it was given.
    public var custom: String?

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
public struct TimedPerson: Hashable, Sendable {
    /// Who it is.
    public var user: UserID
    /// The name that is shown for them.
    public var name: String
    /// When they did it.
    public var at: Timestamp

    package init(user: UserID, name: String, at: Timestamp) {
        self.user = user
        self.name = name
        self.at = at
    }
}

/// A member, present or former, of a conversation.
public struct MemberItem: Hashable, Sendable {
    /// Who it is.
    public var user: UserID
    /// The name that is shown for them.
    public var name: String
    /// What they are in the conversation.
    public var role: Role
    /// What the member may do, by role or by flags.
    public var permissions: Permissions
    /// When they joined last.
    public var joinedAt: Timestamp
    /// When they left or were removed; nil for a present member.
    public var leftAt: Timestamp?
    /// Nil for founders.
    public var addedBy: UserID?

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
public struct MemberPage: Hashable, Sendable {
    /// The members, and where to go on.
    public var page: Page<MemberItem>
    /// How many members there are, on this page or not.
    public var count: Int

    package init(_ page: Page<MemberItem>, count: Int) {
        self.page = page
        self.count = count
    }
}
