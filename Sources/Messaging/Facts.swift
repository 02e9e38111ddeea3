public import Wire

/// What rules are decided on: look-ups that the views answer, and a dictionary in tests.
///
/// A command sees everything that was appended before it, even within the same append. What does
/// not exist is nil; whether the actor may know of it, the rules find out.
package protocol Facts: ~Copyable {
    /// The position of the newest event.
    var size: Position { get }

    var configuration: Configuration { get }

    func conversation(_ id: ConversationID) -> ConversationFacts?

    /// Somebody who is or was a member.
    func member(_ user: UserID, of conversation: ConversationID) -> MemberFacts?

    /// The members a conversation has now, in the order in which they joined.
    func activeMembers(of conversation: ConversationID) -> [MemberFacts]

    /// The title and the photo a conversation has now.
    func details(of conversation: ConversationID) -> ConversationContent

    /// The one direct conversation of two users.
    func direct(between one: UserID, and other: UserID) -> ConversationID?

    /// Every conversation somebody is or was a member of, in the order of joining.
    func conversations(of user: UserID) -> [ConversationID]

    /// A message or another entry of a timeline.
    func message(_ id: MessageID) -> MessageFacts?

    /// The newest entry of a conversation that a viewer can see.
    func newestEntry(of conversation: ConversationID, for viewer: Visibility) -> MessageFacts?

    /// The text that a message has now; nil where it has no content any more.
    func text(of message: MessageID) -> String?

    /// The reactions that somebody has on a message.
    func reactions(of user: UserID, on message: MessageID) -> [String]

    /// Up to where somebody has cleared a conversation away; `zero` for who cleared nothing.
    func cleared(by user: UserID, in conversation: ConversationID) -> Position

    /// What somebody keeps about a conversation.
    func personal(_ user: UserID, in conversation: ConversationID) -> PersonalFacts

    /// The profile that somebody has; nil for who has none, and after they were forgotten.
    func profile(of user: UserID) -> ProfileContent?
    func settings(of user: UserID) -> Settings
    func standing(of user: UserID) -> Standing
    func isModerator(_ user: UserID) -> Bool
    func isContact(_ user: UserID, of owner: UserID) -> Bool
    func isBlocked(_ user: UserID, by owner: UserID) -> Bool

    func report(_ id: ReportID) -> ReportFacts?
    func hold(_ id: HoldID) -> HoldFacts?
    /// The holds that are not released, in the order in which they were placed.
    func activeHolds() -> [HoldFacts]
    func retention(of kind: ConversationKind) -> Retention

    /// Every event of a message that has or had content: sent, edited, annotated.
    func contents(of message: MessageID) -> [ContentFacts]
    /// Every event in which a user wrote something, the profile's apart.
    func contents(writtenBy user: UserID) -> [ContentFacts]
    /// Every event of a user's profile.
    func profileContents(of user: UserID) -> [ContentFacts]
    /// Every event of a conversation that has or had content.
    func contents(of conversation: ConversationID) -> [ContentFacts]
    /// Every event of conversations of a kind that has content and was sent before a time.
    func contents(of kind: ConversationKind, before time: Timestamp) -> [ContentFacts]
    /// The messages that were forwarded from a message.
    func forwards(of message: MessageID) -> [MessageID]
    /// The requests for erasure that still wait for something, oldest first.
    func pendingErasures() -> [ErasureFacts]

    /// What a command that creates nothing led to, if it was carried out.
    func outcome(of command: CommandID, by actor: Actor) -> CommandFacts?

    /// What stands in the log at a position.
    func event(at position: Position) -> RecordedEvent?
}

/// What the store is set to.
public struct Configuration: Hashable, Sendable {
    /// How many characters a text may have.
    public var textLimit: Int
    /// Whether users may keep their readings to themselves.
    public var receipts: ReceiptPolicy
    /// How fast one user may send; as fast as they like if nil.
    public var rateLimit: RateLimit?

