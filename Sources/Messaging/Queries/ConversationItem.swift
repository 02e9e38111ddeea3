public import Wire

/// A row of a user's list of conversations.
public struct ConversationItem: Hashable, Sendable {
    /// The last entry that the viewer can see.
    public struct Last: Hashable, Sendable {
        /// The entry's id.
        public var message: MessageID
        /// The kind of message; nil for a system entry.
        public var kind: MessageKind?
        /// The beginning of the text in one line, of the length that the query asks for.
        public var preview: String
        /// The sender, or the acting user of a system entry; nil for the operator.
        public var sender: UserID?
        /// The name to show; empty where there is no sender.
        public var senderName: String
        /// The time of sending.
        public var at: Timestamp
        /// The status, for the viewer's own message.
        public var status: ReceiptSummary.Status?

        /// Creates the newest entry of a conversation.
        public init(
            message: MessageID,
            kind: MessageKind?,
            preview: String,
            sender: UserID?,
            senderName: String,
            at: Timestamp,
            status: ReceiptSummary.Status? = nil
        ) {
            self.message = message
            self.kind = kind
            self.preview = preview
            self.sender = sender
            self.senderName = senderName
            self.at = at
            self.status = status
        }
    }

    /// The first part of a conversation that holds the text of a search.
    public enum Match: Hashable, Sendable, CaseIterable {
        /// Its title, set or made of names.
        case title
        /// A member's username or full name.
        case people
        /// The last message.
        case last
    }

    /// The conversation's id.
    public var conversation: ConversationID
    /// Whether it is a direct conversation, a group or a request.
    public var kind: ConversationKind
    /// The title, or a title made of the members' names.
    public var title: String
    /// Whether the title was set by a member.
    public var isTitled: Bool
    /// The URL or storage path of the photo.
    public var photo: String?
    /// The embedder's own data, unchanged.
    public var custom: String?
    /// Up to four other members, for a picture.
    public var avatars: [PersonItem]
    /// The last entry; nil if the viewer can see none.
    public var last: Last?
    /// The time of the last activity, by which the list is ordered.
    public var lastActivityAt: Timestamp
    /// The time of the newest entry that membership lets the viewer see, else of the creation;
    /// deletion, clearing and expiry do not change it.
    public var updatedAt: Timestamp
    /// The time at which the viewer read it last.
    public var lastReadAt: Timestamp?
    /// The newest message that the viewer has read; marking as unread does not change it.
    public var lastReadMessage: MessageID?
    /// The number of unread messages.
    public var unread: UInt64
    /// Whether it is muted.
    public var isMuted: Bool
    /// The time at which muting ends; nil for no end.
    public var mutedUntil: Timestamp?
    /// Whether the viewer gets notifications about it, apart from muting.
    public var hasNotifications: Bool
    /// Whether it is pinned to the top of the list.
    public var isPinned: Bool
    /// Whether the viewer has archived it.
    public var isArchived: Bool
    /// Whether it is hidden until the next message.
    public var isHidden: Bool
    /// Whether the viewer is a member, left, or was removed.
    public var membership: MembershipState
    /// The time of leaving or removal; nil for a present member.
    public var leftAt: Timestamp?
    /// Whether it is closed, so that no member can write.
    public var isClosed: Bool
    /// The part that holds the text of the search; nil without a search.
    public var matched: Match?
    /// The presence of the other person of a direct conversation, if the viewer may see it.
    public var presence: Presence?

    /// Creates a conversation item.
    public init(
        conversation: ConversationID,
        kind: ConversationKind,
        title: String,
        isTitled: Bool,
        photo: String? = nil,
        custom: String? = nil,
        avatars: [PersonItem] = [],
        last: Last? = nil,
        lastActivityAt: Timestamp,
        updatedAt: Timestamp,
        lastReadAt: Timestamp? = nil,
        lastReadMessage: MessageID? = nil,
        unread: UInt64 = 0,
        isMuted: Bool = false,
        mutedUntil: Timestamp? = nil,
        hasNotifications: Bool = true,
        isPinned: Bool = false,
        isArchived: Bool = false,
        isHidden: Bool = false,
        membership: MembershipState = .active,
        leftAt: Timestamp? = nil,
        isClosed: Bool = false,
        matched: Match? = nil,
        presence: Presence? = nil
    ) {
        self.conversation = conversation
        self.kind = kind
        self.title = title
        self.isTitled = isTitled
        self.photo = photo
        self.custom = custom
        self.avatars = avatars
        self.last = last
        self.lastActivityAt = lastActivityAt
        self.updatedAt = updatedAt
        self.lastReadAt = lastReadAt
        self.lastReadMessage = lastReadMessage
        self.unread = unread
        self.isMuted = isMuted
        self.mutedUntil = mutedUntil
        self.hasNotifications = hasNotifications
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isHidden = isHidden
        self.membership = membership
        self.leftAt = leftAt
        self.isClosed = isClosed
        self.matched = matched
        self.presence = presence
    }
}

/// A conversation with the details that its own page shows.
public struct ConversationPortrait: Hashable, Sendable {
    /// Its row of the list.
    public var item: ConversationItem
    /// The number of members.
    public var memberCount: Int
    /// The number of messages that the viewer sees, without deleted and erased ones.
    public var messageCount: UInt64
    /// The viewer's role.
    public var role: Role
    /// The viewer's permissions.
    public var permissions: Permissions
    /// The context, for a request.
    public var context: Context?
    /// The reactions that members may use.
    public var reactions: ReactionPolicy
    /// Whether new members see earlier messages.
    public var history: HistoryPolicy
    /// The user who created it.
    public var createdBy: UserID
    /// The time of creation.
    public var createdAt: Timestamp
    /// The time of closing.
    public var closedAt: Timestamp?

    /// Creates a conversation portrait.
    public init(
        item: ConversationItem,
        memberCount: Int,
        messageCount: UInt64,
        role: Role,
        permissions: Permissions,
        context: Context? = nil,
        reactions: ReactionPolicy,
        history: HistoryPolicy,
        createdBy: UserID,
        createdAt: Timestamp,
        closedAt: Timestamp? = nil
    ) {
        self.item = item
        self.memberCount = memberCount
        self.messageCount = messageCount
        self.role = role
        self.permissions = permissions
        self.context = context
        self.reactions = reactions
        self.history = history
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.closedAt = closedAt
    }
}
