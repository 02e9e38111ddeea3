public import Wire

/// A user's standing with the moderators.
public struct StandingItem: Hashable, Sendable {
    /// The user.
    public var user: UserID
    /// The standing now: a suspension that has ended is none.
    public var standing: Standing
    /// The number of warnings; none is ever taken back.
    public var warnings: Int
    /// The time of the newest warning, suspension, ban or reinstatement; nil if there was none.
    public var at: Timestamp?
    /// The moderator who decided it, for moderators alone.
    public var by: UserID?

    /// Creates a standing item.
    public init(
        of user: UserID,
        _ standing: Standing,
        warnings: Int = 0,
        at: Timestamp? = nil,
        by: UserID? = nil
    ) {
        self.user = user
        self.standing = standing
        self.warnings = warnings
        self.at = at
        self.by = by
    }
}

/// A user's standing; the viewer's own, and for moderators any user's.
public struct StandingQuery: ServedQuery {
    /// The standing and the number of warnings.
    public typealias Answer = StandingItem

    package static let name = QueryName.standing
    package static let audience = Audience.users
    package static let pastNeed = PastNeed.conversation

    /// The user; nil for the viewer.
    public var user: UserID?

    /// Creates a query for a user's standing; nil asks for the viewer's own.
    public init(of user: UserID? = nil) { self.user = user }

    package var opening: Opening? { Opening(user: user) }
}
