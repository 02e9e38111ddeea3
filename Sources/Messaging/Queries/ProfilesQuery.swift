/// A user's name and, as far as the viewer may see it, profile.
public struct NamedProfile: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The name to show; "Unknown" without a profile.
    public var name: String
    /// The name for searches; nil if the viewer may not see the profile.
    public var username: String?
    /// The full name, which is shown in place of the username.
    public var fullName: String?
    /// The URL or storage path of the picture.
    public var avatar: String?
    /// The e-mail address, if the viewer may see it.
    public var email: String?
    /// The presence, if the viewer may see it.
    public var presence: Presence?

    /// Creates a named profile.
    public init(
        user: UserID,
        name: String,
        username: String? = nil,
        fullName: String? = nil,
        avatar: String? = nil,
        email: String? = nil,
        presence: Presence? = nil
    ) {
        self.user = user
        self.name = name
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.email = email
        self.presence = presence
    }
}

/// The profiles of up to `Limits.people` users.
public struct ProfilesQuery: ServedQuery {
    /// The profiles in the order of the query, each once.
    public typealias Answer = [NamedProfile]

    package static let name = QueryName.profiles
    package static let audience = Audience.usersAndOperator
    package static let pastNeed = PastNeed.conversation

    /// The users.
    public var users: [UserID]

    /// Creates a query for the profiles of some users.
    public init(of users: [UserID]) { self.users = users }
}

/// The profiles of up to `Limits.people` users, e-mail addresses included; for the operator.
public struct OperatorProfilesQuery: ServedQuery {
    /// The profiles in the order of the query, each once.
    public typealias Answer = [NamedProfile]

    package static let name = ProfilesQuery.name
    package static let audience = ProfilesQuery.audience
    package static let pastNeed = PastNeed.conversation

    /// The users.
    public var users: [UserID]

    /// Creates a query for the profiles of some users.
    public init(of users: [UserID]) { self.users = users }
}
