public import Wire

/// Whether a user is online, and when they were last active.
public struct Presence: Hashable, Sendable {
    /// Whether a device reported within the last 75 seconds.
    public var isOnline: Bool
    /// The time of the user's last activity: a report of a device, or an event of their own.
    public var lastSeenAt: Timestamp

    /// Creates a presence.
    public init(isOnline: Bool, lastSeenAt: Timestamp) {
        self.isOnline = isOnline
        self.lastSeenAt = lastSeenAt
    }
}

/// The presence of some people, as far as the viewer may see it.
public struct PresenceQuery: ServedQuery {
    /// One item for each person, in the order of the query.
    public typealias Answer = [PresenceItem]

    package static let name = QueryName.presence
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// The people, at most `Limits.people`; each is answered once.
    public var users: [UserID]

    /// Creates a query for the presence of some people.
    public init(of users: [UserID]) { self.users = users }

    package var opening: Opening? { nil }
}

/// The presence of a person.
public struct PresenceItem: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The presence; nil if the viewer may not see it, or nothing is known of the person.
    public var presence: Presence?

    /// Creates a presence item.
    public init(user: UserID, presence: Presence? = nil) {
        self.user = user
        self.presence = presence
    }
}
