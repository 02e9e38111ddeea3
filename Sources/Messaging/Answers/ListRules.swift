package import Wire

/// A user's membership of a conversation, as shown in the user's list.
public enum MembershipState: Hashable, Sendable, CaseIterable {
    case active, left, removed
}

/// Which conversations a list contains.
public enum ListFilter: Hashable, Sendable, CaseIterable {
    case active, archived, hidden, former, all
}

/// The figures that decide whether and where a user's list shows a conversation, and that add up to
/// its totals.
package struct ListedConversation: Hashable, Sendable {
    package let id: ConversationID
    package let membership: MembershipState
    package let isPinned: Bool
    package let isArchived: Bool
    /// Whether its owner has hidden it, or it is a direct conversation with a user that the owner
    /// blocks.
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
    /// Whether a list with these filters shows a conversation.
    ///
    /// Each is shown by `all` and by one other filter: hidden ones by `hidden` only; of the rest,
    /// by membership, and active ones by being archived or not.
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

/// The place of a conversation in a list: pinned ones first, then the latest activity, equal ones
/// by id.
package struct ListPlace: Hashable, Sendable, Comparable {
    package let isPinned: Bool
    package let lastActivity: Timestamp
    package let id: ConversationID

    package init(isPinned: Bool, lastActivity: Timestamp, id: ConversationID) {
        self.isPinned = isPinned
        self.lastActivity = lastActivity
        self.id = id
    }

    // Inlined where another module looks for the first of thousands of places.
    @inlinable
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

/// The figures that decide whether a list shows an entry of a timeline.
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

    /// Whether it can be a conversation's last message, if no newer entry can.
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

/// The totals of unread messages in all of a user's conversations.
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
