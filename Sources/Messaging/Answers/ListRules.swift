package import Wire

/// Whether somebody belongs to a conversation, as a row of their list says it.
public enum MembershipState: Hashable, Sendable, CaseIterable {
    case active, left, removed
}

/// Which conversations a list is asked for.
public enum ListFilter: Hashable, Sendable, CaseIterable {
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
    package var lastActivity: Timestamp
    package private(set) var unread: UInt64

    /// Joins what decides, with muting as it is at a time.
    ///
    /// `blocksOther` says that this is a direct conversation whose owner has blocked the other: it
    /// comes back by itself when the block is taken away. Whether a filter shows it depends on
    /// neither activity nor unread, so that these can be found out later.
    package init(
        _ id: ConversationID,
        _ membership: MembershipState,
        personal: PersonalFacts,
        blocksOther: Bool,
        lastActivity: Timestamp = Timestamp(microseconds: 0),
        unread: UInt64 = 0,
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

extension ListedConversation {
    /// The same, of a member with something unread.
    package func with(unread: UInt64) -> ListedConversation {
        var copy = self
        copy.unread = membership == .active ? unread : 0
        return copy
    }
}

/// Where a list has a conversation: pinned ones first, then the latest activity, equal ones by id.
package struct ListPlace: Hashable, Sendable, Comparable {
    package let isPinned: Bool
    package let lastActivity: Timestamp
    package let id: ConversationID

    package init(isPinned: Bool, lastActivity: Timestamp, id: ConversationID) {
        self.isPinned = isPinned
        self.lastActivity = lastActivity
        self.id = id
    }

    package static func < (left: ListPlace, right: ListPlace) -> Bool {
        if left.isPinned != right.isPinned { return left.isPinned }
        if left.lastActivity != right.lastActivity {
            return right.lastActivity < left.lastActivity
        }
        return left.id < right.id
    }
}

extension ListedConversation: Comparable {
    package var place: ListPlace {
        ListPlace(isPinned: isPinned, lastActivity: lastActivity, id: id)
    }

    package static func < (left: ListedConversation, right: ListedConversation) -> Bool {
        left.place < right.place
    }
}

/// What decides whether an entry of a timeline shows in a list.
package struct ListedEntry: Hashable, Sendable {
    package let position: Position
    package let sentAt: Timestamp
    package let isSystem: Bool
    /// Whether it is deleted, as far as the viewer may know, or erased.
    package let isGone: Bool

    package init(position: Position, sentAt: Timestamp, isSystem: Bool, isGone: Bool) {
        self.position = position
        self.sentAt = sentAt
        self.isSystem = isSystem
        self.isGone = isGone
    }

    /// Whether it is what a conversation says last, if nothing newer is.
    ///
    /// That is a message or a system entry that the viewer can see and that is not gone.
    package func canBeLast(for viewer: Visibility) -> Bool {
        !isGone && viewer.showsEntry(at: position, sentAt: sentAt)
    }

    /// Whether it is the last activity, if nothing newer is: a list sorts a conversation by when
    /// that was sent, or by its creation.
    ///
    /// That is what can be last, without the entries that the store makes: a new title moves
    /// nothing. When it is deleted, an earlier one takes its place.
    package func isActivity(for viewer: Visibility) -> Bool {
        !isSystem && canBeLast(for: viewer)
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

    package init(of all: [ListedConversation]) {
        conversations =
            all.filter { $0.membership == .active && !$0.isHidden && $0.unread > 0 }.sorted()
        total = Self.sum(conversations)
        badge = Self.sum(conversations.filter { !$0.isMuted && !$0.isArchived })
    }

    private static func sum(_ conversations: [ListedConversation]) -> UInt64 {
        var sum: UInt64 = 0
        for conversation in conversations {
            let (next, overflow) = sum.addingReportingOverflow(conversation.unread)
            sum = overflow ? .max : next
        }
        return sum
    }
}
