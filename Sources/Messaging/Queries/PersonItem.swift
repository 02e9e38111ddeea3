public import Wire

/// A user's profile, as the viewer may see it.
public struct ProfileItem: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The name for searches.
    public var username: String
    /// The full name, which is shown in place of the username.
    public var fullName: String?
    /// The URL or storage path of the picture.
    public var avatar: String?
    /// The e-mail address, if the viewer may see it.
    public var email: String?
    /// The embedder's own data, unchanged.
    public var custom: String?
    /// The presence, if the viewer may see it.
    public var presence: Presence?

    /// Creates a profile item.
    public init(
        user: UserID,
        username: String,
        fullName: String? = nil,
        avatar: String? = nil,
        email: String? = nil,
        custom: String? = nil,
        presence: Presence? = nil
    ) {
        self.user = user
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.email = email
        self.custom = custom
        self.presence = presence
    }
}

/// A user in a list of an answer.
public struct PersonItem: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The name to show.
    public var name: String
    /// The URL or storage path of the picture.
    public var avatar: String?

    /// Creates a person item.
    public init(user: UserID, name: String, avatar: String? = nil) {
        self.user = user
        self.name = name
        self.avatar = avatar
    }
}

/// A person and the time of their reaction, delivery or reading.
public struct TimedPerson: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The name to show.
    public var name: String
    /// The URL or storage path of the picture.
    public var avatar: String?
    /// The time of the act.
    public var at: Timestamp

    /// Creates a timed person.
    public init(user: UserID, name: String, avatar: String? = nil, at: Timestamp) {
        self.user = user
        self.name = name
        self.avatar = avatar
        self.at = at
    }

    package init(_ person: PersonItem, at time: Timestamp) {
        self.init(user: person.user, name: person.name, avatar: person.avatar, at: time)
    }
}

/// A member, present or former, of a conversation.
public struct MemberItem: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The name to show.
    public var name: String
    /// The name for searches; nil without a profile.
    public var username: String?
    /// The full name, if there is one.
    public var fullName: String?
    /// The URL or storage path of the picture.
    public var avatar: String?
    /// The role in the conversation.
    public var role: Role
    /// The permissions, from the role and from flags.
    public var permissions: Permissions
    /// The time of the last joining.
    public var joinedAt: Timestamp
    /// The time of leaving or removal; nil for a present member.
    public var leftAt: Timestamp?
    /// The user who added the member; nil for founders.
    public var addedBy: UserID?
    /// The presence, if the viewer may see it.
    public var presence: Presence?

    /// Creates a member item.
    public init(
        user: UserID,
        name: String,
        username: String? = nil,
        fullName: String? = nil,
        avatar: String? = nil,
        role: Role,
        permissions: Permissions,
        joinedAt: Timestamp,
        leftAt: Timestamp? = nil,
        addedBy: UserID? = nil,
        presence: Presence? = nil
    ) {
        self.user = user
        self.name = name
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.role = role
        self.permissions = permissions
        self.joinedAt = joinedAt
        self.leftAt = leftAt
        self.addedBy = addedBy
        self.presence = presence
    }
}

/// A page of members, in the order of joining.
public struct MemberPage: Hashable, Sendable {
    /// The members, and the cursor of the next page.
    public var page: Page<MemberItem>
    /// The number of members on all pages.
    public var count: Int

    /// Creates a member page.
    public init(_ page: Page<MemberItem>, count: Int) {
        self.page = page
        self.count = count
    }
}

extension MemberPage: PageAnswer {
    package var itemCount: Int { page.items.count }
}

/// A page of a conversation's members, in the order of joining.
public struct MembersQuery: PagedQuery {
    /// A page of members, and the number of all of them.
    public typealias Answer = MemberPage

    package static let name = QueryName.members
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The conversation.
    public var conversation: ConversationID
    /// Whether to list former members too.
    public var includesFormer: Bool
    /// The largest number of members; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the members of a conversation.
    public init(
        of conversation: ConversationID,
        includesFormer: Bool = false,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.conversation = conversation
        self.includesFormer = includesFormer
        self.limit = limit
        self.cursor = cursor
    }

    package var opening: Opening? { Opening(conversation: conversation) }
}

/// A user's profile.
public struct ProfileQuery: ServedQuery {
    /// The profile, as the viewer may see it.
    public typealias Answer = ProfileItem

    package static let name = QueryName.profile
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The user.
    public var user: UserID

    /// Creates a query for the profile of a user.
    public init(of user: UserID) { self.user = user }

    package var opening: Opening? { Opening(user: user) }
}

/// A page of the users whose names contain a text.
public struct UsersQuery: PagedQuery {
    /// A page of profiles.
    public typealias Answer = Page<ProfileItem>

    package static let name = QueryName.users
    package static let audience = Audience.users

    /// Part of a username or a full name; case and accents do not matter.
    public var search: String
    /// Users to leave out, such as those already chosen.
    public var excluded: [UserID]
    /// The largest number of users; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the users whose names contain a text.
    public init(
        matching search: String,
        excluding excluded: [UserID] = [],
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.search = search
        self.excluded = excluded
        self.limit = limit
        self.cursor = cursor
    }
}