    package init(
        textLimit: Int = 10_000,
        receipts: ReceiptPolicy = .optional,
        rateLimit: RateLimit? = RateLimit(messages: 60, seconds: 60)
    ) {
        self.textLimit = textLimit
        self.receipts = receipts
        self.rateLimit = rateLimit
    }
}

/// A conversation as it stands.
package struct ConversationFacts: Hashable, Sendable {
    package var id: ConversationID
    /// Where it was created.
    package var position: Position
    package var kind: ConversationKind
    package var reactions: ReactionPolicy
    package var history: HistoryPolicy
    package var createdBy: UserID
    /// Whom a direct conversation is with.
    package var with: UserID?
    package var context: Context?
    package var isClosed: Bool
    /// How many members it has now.
    package var memberCount: Int
    /// How many entries its timeline has.
    package var entryCount: UInt64
    /// How many of these are countable messages.
    package var messageCount: UInt64

    package init(
        id: ConversationID,
        position: Position,
        kind: ConversationKind,
        reactions: ReactionPolicy = .tapback,
        history: HistoryPolicy = .full,
        createdBy: UserID,
        with: UserID? = nil,
        context: Context? = nil,
        isClosed: Bool = false,
        memberCount: Int = 0,
        entryCount: UInt64 = 0,
        messageCount: UInt64 = 0
    ) {
        self.id = id
        self.position = position
        self.kind = kind
        self.reactions = reactions
        self.history = history
        self.createdBy = createdBy
        self.with = with
        self.context = context
        self.isClosed = isClosed
        self.memberCount = memberCount
        self.entryCount = entryCount
        self.messageCount = messageCount
    }
}

extension ConversationFacts {
    /// Where the next entry of the timeline stands.
    package var nextOrdinal: UInt64 { entryCount &+ 1 }

    /// The other one of the two in a direct conversation, which nobody can leave.
    package func other(than user: UserID) -> UserID? {
        guard kind == .direct else { return nil }
        return user == createdBy ? with : createdBy
    }
}

/// Somebody who is or was a member.
package struct MemberFacts: Hashable, Sendable {
    /// One membership, from joining to leaving; both events are seen by the member.
    package struct Interval: Hashable, Sendable {
        /// Founders join where the conversation is created.
        package var joined: Position
        package var left: Position?

        package init(joined: Position, left: Position? = nil) {
            self.joined = joined
            self.left = left
        }
    }

    package var user: UserID
    package var role: Role
    package var permissions: Permissions
    /// Ascending; never empty.
    package var intervals: [Interval]

    package init(
        user: UserID,
        role: Role,
        permissions: Permissions = Permissions(),
        intervals: [Interval]
    ) {
        self.user = user
        self.role = role
        self.permissions = permissions
        self.intervals = intervals
    }

    package var isActive: Bool { intervals.last.map { $0.left == nil } ?? false }

    package var leadsConversation: Bool { role == .creator || role == .admin }

    /// What the member may do: creator and admins everything, others what their flags say.
    package var effective: Permissions {
        leadsConversation
            ? Permissions(canAdd: true, canRemove: true, canEdit: true) : permissions
    }
}

/// What a member's flags allow.
public struct Permissions: Hashable, Sendable {
    /// Whether the member may add others.
    public var canAdd: Bool
    /// Whether the member may remove others.
    public var canRemove: Bool
    /// Whether the member may change title and photo.
    public var canEdit: Bool

    /// Says what is allowed; what is left out is not.
    public init(canAdd: Bool = false, canRemove: Bool = false, canEdit: Bool = false) {
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }
}

/// A message or another entry of a timeline.
package struct MessageFacts: Hashable, Sendable {
    package var id: MessageID
    package var conversation: ConversationID
    package var position: Position
    package var ordinal: UInt64
    /// How many countable messages there are up to and including this entry.
    package var messageNumber: UInt64
    /// Who sent it or did it.
    package var sender: UserID
    package var sentAt: Timestamp
    /// Whether it is an entry that the store made of another event.
    package var isSystem: Bool
    package var isDeleted: Bool
    package var isErased: Bool

    package init(
        id: MessageID,
        conversation: ConversationID,
        position: Position,
        ordinal: UInt64,
        messageNumber: UInt64,
        sender: UserID,
        sentAt: Timestamp,
        isSystem: Bool = false,
        isDeleted: Bool = false,
        isErased: Bool = false
    ) {
        self.id = id
        self.conversation = conversation
        self.position = position
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.sender = sender
        self.sentAt = sentAt
        self.isSystem = isSystem
        self.isDeleted = isDeleted
        self.isErased = isErased
    }
}

