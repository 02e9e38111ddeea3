public import Messaging
public import Wire

extension Session {
    /// A page of the user's list of conversations, pinned ones first, then the latest activity.
    ///
    /// A search looks in titles, other members' names and what was said last. A cursor is that of
    /// the page before. `previewLength` is how many characters of what was said last are shown.
    public func conversations(
        _ filter: ListFilter = .active,
        search: String? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil,
        previewLength: Int? = nil
    ) throws(StoreError) -> Page<ConversationItem> {
        let query = Query.Conversations(
            filter: filter,
            search: search,
            limit: limit,
            cursor: cursor,
            previewLength: previewLength
        )
        return try look { (viewing) throws(QueryError) in try viewing.conversations(query) }
    }

    /// One conversation, with what only its own page shows.
    public func conversation(
        _ id: ConversationID
    ) throws(StoreError) -> ConversationPortrait {
        try look { (viewing) throws(QueryError) in try viewing.conversation(id) }
    }

    /// A page of a conversation, oldest first.
    public func messages(
        in conversation: ConversationID,
        _ window: Query.Messages.Window = .newest,
        limit: Int? = nil,
        showsDeleted: Bool = true
    ) throws(StoreError) -> MessagePage {
        let query = Query.Messages(
            conversation: conversation,
            window,
            limit: limit,
            showsDeleted: showsDeleted
        )
        return try look { (viewing) throws(QueryError) in try viewing.messages(query) }
    }

    /// One entry of a timeline.
    public func message(_ id: MessageID) throws(StoreError) -> MessageItem {
        try look { (viewing) throws(QueryError) in try viewing.message(id) }
    }

    /// The earlier texts of a message.
    public func history(of message: some MessageReference) throws(StoreError) -> MessageHistory {
        try look { (viewing) throws(QueryError) in try viewing.history(of: message.message) }
    }

    /// A page of the messages that answer one, oldest first.
    public func replies(
        to message: some MessageReference,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<MessageItem> {
        let query = Query.Replies(to: message.message, limit: limit, cursor: cursor)
        return try look { (viewing) throws(QueryError) in try viewing.replies(query) }
    }

    /// A page of the messages of all conversations that name the user, newest first.
    public func mentions(
        unreadOnly: Bool = false,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<MessageItem> {
        let query = Query.Mentions(unreadOnly: unreadOnly, limit: limit, cursor: cursor)
        return try look { (viewing) throws(QueryError) in try viewing.mentions(query) }
    }

    /// A page of the reactions on a message, each with the first people who have it; or, for one
    /// reaction, a page of its people.
    public func reactions(
        on message: some MessageReference,
        of reaction: String? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ReactionGroup> {
        let query = Query.Reactions(
            on: message.message,
            reaction: reaction,
            limit: limit,
            cursor: cursor
        )
        return try look { (viewing) throws(QueryError) in try viewing.reactions(query) }
    }

    /// Whom one's own message has reached: a page of its audience in the order of joining.
    public func receipts(
        of message: some MessageReference,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> ReceiptItem {
        try look { (viewing) throws(QueryError) in
            try viewing.receipts(of: message.message, limit: limit, cursor: cursor)
        }
    }

    /// How many messages of a conversation are unread.
    public func unread(in conversation: ConversationID) throws(StoreError) -> UnreadItem {
        try look { (viewing) throws(QueryError) in try viewing.unread(in: conversation) }
    }

    /// How many messages are unread in all conversations, with a page of those that have any.
    public func unreadTotals(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> UnreadOverview {
        try look { (viewing) throws(QueryError) in
            try viewing.unreadTotals(limit: limit, cursor: cursor)
        }
    }

    /// A page of a conversation's members, in the order of joining.
    public func members(
        of conversation: ConversationID,
        includingFormer: Bool = false,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> MemberPage {
        let query = Query.Members(
            conversation: conversation,
            includesFormer: includingFormer,
            limit: limit,
            cursor: cursor
        )
        return try look { (viewing) throws(QueryError) in try viewing.members(query) }
    }

    /// A page of what a conversation's messages carry, newest message first, and how many there are.
    public func media(
        in conversation: ConversationID,
        _ kind: MediaKind? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> MediaPage {
        let query = Query.Media(
            conversation: conversation,
            kind: kind,
            limit: limit,
            cursor: cursor
        )
        return try look { (viewing) throws(QueryError) in try viewing.media(query) }
    }

    /// The direct conversation with somebody; nil if there is none.
    public func findDirect(with other: UserID) throws(StoreError) -> ConversationID? {
        try look { (viewing) throws(QueryError) in try viewing.findDirect(with: other) }
    }

    /// A page of the requests about something, in the order of their creation.
    public func findByContext(
        _ context: Context,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ConversationID> {
        try look { (viewing) throws(QueryError) in
            try viewing.findByContext(context, limit: limit, cursor: cursor)
        }
    }

    /// Somebody's profile.
    public func profile(of user: UserID) throws(StoreError) -> ProfileItem {
        try look { (viewing) throws(QueryError) in try viewing.profileItem(of: user) }
    }

    /// A page of the people in whose names a text is, without those whom the user has chosen already.
    public func users(
        matching search: String,
        excluding: [UserID] = [],
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ProfileItem> {
        let query = Query.Users(
            search: search,
            excluding: excluding,
            limit: limit,
            cursor: cursor
        )
        return try look { (viewing) throws(QueryError) in try viewing.users(query) }
    }

    /// What the user has set.
    public func settings() throws(StoreError) -> Settings {
        try look { (viewing) throws(QueryError) in try viewing.settings() }
    }

    /// A page of those whom the user has blocked, in the order of blocking.
    public func blocks(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<UserID> {
        try look { (viewing) throws(QueryError) in
            try viewing.blocks(limit: limit, cursor: cursor)
        }
    }

    /// Whether the user may do something now.
    public func may(_ intention: Intention) throws(StoreError) -> Permit {
        try look { (viewing) throws(QueryError) in try viewing.mayI(intention) }
    }

    /// Where a command of the user's led to; nil if nothing is known of it.
    public func outcome(of id: CommandID) throws(StoreError) -> Position? {
        try look { (viewing) throws(QueryError) in try viewing.outcome(of: id) }
    }

    /// Who is typing in a conversation.
    public func typing(in conversation: ConversationID) throws(StoreError) -> TypingItem {
        try look { (viewing) throws(QueryError) in try viewing.typing(in: conversation) }
    }

    /// What has changed for the user behind a position: with what they see now.
    ///
    /// The page's `next` is where to go on; nothing is missed or told twice. It is of the epoch
    /// that `Store.epoch` says.
    ///
    /// The epoch is that of the position; nil means the store's first one.
    ///
    /// - Throws: `otherEpoch` for a position that a restore of the store lost; `fork` says up to
    ///   which position its epoch is valid. Go on from there.
    public func changes(
        since position: Position,
        epoch: UInt64? = nil,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) throws(StoreError) -> ChangePage {
        let query = Query.Changes(
            since: position,
            epoch: epoch,
            conversation: conversation,
            limit: limit
        )
        return try look { (viewing) throws(QueryError) in try viewing.changes(query) }
    }

    /// A page of what was reported, newest first; for moderators.
    public func reports(
        _ status: ReportStatus? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ReportItem> {
        let query = Query.Reports(status: status, limit: limit, cursor: cursor)
        return try look { (viewing) throws(QueryError) in try viewing.reports(query) }
    }
}
