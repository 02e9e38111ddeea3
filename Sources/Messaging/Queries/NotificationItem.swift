public import Wire

/// A push notification for one member, with only what they may see.
public struct NotificationItem: Hashable, Sendable {
    /// The category, by which a device chooses its actions.
    public enum Category: Hashable, Sendable, CaseIterable {
        /// A new message.
        case message
        /// A reaction to the recipient's message.
        case reaction
        /// The recipient was made a member.
        case added
        /// A report to the moderators, if the recipient is a moderator.
        case report
        /// The recipient was warned, suspended, banned or reinstated.
        case standing
    }

    /// The recipient.
    public var user: UserID
    /// The name of the acting user; for a change of standing, its subject.
    public var title: String
    /// The title of the conversation; nil for a direct one.
    public var subtitle: String?
    /// The text, without message content if the recipient's settings ask for that.
    public var body: String
    /// The number for the application's badge; zero if the recipient's settings turn it off.
    public var badge: UInt64
    /// The category, by which a device chooses its actions.
    public var category: Category
    /// The conversation; nil for a report and for a change of standing.
    public var conversation: ConversationID?
    /// The entry concerned.
    public var message: MessageID?
    /// Whether the text mentions the recipient.
    public var isMentioned: Bool
    /// Whether to play a sound.
    public var hasSound: Bool
    /// Whether the device may show the body while it is locked.
    public var previews: Previews

    /// Creates a notification item.
    public init(
        for user: UserID,
        title: String,
        subtitle: String?,
        body: String,
        badge: UInt64,
        category: Category,
        conversation: ConversationID?,
        message: MessageID?,
        isMentioned: Bool,
        hasSound: Bool,
        previews: Previews
    ) {
        self.user = user
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.badge = badge
        self.category = category
        self.conversation = conversation
        self.message = message
        self.isMentioned = isMentioned
        self.hasSound = hasSound
        self.previews = previews
    }

    /// The group of notifications on a device: one per conversation, one for reports, and one for
    /// the recipient's standing.
    public var threadID: String {
        if let conversation { return "conversation-\(conversation)" }
        return category == .report ? "REPORT" : "STANDING"
    }
}

/// A page of the members to notify of an event, in the order of joining; for the operator.
public struct NotificationPlanQuery: PagedQuery {
    /// A page of recipients, each with the text of their notification.
    public typealias Answer = Page<NotificationItem>

    package static let name = QueryName.notificationPlan
    package static let audience = Audience.operator

    /// The position of the event.
    public var position: Position
    /// The epoch of the position; nil for the store's first one.
    public var epoch: UInt64?
    /// The largest number of recipients; nil for the default.
    public var limit: Int?
    /// The cursor of the page before; nil for the first page.
    public var cursor: Cursor?

    /// Creates a query for the recipients of the event at a position.
    public init(
        at position: Position,
        epoch: UInt64? = nil,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) {
        self.position = position
        self.epoch = epoch
        self.limit = limit
        self.cursor = cursor
    }
}
