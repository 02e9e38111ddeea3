internal import EventLog
internal import LogSchema
internal import Messaging
internal import Wire

/// The users that an event or a live notice may concern: possibly one too many, never one too few.
///
/// `UserQueryEvaluator.changes(at:)` decides what a user is told. This is a coarse filter before it, made from
/// the envelope alone. It must include every user for whom that finds a change.
enum Concern: Hashable, Sendable {
    /// Profiles, blocks, standings, erasures, configuration, and every unlisted type of event.
    case everyone
    case user(UserID)
    /// The members of a conversation.
    case conversation(ConversationID)
    /// The users that may see whether a user is online.
    case presence(UserID)

    /// Reads an event's envelope; nil for an event that is no user's change.
    init?(_ record: borrowing StoredRecord) {
        let number = record.envelope.eventNumber
        switch record.stream.kind {
        case .conversation: self = .conversation(ConversationID(record.stream.id))
        case .user where Self.ofTheOwner.contains(number): self = .user(UserID(record.stream.id))
        case .store where Self.ofTheOperator.contains(number): return nil
        case .user, .store: self = .everyone
        }
    }

    init(_ notice: LiveSigns.Notice) {
        switch notice {
        case .typing(_, let conversation): self = .conversation(conversation)
        case .presence(let user): self = .presence(user)
        }
    }

    /// The events of a user's stream that are changes for this user only.
    private static let ofTheOwner: Set<UInt32> = [
        EnvelopeEvent.markedUnread, EnvelopeEvent.muted, EnvelopeEvent.unmuted,
        EnvelopeEvent.notificationsSet, EnvelopeEvent.pinned, EnvelopeEvent.unpinned,
        EnvelopeEvent.archived, EnvelopeEvent.unarchived, EnvelopeEvent.hidden,
        EnvelopeEvent.unhidden, EnvelopeEvent.historyCleared, EnvelopeEvent.settingsChanged,
        EnvelopeEvent.contactAdded, EnvelopeEvent.contactRemoved, EnvelopeEvent.customRecorded,
    ]

    /// The events of the store's stream that only the operator is shown.
    private static let ofTheOperator: Set<UInt32> = [
        EnvelopeEvent.contentOpened, EnvelopeEvent.exportMade,
    ]
}

/// The subjects that a follower waits for.
struct Interest: Hashable, Sendable {
    let user: UserID
    /// The one conversation of the feed; nil for all.
    let conversation: ConversationID?
}

/// A user that an event or notice may concern.
struct ConcernedUser {
    let user: UserID
    /// The event's conversation; nil for an event outside of conversations.
    let conversation: ConversationID?
    /// The mark of a feed that knows the event.
    let mark: FeedMark
}
