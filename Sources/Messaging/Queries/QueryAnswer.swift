public import Wire

/// What a query finds, a case for each query.
public enum QueryAnswer: Hashable, Sendable {
    case conversations(Page<ConversationItem>)
    case conversation(ConversationPortrait)
    case messages(MessagePage)
    case message(MessageItem)
    case history(MessageHistory)
    case replies(Page<MessageItem>)
    case mentions(Page<MessageItem>)
    case reactions(Page<ReactionGroup>)
    case receipts(ReceiptItem)
    case unread(UnreadItem)
    case unreadTotals(UnreadOverview)
    case members(MemberPage)
    case media(MediaPage)
    case findDirect(ConversationID?)
    case findByContext(Page<ConversationID>)
    case profile(ProfileItem)
    case users(Page<ProfileItem>)
    case settings(Settings)
    case blocks(Page<UserID>)
    case mayI(Permit)
    case outcome(Position?)
    case typing(TypingItem)
    case changes(ChangePage)
    case reports(Page<ReportItem>)
}

/// How many messages of a conversation are unread.
public struct UnreadItem: Hashable, Sendable {
    /// How many there are.
    public var count: UInt64
    /// The oldest of them.
    public var first: MessageID?

    package init(count: UInt64, first: MessageID? = nil) {
        self.count = count
        self.first = first
    }
}

/// How many messages are unread in all of somebody's conversations.
public struct UnreadOverview: Hashable, Sendable {
    /// A conversation that has something unread.
    public struct Part: Hashable, Sendable {
        /// Which conversation.
        public var conversation: ConversationID
        /// How many messages are unread in it.
        public var count: UInt64

        package init(_ conversation: ConversationID, count: UInt64) {
            self.conversation = conversation
            self.count = count
        }
    }

    /// How many in all conversations that are neither hidden nor left.
    public var total: UInt64
    /// What the badge of an application shows: without muted and archived conversations.
    public var badge: UInt64
    /// A page of those that have something unread, in the order of a list.
    public var conversations: [Part]
    /// Where the next page begins; nil where nothing follows.
    public var next: Cursor?

    package init(total: UInt64, badge: UInt64, conversations: [Part], next: Cursor? = nil) {
        self.total = total
        self.badge = badge
        self.conversations = conversations
        self.next = next
    }
}

/// The reactions of one kind on a message.
public struct ReactionGroup: Hashable, Sendable {
    /// One of the six names, or an emoji.
    public var reaction: String
    /// How many people have it.
    public var count: Int
    /// Whether the viewer is among them.
    public var isMine: Bool
    /// In the order of reacting: the first `Limits.shownReactors`, or a page of them if the people
    /// of this reaction were asked for.
    public var users: [TimedPerson]

    package init(reaction: String, count: Int, isMine: Bool, users: [TimedPerson]) {
        self.reaction = reaction
        self.count = count
        self.isMine = isMine
        self.users = users
    }
}

/// Whom a message has reached, as its sender is told: a page of its audience in the order of
/// joining, each in the lists that they belong to.
public struct ReceiptItem: Hashable, Sendable {
    /// When it was sent.
    public var sentAt: Timestamp
    /// Who has it on a device, and since when.
    public var delivered: [TimedPerson]
    /// Who has read it, and when.
    public var read: [TimedPerson]
    /// Who is not known to have read it.
    public var waiting: [UserID]
    /// How many have read it, on this page or another.
    public var readCount: Int
    /// How many could read it, on this page or another.
    public var audience: Int
    /// Whether everybody has read it who could.
    public var allRead: Bool
    /// How far it has come with everybody.
    public var status: ReceiptSummary.Status
    /// Where the next page begins; nil where nobody follows.
    public var next: Cursor?

    package init(
        sentAt: Timestamp,
        delivered: [TimedPerson],
        read: [TimedPerson],
        waiting: [UserID],
        readCount: Int,
        audience: Int,
        allRead: Bool,
        status: ReceiptSummary.Status,
        next: Cursor? = nil
    ) {
        self.sentAt = sentAt
        self.delivered = delivered
        self.read = read
        self.waiting = waiting
        self.readCount = readCount
        self.audience = audience
        self.allRead = allRead
        self.status = status
        self.next = next
    }
}

/// Who is typing in a conversation.
public struct TypingItem: Hashable, Sendable {
    /// Somebody who is typing.
    public struct Typist: Hashable, Sendable {
        /// Who it is.
        public var user: UserID
        /// The name that is shown for them.
        public var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// Who began first comes first.
    public var users: [Typist]
    /// A sentence that says so; nil if nobody is.
    public var text: String?

    package init(users: [Typist], text: String?) {
        self.users = users
        self.text = text
    }
}
