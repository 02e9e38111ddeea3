public import Wire

/// A change that an event made for the viewer, as it stands now.
public struct ChangeItem: Hashable, Sendable {
    /// The position of the event.
    public var position: Position
    /// The time of the event.
    public var at: Timestamp
    /// The conversation; nil for a change outside conversations, and for an erasure in several.
    public var conversation: ConversationID?
    /// The change.
    public var change: Change

    /// Creates a change item.
    public init(
        at position: Position,
        on time: Timestamp,
        in conversation: ConversationID? = nil,
        _ change: Change
    ) {
        self.position = position
        at = time
        self.conversation = conversation
        self.change = change
    }

    /// A kind of change, with the present state of what it concerns.
    public enum Change: Hashable, Sendable {
        /// A new message. Sending reads the earlier ones: `readUpTo` is the viewer's newest message
        /// that the sender has thereby read, if that is new.
        case message(MessageItem, readUpTo: MessageID? = nil)
        /// A message was edited or annotated.
        case edited(MessageItem)
        case deleted(MessageItem)
        case erased(Erasure)
        /// A reaction was added or taken back; with the reactions that the message shows now, and
        /// the number of kinds if there are more.
        case reaction(
            MessageID,
            by: Person,
            now: [MessageItem.ReactionCount],
            reactionCount: Int? = nil
        )
        /// Messages of the viewer were delivered to a member or read by one.
        case receipt(Receipt)
        /// A member joined, left, was removed, or has other permissions.
        case member(Membership)
        /// A conversation was created or closed, or has another title, photo or context; with its
        /// entry in the timeline.
        case conversation(ConversationItem, entry: MessageItem? = nil)
        /// A change of the viewer's own settings, rows or relations.
        case personal(Personal)
        /// A user related to the viewer now has another name or profile, or none.
        case profile(NamedProfile)
        /// A custom event; its data is nil after its erasure.
        case custom(type: String, data: String?, by: Person)
        /// A report to the moderators, if the viewer is a moderator.
        case report(ReportItem)
        /// The viewer is no longer a member. It follows the change of the member.
        case ended(ConversationItem)
    }

    /// A user, and the name to show.
    public struct Person: Hashable, Sendable {
        /// The user.
        public var user: UserID
        /// The name to show.
        public var name: String

        /// Creates a person.
        public init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// The erased contents that the viewer could see.
    public struct Erasure: Hashable, Sendable {
        /// The messages and entries, in the order in which they were first named.
        public var messages: [MessageID]
        /// The positions of custom events.
        public var customs: [Position]
        /// Whether there are more than these: read cached messages again.
        public var isMore: Bool

        /// Creates an erasure.
        public init(messages: [MessageID], customs: [Position] = [], isMore: Bool = false) {
            self.messages = messages
            self.customs = customs
            self.isMore = isMore
        }
    }

    /// Messages of the viewer that a member now has or has read.
    public struct Receipt: Hashable, Sendable {
        /// Delivery or reading.
        public enum Reach: Hashable, Sendable, CaseIterable {
            case delivered, read
        }

        /// The newest of them; every earlier one that this member can see is included.
        public var message: MessageID
        /// The member.
        public var by: Person
        /// Whether they were delivered or read.
        public var reach: Reach

        /// Creates a receipt.
        public init(_ reach: Reach, upTo message: MessageID, by person: Person) {
            self.message = message
            by = person
            self.reach = reach
        }
    }

    /// A member, as they are now or were when the viewer left.
    public struct Membership: Hashable, Sendable {
        /// The member.
        public var member: MemberItem
        /// The entry in the timeline.
        public var entry: MessageItem?
        /// The viewer's row, if it is their own membership.
        public var row: ConversationItem?

        /// Creates a membership.
        public init(
            _ member: MemberItem,
            entry: MessageItem? = nil,
            row: ConversationItem? = nil
        ) {
            self.member = member
            self.entry = entry
            self.row = row
        }
    }

    /// A change that only the viewer sees.
    public enum Personal: Hashable, Sendable {
        /// A change of the viewer's row of a conversation.
        case row(RowMatter, ConversationItem)
        /// The viewer's profile; nil after `forgetUser`.
        case profile(ProfileItem?)
        case settings(Settings)
        /// Another user became a contact or was blocked (`holds`), or that has ended.
        case relation(RelationMatter, Person, holds: Bool)
        /// The moderators warned, suspended or banned the viewer, or ended that; with the viewer's
        /// standing.
        case standing(Standing)
    }

    /// The part of a row that changed.
    public enum RowMatter: Hashable, Sendable, CaseIterable {
        case delivered, read, unread, muted, notifications, pinned, archived, hidden, cleared
    }

    /// A relation of the viewer to another user.
    public enum RelationMatter: Hashable, Sendable, CaseIterable {
        case contact, block
    }
}

/// A page of changes.
public struct ChangePage: Hashable, Sendable {
    /// The changes, in the order of the log.
    public var items: [ChangeItem]
    /// The position to continue from: the page covers everything up to it.
    public var next: Position
    /// The changes since then that are not logged; only in the pages of a feed.
    public var live: [LiveChange] = []

    /// Creates a change page.
    public init(_ items: [ChangeItem], next: Position) {
        self.items = items
        self.next = next
    }
}

extension ChangePage: PageAnswer {
    package var itemCount: Int { items.count }
}

/// A page of the user's changes after a position.
public struct ChangesQuery: PagedQuery {
    /// A page of changes, and the position to continue from.
    public typealias Answer = ChangePage

    package static let name = QueryName.changes
    package static let audience = Audience.users

    /// The position up to which the caller knows everything.
    public var since: Position
    /// The epoch of the position; nil for the store's first one.
    public var epoch: UInt64?
    /// The conversation to report on; nil for all.
    public var conversation: ConversationID?
    /// The largest number of changes; nil for the default.
    public var limit: Int?

    /// Creates a query for the changes after a position.
    public init(
        since: Position,
        epoch: UInt64? = nil,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) {
        self.since = since
        self.epoch = epoch
        self.conversation = conversation
        self.limit = limit
    }

    package var opening: Opening? { Opening(conversation: conversation) }
}