/// What somebody keeps about a conversation.
package struct PersonalFacts: Hashable, Sendable {
    /// Unread starts after this many countable messages.
    package var marker: UInt64
    /// Up to which entry was read, and never less than before.
    package var readUpTo: UInt64
    /// Up to which entry a device has everything, and never less than before.
    package var deliveredUpTo: UInt64
    /// Up to which entry others may be told of the reading: silent readings move `readUpTo` alone.
    package var loudlyReadUpTo: UInt64
    package var isMuted: Bool
    /// When muting ends by itself.
    package var mutedUntil: Timestamp?
    package var isPinned: Bool
    package var isArchived: Bool
    package var isHidden: Bool
    /// Everything up to here was cleared.
    package var cleared: Position

    package init(
        marker: UInt64 = 0,
        readUpTo: UInt64 = 0,
        deliveredUpTo: UInt64 = 0,
        loudlyReadUpTo: UInt64 = 0,
        isMuted: Bool = false,
        mutedUntil: Timestamp? = nil,
        isPinned: Bool = false,
        isArchived: Bool = false,
        isHidden: Bool = false,
        cleared: Position = .zero
    ) {
        self.marker = marker
        self.readUpTo = readUpTo
        self.deliveredUpTo = deliveredUpTo
        self.loudlyReadUpTo = loudlyReadUpTo
        self.isMuted = isMuted
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isHidden = isHidden
        self.cleared = cleared
    }
}

/// What a user has chosen, defaults filled in.
public struct Settings: Hashable, Sendable {
    /// Whether others are told what the user has read.
    public var sendReadReceipts = true
    /// Whether others are told when the user types.
    public var shareTyping = true
    /// Who may add the user to a group.
    public var groupAdds = GroupAdds.everyone
    /// Whether the user is notified at all.
    public var notifications = true
    /// When a notification shows what was said.
    public var previews = Previews.always
    /// Whether notifications make a sound.
    public var sound = true
    /// Whether the application's icon shows how much is unread.
    public var badge = true
    /// When a device fetches attachments by itself.
    public var autoDownload = AutoDownload.wifi
    /// Whether pictures that arrive are saved to the device's photos.
    public var saveToPhotos = false
    /// How good the pictures are that the user sends.
    public var imageQuality = ImageQuality.high
    /// For how long the user's devices keep messages.
    public var keepMessages = KeepMessages.forever

    package init() {}

    /// Takes over what a change says.
    package mutating func apply(_ change: SettingsChanged) {
        if let value = change.sendReadReceipts { sendReadReceipts = value }
        if let value = change.shareTyping { shareTyping = value }
        if let value = change.groupAdds { groupAdds = value }
        if let value = change.notifications { notifications = value }
        if let value = change.previews { previews = value }
        if let value = change.sound { sound = value }
        if let value = change.badge { badge = value }
        if let value = change.autoDownload { autoDownload = value }
        if let value = change.saveToPhotos { saveToPhotos = value }
        if let value = change.imageQuality { imageQuality = value }
        if let value = change.keepMessages { keepMessages = value }
    }
}

/// Whether moderators let a user act.
public enum Standing: Hashable, Sendable {
    case good
    /// For ever if there is no end.
    case suspended(until: Timestamp?)
    case banned

    /// Whether commands are refused at a time.
    public func isSuspended(at now: Timestamp) -> Bool {
        switch self {
        case .good: false
        case .suspended(let until): until.map { now < $0 } ?? true
        case .banned: true
        }
    }
}

