package import Messaging
package import Wire

extension Session {
    /// A page of the user's list of conversations.
    package func conversations(
        _ query: Query.Conversations = Query.Conversations()
    ) throws(StoreError) -> Page<ConversationItem> {
        try look { (viewing) throws(QueryError) in try viewing.conversations(query) }
    }

    /// One conversation, with what only its own page shows.
    package func conversation(
        _ id: ConversationID
    ) throws(StoreError) -> ConversationPortrait {
        try look { (viewing) throws(QueryError) in try viewing.conversation(id) }
    }

    /// A page of a conversation, oldest first.
    package func messages(
        in conversation: ConversationID,
        _ window: Query.Messages.Window = .newest,
        limit: Int? = nil
    ) throws(StoreError) -> MessagePage {
        let query = Query.Messages(conversation: conversation, window, limit: limit)
        return try look { (viewing) throws(QueryError) in try viewing.messages(query) }
    }

    /// One entry of a timeline.
    package func message(_ id: MessageID) throws(StoreError) -> MessageItem {
        try look { (viewing) throws(QueryError) in try viewing.message(id) }
    }

    /// The earlier texts of a message.
    package func history(of message: MessageID) throws(StoreError) -> MessageHistory {
        try look { (viewing) throws(QueryError) in try viewing.history(of: message) }
    }

    /// Who reacted to a message, and how.
    package func reactions(on message: MessageID) throws(StoreError) -> [ReactionGroup] {
        try look { (viewing) throws(QueryError) in try viewing.reactions(on: message) }
    }

    /// Whom one's own message has reached.
    package func receipts(of message: MessageID) throws(StoreError) -> ReceiptItem {
        try look { (viewing) throws(QueryError) in try viewing.receipts(of: message) }
    }

    /// How many messages of a conversation are unread.
    package func unread(in conversation: ConversationID) throws(StoreError) -> UnreadItem {
        try look { (viewing) throws(QueryError) in try viewing.unread(in: conversation) }
    }

    /// How many messages are unread in all conversations.
    package func unreadTotals() throws(StoreError) -> UnreadOverview {
        try look { (viewing) throws(QueryError) in try viewing.unreadTotals() }
    }

    /// A page of a conversation's members, in the order of joining.
    package func members(_ query: Query.Members) throws(StoreError) -> MemberPage {
        try look { (viewing) throws(QueryError) in try viewing.members(query) }
    }

    /// The direct conversation with somebody; nil if there is none.
    package func findDirect(with other: UserID) throws(StoreError) -> ConversationID? {
        try look { (viewing) throws(QueryError) in try viewing.findDirect(with: other) }
    }

    /// The requests about something, in the order of their creation.
    package func findByContext(_ context: Context) throws(StoreError) -> [ConversationID] {
        try look { (viewing) throws(QueryError) in try viewing.findByContext(context) }
    }

    /// Somebody's profile.
    package func profile(of user: UserID) throws(StoreError) -> ProfileItem {
        try look { (viewing) throws(QueryError) in try viewing.profileItem(of: user) }
    }

    /// A page of the people whose names match.
    package func users(_ query: Query.Users) throws(StoreError) -> Page<ProfileItem> {
        try look { (viewing) throws(QueryError) in try viewing.users(query) }
    }

    /// What the user has set.
    package func settings() throws(StoreError) -> Settings {
        try look { (viewing) throws(QueryError) in try viewing.settings() }
    }

    /// Whom the user has blocked.
    package func blocks() throws(StoreError) -> [UserID] {
        try look { (viewing) throws(QueryError) in try viewing.blocks() }
    }

    /// Whether the user may do something now.
    package func may(_ intention: Intention) throws(StoreError) -> Permit {
        try look { (viewing) throws(QueryError) in try viewing.mayI(intention) }
    }

    /// Where a command of the user's led to; nil if nothing is known of it.
    package func outcome(of id: CommandID) throws(StoreError) -> Position? {
        try look { (viewing) throws(QueryError) in try viewing.outcome(of: id) }
    }

    /// Who is typing in a conversation.
    package func typing(in conversation: ConversationID) throws(StoreError) -> TypingItem {
        try look { (viewing) throws(QueryError) in try viewing.typing(in: conversation) }
    }

    /// What has changed for the user behind a position: with what they see now.
    ///
    /// The page's `next` is where to go on; nothing is missed or told twice.
    package func changes(
        since position: Position,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) throws(StoreError) -> ChangePage {
        let query = Query.Changes(since: position, conversation: conversation, limit: limit)
        return try look { (viewing) throws(QueryError) in try viewing.changes(query) }
    }

    /// A page of what was reported, newest first; for moderators.
    package func reports(
        _ query: Query.Reports = Query.Reports()
    ) throws(StoreError) -> Page<ReportItem> {
        try look { (viewing) throws(QueryError) in try viewing.reports(query) }
    }

    private func look<Found>(
        _ find: (inout Viewing) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        try snapshot { (look) throws(StoreError) in
            do throws(QueryError) {
                return try find(&look.viewing)
            } catch {
                throw StoreError(error)
            }
        }
    }
}
