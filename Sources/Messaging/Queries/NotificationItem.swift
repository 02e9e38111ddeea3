/// What one person is told by a push of something that happened, as they may see it.
package struct NotificationItem: Hashable, Sendable {
    /// What a device offers to do with it.
    package enum Category: Hashable, Sendable, CaseIterable {
        /// Somebody sent a message.
        case message
        /// Somebody reacted to the person's own message.
        case reaction
        /// Somebody made the person a member.
        case added
    }

    package var user: UserID
    /// Who made it happen.
    package var title: String
    /// What the conversation is called; nil for a direct one.
    package var subtitle: String?
    /// What happened; without anybody's words for who wants to see none.
    package var body: String
    /// What the application's badge shows: zero for who wants none.
    package var badge: UInt64
    package var category: Category
    package var conversation: ConversationID
    /// The entry that it is about.
    package var message: MessageID?
    /// Whether the text names the person.
    package var isMentioned: Bool
    package var hasSound: Bool
    /// Whether the body may be shown while the device is locked, which only the device knows.
    package var previews: Previews

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
    package var threadID: String { "conversation-\(conversation)" }
}
