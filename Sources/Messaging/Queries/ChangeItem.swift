public import Wire

/// What an event changed for its viewer, told as it stands now.
public struct ChangeItem: Hashable, Sendable {
    /// The event's own; everything up to it is known to whoever was told.
    public var position: Position
    /// When it happened.
    public var at: Timestamp
    /// Nil for what concerns no conversation, and for erasures that reach several.
    public var conversation: ConversationID?
    /// What it is.
    public var change: Change

    package init(
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

    /// What has changed, with what it concerns as the viewer may see it now.
    public enum Change: Hashable, Sendable {
        /// Somebody sent a message. Sending reads what came before: of that, the viewer's newest
        /// message that nobody had told them this person had read.
        case message(MessageItem, readUpTo: MessageID? = nil)
        /// A message has another text, or something was found out about it.
        case edited(MessageItem)
        case deleted(MessageItem)
        case erased(Erasure)
        /// Somebody reacted to a message, or took that back; with the reactions that the message
        /// shows now, and how many it has where those are more.
        case reaction(
            MessageID,
            by: Person,
            now: [MessageItem.ReactionCount],
            reactionCount: Int? = nil
        )
        /// Messages of the viewer have reached somebody.
        case receipt(Receipt)
        /// Somebody joined, left, was removed, or may do other things than before.
        case member(Membership)
        /// A conversation was created or closed, or has another title, photo or context; with the
        /// entry that its timeline has of it.
        case conversation(ConversationItem, entry: MessageItem? = nil)
        /// What is the viewer's own matter.
        case personal(Personal)
        /// An event of the embedder's own; its data is nil once that was erased.
        case custom(type: String, data: String?, by: Person)
        /// The viewer is a member no longer; it comes behind the change of the member.
        case ended(ConversationItem)
    }

    /// Somebody, and the name that is shown for them.
    public struct Person: Hashable, Sendable {
        /// Who it is.
        public var user: UserID
        /// The name that is shown for them.
        public var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// What was erased of that which the viewer could see.
    public struct Erasure: Hashable, Sendable {
        /// Messages and entries, in the order in which they were first named.
        public var messages: [MessageID]
        /// Where the embedder's own events lie.
        public var customs: [Position]
        /// Whether they are more than are named: what is kept of them has to be read anew.
        public var isMore: Bool

        package init(messages: [MessageID], customs: [Position] = [], isMore: Bool = false) {
            self.messages = messages
            self.customs = customs
            self.isMore = isMore
        }
    }

    /// That messages of the viewer have reached somebody who had not had them before.
    public struct Receipt: Hashable, Sendable {
        /// How a message has reached somebody.
        public enum Reach: Hashable, Sendable, CaseIterable {
            case delivered, read
        }

        /// The newest of them; every earlier one that this person can see was reached as well.
        public var message: MessageID
        /// Whom they have reached.
        public var by: Person
        /// Whether they are on a device or were read.
        public var reach: Reach

        package init(_ reach: Reach, upTo message: MessageID, by person: Person) {
            self.message = message
            by = person
            self.reach = reach
        }
    }

    /// A member as they are now, or were when the viewer left.
    public struct Membership: Hashable, Sendable {
        /// Who it is, and what they are.
        public var member: MemberItem
        /// What the timeline has of it.
        public var entry: MessageItem?
        /// The conversation, where it is the viewer's own membership.
        public var row: ConversationItem?

        package init(
            _ member: MemberItem,
            entry: MessageItem? = nil,
            row: ConversationItem? = nil
        ) {
            self.member = member
            self.entry = entry
            self.row = row
        }
    }

    /// What has changed that is nobody else's business.
    public enum Personal: Hashable, Sendable {
        /// What the viewer keeps about a conversation.
        case row(RowMatter, ConversationItem)
        /// Nil for who is forgotten.
        case profile(ProfileItem?)
        case settings(Settings)
        /// Whether somebody is a contact now, or is blocked.
        case relation(RelationMatter, Person, holds: Bool)
        case standing(Standing)
        /// The moderators have warned the viewer.
        case warning
    }

    /// What somebody can keep about a conversation.
    public enum RowMatter: Hashable, Sendable, CaseIterable {
        case delivered, read, unread, muted, pinned, archived, hidden, cleared
    }

    /// What somebody can be to the viewer.
    public enum RelationMatter: Hashable, Sendable, CaseIterable {
        case contact, block
    }
}

/// Changes that follow each other.
public struct ChangePage: Hashable, Sendable {
    /// In the order of the log.
    public var items: [ChangeItem]
    /// Everything up to here was told or is none of the viewer's: where to go on.
    public var next: Position

    package init(_ items: [ChangeItem], next: Position) {
        self.items = items
        self.next = next
    }
}

extension ChangePage: PageAnswer {
    package var itemCount: Int { items.count }
}

/// A page of what has changed for the user after a position.
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
}
