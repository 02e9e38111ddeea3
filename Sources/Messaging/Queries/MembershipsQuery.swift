public import Wire

/// A conversation that a user is or was a member of, with the present or last membership.
public struct MembershipItem: Hashable, Sendable {
    /// The conversation.
    public var conversation: ConversationID
    /// Whether it is a direct conversation, a group or a request.
    public var kind: ConversationKind
    /// The role; after leaving, the last one.
    public var role: Role
    /// The time of the last joining.
    public var joinedAt: Timestamp
    /// The time of leaving or removal; nil for a present member.
    public var leftAt: Timestamp?

    /// Creates a membership item.
    public init(
        _ conversation: ConversationID,
        kind: ConversationKind,
        role: Role,
        joinedAt: Timestamp,
        leftAt: Timestamp? = nil
    ) {
        self.conversation = conversation
        self.kind = kind
        self.role = role
        self.joinedAt = joinedAt
        self.leftAt = leftAt
    }
}

/// A page of the conversations that a user is or was a member of, in the order of their creation;
/// for the operator.
public struct MembershipsQuery: PagedQuery {
    /// A page of memberships, one of each conversation.
    public typealias Answer = Page<MembershipItem>

    package static let name = QueryName.memberships
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation

    /// The user.
    public var user: UserID
    /// The largest number of conversations; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the memberships of a user.
    public init(of user: UserID, limit: Int? = nil, cursor: Cursor? = nil) {
        self.user = user
        self.limit = limit
        self.cursor = cursor
    }

    package var opening: Opening? { nil }
}
