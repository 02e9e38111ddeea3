public import Wire

/// What one person is told by a push of something that happened, as they may see it.
public struct NotificationItem: Hashable, Sendable {
    /// What a device offers to do with it.
    public enum Category: Hashable, Sendable, CaseIterable {
        /// Somebody sent a message.
        case message
        /// Somebody reacted to the person's own message.
        case reaction
        /// Somebody made the person a member.
        case added
    }

    /// Who is told.
    public var user: UserID
    /// Who made it happen.
    public var title: String
    /// What the conversation is called; nil for a direct one.
    public var subtitle: String?
    /// What happened; without anybody's words for who wants to see none.
    public var body: String
    /// What the application's badge shows: zero for who wants none.
    public var badge: UInt64
    /// What a device offers to do with it.
    public var category: Category
    /// Where it happened.
    public var conversation: ConversationID
    /// The entry that it is about.
    public var message: MessageID?
    /// Whether the text names the person.
    public var isMentioned: Bool
    /// Whether it makes a sound.
    public var hasSound: Bool
    /// Whether the body may be shown while the device is locked, which only the device knows.
    public var previews: Previews

    package init(
        for user: UserID,
        title: String,
        subtitle: String?,
        body: String,
        badge: UInt64,
        category: Category,
        conversation: ConversationID,
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

    /// By which a device keeps those of one conversation together.
    public var threadID: String { "conversation-\(conversation)" }
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