/// A report as it stands.
package struct ReportFacts: Hashable, Sendable {
    package var id: ReportID
    package var position: Position
    /// Whom it is about, where it is about somebody.
    package var user: UserID?
    package var isResolved: Bool

    package init(id: ReportID, position: Position, user: UserID?, isResolved: Bool) {
        self.id = id
        self.position = position
        self.user = user
        self.isResolved = isResolved
    }
}

/// A hold as it stands.
public struct HoldFacts: Hashable, Sendable {
    /// The hold's id.
    public var id: HoldID
    /// Where it was placed.
    public var position: Position
    /// Covers this conversation alone, if named.
    public var conversation: ConversationID?
    /// Covers what this user did alone, if named.
    public var user: UserID?
    /// Covers what was sent at this time or later, if named.
    public var from: Timestamp?
    /// Covers what was sent before this time, if named.
    public var until: Timestamp?
    /// Whether it ended.
    public var isReleased: Bool

    package init(
        id: HoldID,
        position: Position,
        conversation: ConversationID? = nil,
        user: UserID? = nil,
        from: Timestamp? = nil,
        until: Timestamp? = nil,
        isReleased: Bool = false
    ) {
        self.id = id
        self.position = position
        self.conversation = conversation
        self.user = user
        self.from = from
        self.until = until
        self.isReleased = isReleased
    }
}

/// How long content of a kind of conversation is kept.
public struct Retention: Hashable, Sendable {
    /// For how many days nothing may be erased; nil for none.
    public var minimumDays: Int?
    /// After how many days content goes when retention is run; never if nil.
    public var maximumDays: Int?

    package init(minimumDays: Int? = nil, maximumDays: Int? = nil) {
        self.minimumDays = minimumDays
        self.maximumDays = maximumDays
    }
}

/// An event with content that may have to go.
package struct ContentFacts: Hashable, Sendable {
    package var position: Position
    package var stream: Stream
    package var actor: UserID?
    package var sentAt: Timestamp
    /// The kind of the conversation it belongs to.
    package var kind: ConversationKind?
    package var isErased: Bool
    /// The message that it is a part of, where that was looked up: all its parts go together.
    package var message: MessageID?

    package init(
        position: Position,
        stream: Stream,
        actor: UserID?,
        sentAt: Timestamp,
        kind: ConversationKind? = nil,
        isErased: Bool = false
    ) {
        self.position = position
        self.stream = stream
        self.actor = actor
        self.sentAt = sentAt
        self.kind = kind
        self.isErased = isErased
    }
}

/// A request for erasure, of which something is still to be done.
public struct ErasureFacts: Hashable, Sendable {
    /// Where the request stands in the log.
    public var position: Position
    /// Whose content is to go.
    public var target: Erase.Target
    /// Whether forwarded copies are to go as well.
    public var includesForwards: Bool
    /// Whether the profile goes as well.
    public var forgetsUser: Bool

    package init(
        position: Position,
        target: Erase.Target,
        includesForwards: Bool = false,
        forgetsUser: Bool = false
    ) {
        self.position = position
        self.target = target
        self.includesForwards = includesForwards
        self.forgetsUser = forgetsUser
    }
}

/// Where the events of a command lie.
package struct CommandFacts: Hashable, Sendable {
    package var first: Position
    package var last: Position

    package init(first: Position, last: Position) {
        self.first = first
        self.last = last
    }
}

/// An event as the log has it.
package struct RecordedEvent: Hashable, Sendable {
    package var position: Position
    package var stream: Stream
    package var actor: Actor
    package var command: CommandTrace?
    package var recorded: Timestamp
    /// Without its content once that is erased.
    package var event: Event
    /// Whether it had content that is gone.
    package var isErased: Bool

    package init(
        position: Position,
        stream: Stream,
        actor: Actor,
        command: CommandTrace? = nil,
        recorded: Timestamp,
        event: Event,
        isErased: Bool = false
    ) {
        self.position = position
        self.stream = stream
        self.actor = actor
        self.command = command
        self.recorded = recorded
        self.event = event
        self.isErased = isErased
    }
}
