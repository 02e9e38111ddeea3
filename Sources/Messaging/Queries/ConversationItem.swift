public import Wire

/// A conversation as its row in somebody's list shows it.
public struct ConversationItem: Hashable, Sendable {
    /// Somebody who stands for a conversation.
    public struct Face: Hashable, Sendable {
        /// Who it is.
        public var user: UserID
        /// The name that is shown.
        public var name: String
        /// The URL or storage path of their picture.
        public var avatar: String?

        package init(user: UserID, name: String, avatar: String? = nil) {
            self.user = user
            self.name = name
            self.avatar = avatar
        }
    }

    /// What was said or done last, of what the viewer can see.
    public struct Last: Hashable, Sendable {
        /// The entry's id.
        public var message: MessageID
        /// What the message holds; nil for what the store made of another event.
        public var kind: MessageKind?
        /// Its beginning in one line, as long as was asked for.
        public var preview: String
        /// Who sent it or did it.
        public var sender: UserID
        /// The name that is shown for them.
        public var senderName: String
        /// When it was sent.
        public var at: Timestamp
        /// How far it has come, for the viewer's own message.
        public var status: ReceiptSummary.Status?

        package init(
            message: MessageID,
            kind: MessageKind?,
            preview: String,
            sender: UserID,
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

    /// The conversation's id.
    public var conversation: ConversationID
    /// Whether it is between two, a group, or about something.
    public var kind: ConversationKind
    /// Its own title, or one made of the members' names.
    public var title: String
    /// Whether somebody gave it its title.
    public var isTitled: Bool
    /// The URL or storage path of its photo.
    public var photo: String?
    /// What the embedder added when it was created.
    public var custom: String?
    /// Up to four members who stand for it, the viewer not among them.
    public var avatars: [Face]
    /// What was said or done last; nil where there is nothing to see.
    public var last: Last?
    /// When something happened last: by this the list is in order.
    public var lastActivityAt: Timestamp
    /// When the viewer read in it last.
    public var lastReadAt: Timestamp?
    /// How many messages are unread.
    public var unread: UInt64
    /// Whether it makes itself heard not at all.
    public var isMuted: Bool
    /// When muting ends by itself.
    public var mutedUntil: Timestamp?
    /// Whether it stands above the others.
    public var isPinned: Bool
    /// Whether the viewer has put it out of the way.
    public var isArchived: Bool
    /// Whether it is out of sight until somebody writes.
    public var isHidden: Bool
    /// Whether the viewer is a member, left, or was removed.
    public var membership: MembershipState
    /// Whether nobody can write any more.
    public var isClosed: Bool

    package init(
        conversation: ConversationID,
        kind: ConversationKind,
        title: String,
        isTitled: Bool,
        photo: String? = nil,
        custom: String? = nil,
        avatars: [Face] = [],
        last: Last? = nil,
        lastActivityAt: Timestamp,
        lastReadAt: Timestamp? = nil,
        unread: UInt64 = 0,
        isMuted: Bool = false,
        mutedUntil: Timestamp? = nil,
        isPinned: Bool = false,
        isArchived: Bool = false,
        isHidden: Bool = false,
        membership: MembershipState = .active,
        isClosed: Bool = false
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
        self.lastReadAt = lastReadAt
        self.unread = unread
        self.isMuted = isMuted
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isHidden = isHidden
        self.membership = membership
        self.isClosed = isClosed
    }
}

/// A conversation with what only its own page shows.
public struct ConversationPortrait: Hashable, Sendable {
    /// What the list shows of it.
    public var item: ConversationItem
    /// How many members there are.
    public var memberCount: Int
    /// What the viewer is in it.
    public var role: Role
    /// What the viewer may do in it.
    public var permissions: Permissions
    /// What it is about, for a request.
    public var context: Context?
    /// Which reactions its members may choose from.
    public var reactions: ReactionPolicy
    /// What members who join later can see of the time before.
    public var history: HistoryPolicy
    /// Who began it.
    public var createdBy: UserID
    /// When it began.
    public var createdAt: Timestamp
    /// When it was closed.
    public var closedAt: Timestamp?

    package init(
        item: ConversationItem,
        memberCount: Int,
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
