package import Wire

/// What a query finds, a case for each query.
package enum QueryAnswer: Hashable, Sendable {
    case conversations(Page<ConversationItem>)
    case conversation(ConversationPortrait)
    case messages(MessagePage)
    case message(MessageItem)
    case history(MessageHistory)
    case reactions([ReactionGroup])
    case receipts(ReceiptItem)
    case unread(UnreadItem)
    case unreadTotals(UnreadOverview)
    case members(MemberPage)
    case findDirect(ConversationID?)
    case findByContext([ConversationID])
    case profile(ProfileItem)
    case users(Page<ProfileItem>)
    case settings(Settings)
    case blocks([UserID])
    case mayI(Permit)
    case outcome(Position?)
    case typing(TypingItem)
    case changes(ChangePage)
    case reports(Page<ReportItem>)
}

/// How many messages of a conversation are unread.
package struct UnreadItem: Hashable, Sendable {
    package var count: UInt64
    /// The oldest of them.
    package var first: MessageID?

    package init(count: UInt64, first: MessageID? = nil) {
        self.count = count
        self.first = first
    }
}

/// How many messages are unread in all of somebody's conversations.
package struct UnreadOverview: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        package var conversation: ConversationID
        package var count: UInt64

        package init(_ conversation: ConversationID, count: UInt64) {
            self.conversation = conversation
            self.count = count
        }
    }

    package var total: UInt64
    /// What the badge of an application shows: without muted and archived conversations.
    package var badge: UInt64
    /// Those that have something unread, in the order of a list.
    package var conversations: [Part]

    package init(total: UInt64, badge: UInt64, conversations: [Part]) {
        self.total = total
        self.badge = badge
        self.conversations = conversations
    }
}

/// The reactions of one kind on a message.
package struct ReactionGroup: Hashable, Sendable {
    package var reaction: String
    /// Whether the viewer is among them.
    package var isMine: Bool
    /// In the order of reacting.
    package var users: [TimedPerson]

    package init(reaction: String, isMine: Bool, users: [TimedPerson]) {
        self.reaction = reaction
        self.isMine = isMine
        self.users = users
    }
}

/// Whom a message has reached, as its sender is told.
package struct ReceiptItem: Hashable, Sendable {
    package var sentAt: Timestamp
    package var delivered: [TimedPerson]
    package var read: [TimedPerson]
    /// Who is not known to have read it.
    package var waiting: [UserID]
    /// How many could read it.
    package var audience: Int
    package var allRead: Bool
    package var status: ReceiptSummary.Status

    package init(
        sentAt: Timestamp,
        delivered: [TimedPerson],
        read: [TimedPerson],
        waiting: [UserID],
        audience: Int,
        allRead: Bool,
        status: ReceiptSummary.Status
    ) {
        self.sentAt = sentAt
        self.delivered = delivered
        self.read = read
        self.waiting = waiting
        self.audience = audience
        self.allRead = allRead
        self.status = status
    }
}

/// Who is typing in a conversation.
package struct TypingItem: Hashable, Sendable {
    package struct Typist: Hashable, Sendable {
        package var user: UserID
        package var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// Who began first comes first.
    package var users: [Typist]
    /// A sentence that says so; nil if nobody is.
    package var text: String?

    package init(users: [Typist], text: String?) {
        self.users = users
        self.text = text
    }
}
