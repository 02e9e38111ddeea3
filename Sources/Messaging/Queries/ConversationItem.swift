package import Wire

/// A conversation as its row in somebody's list shows it.
package struct ConversationItem: Hashable, Sendable {
    /// Somebody who stands for a conversation.
    package struct Face: Hashable, Sendable {
        package var user: UserID
        package var name: String
        package var avatar: String?

        package init(user: UserID, name: String, avatar: String? = nil) {
            self.user = user
            self.name = name
            self.avatar = avatar
        }
    }

    /// What was said or done last, of what the viewer can see.
    package struct Last: Hashable, Sendable {
        package var message: MessageID
        /// What the message holds; nil for what the store made of another event.
        package var kind: MessageKind?
        package var preview: String
        package var sender: UserID
        package var senderName: String
        package var at: Timestamp
        /// How far it has come, for the viewer's own message.
        package var status: ReceiptSummary.Status?

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

    package var conversation: ConversationID
    package var kind: ConversationKind
    /// Its own title, or one made of the members' names.
    package var title: String
    package var isTitled: Bool
    package var photo: String?
    /// What the embedder added when it was created.
    package var custom: String?
    package var avatars: [Face]
    package var last: Last?
    package var lastActivityAt: Timestamp
    package var lastReadAt: Timestamp?
    package var unread: UInt64
    package var isMuted: Bool
    package var mutedUntil: Timestamp?
    package var isPinned: Bool
    package var isArchived: Bool
    package var isHidden: Bool
    package var membership: MembershipState
    package var isClosed: Bool

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
package struct ConversationPortrait: Hashable, Sendable {
    package var item: ConversationItem
    package var memberCount: Int
    package var role: Role
    package var permissions: Permissions
    package var context: Context?
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var createdBy: UserID
    package var createdAt: Timestamp
    package var closedAt: Timestamp?

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
