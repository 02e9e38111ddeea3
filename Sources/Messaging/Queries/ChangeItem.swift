package import Wire

/// What an event changed for its viewer, told as it stands now.
package struct ChangeItem: Hashable, Sendable {
    /// The event's own; everything up to it is known to whoever was told.
    package var position: Position
    package var at: Timestamp
    /// Nil for what concerns no conversation, and for erasures that reach several.
    package var conversation: ConversationID?
    package var change: Change

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
    package enum Change: Hashable, Sendable {
        /// Somebody sent a message. Sending reads what came before: of that, the viewer's newest
        /// message that nobody had told them this person had read.
        case message(MessageItem, readUpTo: MessageID? = nil)
        /// A message has another text, or something was found out about it.
        case edited(MessageItem)
        case deleted(MessageItem)
        case erased(Erasure)
        /// Somebody reacted to a message, or took that back.
        case reaction(MessageID, by: Person, now: [MessageItem.ReactionCount])
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

    package struct Person: Hashable, Sendable {
        package var user: UserID
        package var name: String

        package init(user: UserID, name: String) {
            self.user = user
            self.name = name
        }
    }

    /// What was erased of that which the viewer could see.
    package struct Erasure: Hashable, Sendable {
        /// Messages and entries, in the order in which they were first named.
        package var messages: [MessageID]
        /// Where the embedder's own events lie.
        package var customs: [Position]
        /// Whether they are more than are named: what is kept of them has to be read anew.
        package var isMore: Bool

        package init(messages: [MessageID], customs: [Position] = [], isMore: Bool = false) {
            self.messages = messages
            self.customs = customs
            self.isMore = isMore
        }
    }

    /// That messages of the viewer have reached somebody who had not had them before.
    package struct Receipt: Hashable, Sendable {
        package enum Reach: Hashable, Sendable, CaseIterable {
            case delivered, read
        }

        /// The newest of them; every earlier one that this person can see was reached as well.
        package var message: MessageID
        package var by: Person
        package var reach: Reach

        package init(_ reach: Reach, upTo message: MessageID, by person: Person) {
            self.message = message
            by = person
            self.reach = reach
        }
    }

    /// A member as they are now, or were when the viewer left.
    package struct Membership: Hashable, Sendable {
        package var member: MemberItem
        /// What the timeline has of it.
        package var entry: MessageItem?
        /// The conversation, where it is the viewer's own membership.
        package var row: ConversationItem?

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

    package enum Personal: Hashable, Sendable {
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
    package enum RowMatter: Hashable, Sendable, CaseIterable {
        case delivered, read, unread, muted, pinned, archived, hidden, cleared
    }

    package enum RelationMatter: Hashable, Sendable, CaseIterable {
        case contact, block
    }
}

/// Changes that follow each other.
package struct ChangePage: Hashable, Sendable {
    /// In the order of the log.
    package var items: [ChangeItem]
    /// Everything up to here was told or is none of the viewer's: where to go on.
    package var next: Position

    package init(_ items: [ChangeItem], next: Position) {
        self.items = items
        self.next = next
    }
}
