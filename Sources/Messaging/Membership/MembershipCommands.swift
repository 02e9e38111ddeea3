/// Adds somebody to a conversation, or adds them again.
public struct AddParticipant: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Who joins.
    public var user: UserID
    /// `admin` or `member`.
    public var role: Role

    /// Names who joins what, and as what.
    public init(conversation: ConversationID, user: UserID, role: Role = .member) {
        self.conversation = conversation
        self.user = user
        self.role = role
    }
}

/// Takes somebody out of a conversation; of oneself, it is leaving.
public struct RemoveParticipant: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Who goes.
    public var user: UserID

    /// Names who goes.
    public init(conversation: ConversationID, user: UserID) {
        self.conversation = conversation
        self.user = user
    }
}

/// Leaves a conversation.
public struct Leave: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID

    /// Names what is left.
    public init(conversation: ConversationID) { self.conversation = conversation }
}

/// Makes a member an admin, or an admin a member.
public struct SetRole: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Whose role it is.
    public var user: UserID
    /// `admin` or `member`.
    public var role: Role

    /// Says who is what from now on.
    public init(conversation: ConversationID, user: UserID, role: Role) {
        self.conversation = conversation
        self.user = user
        self.role = role
    }
}

/// Changes what a member may do; what is nil stays as it is.
public struct SetPermissions: Hashable, Sendable {
    /// The group or request.
    public var conversation: ConversationID
    /// Whose flags they are.
    public var user: UserID
    /// Whether the member may add others.
    public var canAdd: Bool?
    /// Whether the member may remove others.
    public var canRemove: Bool?
    /// Whether the member may change title and photo.
    public var canEdit: Bool?

    /// Says which flags change.
    public init(
        conversation: ConversationID,
        user: UserID,
        canAdd: Bool? = nil,
        canRemove: Bool? = nil,
        canEdit: Bool? = nil
    ) {
        self.conversation = conversation
        self.user = user
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }
}
