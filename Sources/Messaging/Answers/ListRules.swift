package import Wire

/// Whether somebody belongs to a conversation, as a row of their list says it.
package enum MembershipState: Hashable, Sendable, CaseIterable {
    case active, left, removed
}

/// Which conversations a list is asked for.
package enum ListFilter: Hashable, Sendable, CaseIterable {
    case active, archived, hidden, former, all
}

/// What decides whether and where somebody's list shows a conversation, and what it adds up to.
package struct ListedConversation: Hashable, Sendable {
    package let id: ConversationID
    package let membership: MembershipState
    package let isPinned: Bool
    package let isArchived: Bool
    /// Hidden by its owner, or a direct conversation with somebody whom its owner blocks.
    package let isHidden: Bool
    package let isMuted: Bool
    package let lastActivity: Timestamp
    package let unread: UInt64

    /// Joins what decides, with muting as it is at a time.
    ///
    /// `blocksOther` says that this is a direct conversation whose owner has blocked the other: it
    /// comes back by itself when the block is taken away.
    package init(
        _ id: ConversationID,
        _ membership: MembershipState,
        personal: PersonalFacts,
        blocksOther: Bool,
        lastActivity: Timestamp,
        unread: UInt64,
        now: Timestamp
    ) {
        self.id = id
        self.membership = membership
        isPinned = personal.isPinned
        isArchived = personal.isArchived
        isHidden = personal.isHidden || blocksOther
        isMuted = personal.isMuted(at: now)
        self.lastActivity = lastActivity
        self.unread = membership == .active ? unread : 0
    }
}

extension ListFilter {
    /// Whether a list asked for in this way shows a conversation.
    ///
    /// Each is shown by `all` and by one other filter: hidden ones by `hidden` alone, whatever
    /// else they are, the rest by membership, and of the active ones by being archived or not.
    package func shows(_ conversation: ListedConversation) -> Bool {
        self == .all || self == Self.place(of: conversation)
    }

    private static func place(of conversation: ListedConversation) -> ListFilter {
        if conversation.isHidden { return .hidden }
        return switch conversation.membership {
        case .active: conversation.isArchived ? .archived : .active
        case .left, .removed: .former
        }
    }
}

extension ListedConversation: Comparable {
    /// The order of a list: pinned ones first, then the latest activity, equal ones by id.
    package static func < (left: ListedConversation, right: ListedConversation) -> Bool {
        if left.isPinned != right.isPinned { return left.isPinned }
        if left.lastActivity != right.lastActivity {
            return left.lastActivity > right.lastActivity
        }
        return left.id < right.id
    }
}

extension MessageFacts {
    /// Whether it is what a conversation says last, if nothing newer is.
    ///
    /// That is a message or a system entry that the viewer can see and that is neither deleted nor
    /// erased.
    package func canBeLast(for viewer: Visibility) -> Bool {
        !isDeleted && !isErased && viewer.showsEntry(at: position, sentAt: sentAt)
    }

    /// Whether it is the last activity, if nothing newer is.
    ///
    /// That is what can be last, without the entries that the store makes: a new title moves
    /// nothing.
    package func isActivity(for viewer: Visibility) -> Bool {
        !isSystem && canBeLast(for: viewer)
    }
}

extension ListedConversation {
    /// By which time a list sorts a conversation: that of the newest entry that `isActivity` for
    /// the viewer, or of the creation.
    ///
    /// The entry's own time counts, whenever it is asked for; when it is deleted, an earlier one
    /// takes its place.
    package static func lastActivity(newest: MessageFacts?, created: Timestamp) -> Timestamp {
        newest?.sentAt ?? created
    }
}

/// What is unread in all of somebody's conversations together.
package struct UnreadTotals: Hashable, Sendable {
    /// Over those they are a member of and have not hidden, muted and archived ones included.
    package let total: UInt64
    /// The same without muted and archived ones.
    package let badge: UInt64
    /// Those that have something unread, in the order of a list.
    package let conversations: [ListedConversation]

    package init(of all: some Sequence<ListedConversation>) {
        conversations =
            all.filter { $0.membership == .active && !$0.isHidden && $0.unread > 0 }.sorted()
        total = Self.sum(conversations)
        badge = Self.sum(conversations.filter { !$0.isMuted && !$0.isArchived })
    }

    private static func sum(_ conversations: [ListedConversation]) -> UInt64 {
        conversations.reduce(0) { sum, conversation in
            let (next, overflow) = sum.addingReportingOverflow(conversation.unread)
            return overflow ? .max : next
        }
    }
}
