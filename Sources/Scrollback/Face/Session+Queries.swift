public import Messaging
public import Wire

extension Session: UserQueries {
    /// Answers a query on a new snapshot, which includes every change that this store has
    /// acknowledged.
    ///
    ///     let page = try session.ask(MediaQuery(in: chat, kind: .image))
    ///
    /// Use `snapshot` to ask several queries on one snapshot.
    ///
    /// - Throws: a rule's refusal, such as `notFound` for what the user cannot see,
    ///   `invalidCursor` for the cursor of another query (begin at the first page) and
    ///   `invalidRequest` for a limit outside `Limits.page`; `viewsUnavailable` while the views
    ///   are rebuilt (retry after `retryAfter`); `unavailable` if the log cannot be read (see
    ///   `cause`); `closed` after the store was closed.
    /// - Complexity: that of the query; each method below states it unless it is O(limit).
    public func ask<Asked: UserQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try store.asking { (state, now) throws(QueryError) in
            var evaluator = UserQueryEvaluator(state, by: user, now: now)
            return try evaluator.answer(query)
        }
    }
}

/// A session that answers the queries of one user: of the present (`Session`) or of the past
/// (`PastSession`).
///
/// Each method asks the query of the same name.
public protocol UserQueries: Sendable {
    /// Answers a query.
    func ask<Asked: UserQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer
}

extension UserQueries {
    /// Returns a page of the user's conversations: pinned ones first, then by latest activity.
    ///
    /// - Parameters:
    ///   - filter: The conversations to list.
    ///   - kind: The kind of conversation to list; nil for all.
    ///   - other: A user; only conversations in which both are active are listed.
    ///   - search: Part of a title, of another member's name or of the last message.
    ///   - limit: The largest number of rows; nil for `Limits.usualPage`.
    ///   - cursor: The cursor of the page before.
    ///   - previewLength: The number of characters of the last message to show; nil for default.
    /// - Returns: A page of list rows; for a search, with the number of all results, and in each
    ///   row what holds the text.
    /// - Throws: what `ask` throws.
    /// - Complexity: O(conversations), two rows for each, and one more for `other`.
    ///   A search also reads the last message and the names of each conversation.
    public func conversations(
        _ filter: ListFilter = .active,
        kind: ConversationKind? = nil,
        with other: UserID? = nil,
        search: String? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil,
        previewLength: Int? = nil
    ) throws(StoreError) -> ConversationPage {
        try ask(
            ConversationsQuery(
                filter: filter,
                kind: kind,
                with: other,
                search: search,
                limit: limit,
                cursor: cursor,
                previewLength: previewLength
            )
        )
    }

    /// Returns one conversation, with the details that its own page shows.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `ask` throws.
    public func conversation(
        _ id: ConversationID
    ) throws(StoreError) -> ConversationPortrait {
        try ask(ConversationQuery(id))
    }

    /// Returns a page of a conversation, oldest entry first.
    ///
    /// - Throws: `notFound` for a conversation or message that the user cannot see; otherwise
    ///   what `ask` throws.
    /// - Complexity: O(limit); with `showsDeleted` false, also the deleted entries in between.
    public func messages(
        in conversation: ConversationID,
        _ window: MessagesQuery.Window = .newest,
        limit: Int? = nil,
        showsDeleted: Bool = true
    ) throws(StoreError) -> MessagePage {
        try ask(MessagesQuery(in: conversation, window, limit: limit, showsDeleted: showsDeleted))
    }

    /// Returns one entry of a timeline.
    ///
    /// - Throws: `notFound` for an entry that the user cannot see; otherwise what `ask` throws.
    public func message(_ id: MessageID) throws(StoreError) -> MessageItem {
        try ask(MessageQuery(id))
    }

    /// Returns the earlier texts of a message.
    ///
    /// - Throws: `notFound` for a message that the user cannot see; otherwise what `ask` throws.
    public func history(of message: some MessageReference) throws(StoreError) -> MessageHistory {
        try ask(HistoryQuery(of: message.message))
    }

    /// Returns a page of the replies to a message, oldest first.
    ///
    /// - Throws: `notFound` for a message that the user cannot see; otherwise what `ask` throws.
    public func replies(
        to message: some MessageReference,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<MessageItem> {
        try ask(RepliesQuery(to: message.message, limit: limit, cursor: cursor))
    }

    /// Returns a page of the messages in all conversations that mention the user, newest first.
    ///
    /// - Throws: what `ask` throws.
    public func mentions(
        unreadOnly: Bool = false,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<MessageItem> {
        try ask(MentionsQuery(unreadOnly: unreadOnly, limit: limit, cursor: cursor))
    }

    /// Returns a page of the reactions on a message, each with its first people; for one reaction,
    /// a page of its people.
    ///
    /// - Throws: `notFound` for a message that the user cannot see; otherwise what `ask` throws.
    public func reactions(
        on message: some MessageReference,
        of reaction: String? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ReactionGroup> {
        try ask(
            ReactionsQuery(on: message.message, reaction: reaction, limit: limit, cursor: cursor)
        )
    }

    /// Returns a page of the people that the user's own message has reached or waits for, in the
    /// order of joining.
    ///
    /// - Throws: `notTheSender` for another user's message, `systemEntry` for an entry without a
    ///   sender; otherwise what `ask` throws.
    /// - Complexity: O(members) the first time in a conversation.
    public func receipts(
        of message: some MessageReference,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> ReceiptItem {
        try ask(ReceiptsQuery(of: message.message, limit: limit, cursor: cursor))
    }

    /// Returns the number of unread messages in a conversation, and the oldest of them.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `ask` throws.
    public func unread(in conversation: ConversationID) throws(StoreError) -> UnreadItem {
        try ask(UnreadQuery(in: conversation))
    }

    /// Returns the number of unread messages in all conversations, with a page of the
    /// conversations that have any.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(conversations), two rows for each.
    public func unreadTotals(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> UnreadOverview {
        try ask(UnreadTotalsQuery(limit: limit, cursor: cursor))
    }

    /// Returns a page of a conversation's members, in the order of joining.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `ask` throws.
    /// - Complexity: O(limit); with former members, or for a former member, O(members).
    public func members(
        of conversation: ConversationID,
        includingFormer: Bool = false,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> MemberPage {
        try ask(
            MembersQuery(
                of: conversation,
                includesFormer: includingFormer,
                limit: limit,
                cursor: cursor
            )
        )
    }

    /// Returns a page of the attachments, locations and links in a conversation, newest message
    /// first, and the number of all of them.
    ///
    /// - Throws: `notFound` if the user was never a member; otherwise what `ask` throws.
    /// - Complexity: a page, and one row for each 512 entries of the conversation.
    public func media(
        in conversation: ConversationID,
        _ kind: MediaKind? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> MediaPage {
        try ask(MediaQuery(in: conversation, kind: kind, limit: limit, cursor: cursor))
    }

    /// Returns the direct conversation with another user; nil if there is none.
    ///
    /// - Throws: what `ask` throws.
    public func findDirect(with other: UserID) throws(StoreError) -> ConversationID? {
        try ask(FindDirectQuery(with: other))
    }

    /// Returns a page of the requests about a context, in the order of their creation.
    ///
    /// - Throws: `invalidContext` for a context that no request can have; otherwise what `ask`
    ///   throws.
    public func findByContext(
        _ context: Context,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ConversationID> {
        try ask(FindByContextQuery(context, limit: limit, cursor: cursor))
    }

    /// Returns a page of the requests about any context of a kind, in the order of their creation.
    ///
    /// - Throws: `invalidContext` for a kind that no request can have; otherwise what `ask` throws.
    /// - Complexity: O(conversations of the user): contexts are sealed in the log.
    public func findByContext(
        ofKind kind: String,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ConversationID> {
        try ask(FindByContextQuery(ofKind: kind, limit: limit, cursor: cursor))
    }

    /// Returns a user's profile.
    ///
    /// - Throws: `notFound` for a user without a profile, or one who has blocked this user;
    ///   otherwise what `ask` throws.
    public func profile(of user: UserID) throws(StoreError) -> ProfileItem {
        try ask(ProfileQuery(of: user))
    }

    /// Returns the names and, as far as this user may see them, profiles of up to `Limits.people`
    /// users, in the order given, each once.
    ///
    /// - Throws: `invalidRequest` for more users; otherwise what `ask` throws.
    /// - Complexity: O(users).
    public func profiles(of users: [UserID]) throws(StoreError) -> [NamedProfile] {
        try ask(ProfilesQuery(of: users))
    }

    /// Returns a page of the users whose names contain a text, in the order of their names.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(users): it checks each name in memory. The first search in a process, and
    ///   each where the names take more memory than `docs/limits.md` permits, reads every profile.
    public func users(
        matching search: String,
        excluding: [UserID] = [],
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ProfileItem> {
        try ask(UsersQuery(matching: search, excluding: excluding, limit: limit, cursor: cursor))
    }

    /// Returns a page of the user's contacts, in the order of their names.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(contacts): names are sealed in the log, so the profile of each is read.
    public func contacts(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<PersonItem> {
        try ask(ContactsQuery(limit: limit, cursor: cursor))
    }

    /// Returns the user's settings, with the defaults of those that were never set.
    ///
    /// - Throws: what `ask` throws.
    public func settings() throws(StoreError) -> Settings {
        try ask(SettingsQuery())
    }

    /// Returns a page of the users that the user has blocked, in the order of blocking.
    ///
    /// - Throws: what `ask` throws.
    /// - Complexity: O(blocked users).
    public func blocks(
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<PersonItem> {
        try ask(BlocksQuery(limit: limit, cursor: cursor))
    }

    /// Returns whether the user may do something now.
    ///
    /// A process that only reads does not know the recent messages, so it never answers
    /// `rateLimited`.
    ///
    /// - Throws: what `ask` throws; a refusal is the answer, not an error.
    public func may(_ intention: Intention) throws(StoreError) -> Permit {
        try ask(MayIQuery(intention))
    }

    /// Returns the position of the last event of one of the user's commands; nil for an unknown
    /// command.
    ///
    /// - Throws: what `ask` throws.
    public func outcome(of id: CommandID) throws(StoreError) -> Position? {
        try ask(OutcomeQuery(of: id))
    }

    /// Returns the members who are typing in a conversation.
    ///
    /// - Throws: `notFound` if the user was never a member; `readOnly` in a process that only reads,
    ///   because the signals are in the memory of the writing process; otherwise what `ask` throws.
    public func typing(in conversation: ConversationID) throws(StoreError) -> TypingItem {
        try ask(TypingQuery(in: conversation))
    }

    /// Returns the presence of some users: whether they are online, and since when not.
    ///
    /// A user's presence is shown to related users: members of a group or request with the user,
    /// users with a direct message from the user, and the user's contacts. It is nil for all
    /// others, after a block on either side, and if the settings hide it.
    ///
    /// - Parameter users: The users, at most `Limits.people`; each is answered once.
    /// - Returns: One item for each user, in the order given.
    /// - Throws: `invalidRequest` for too many users; `readOnly` in a process that only reads,
    ///   because presence is in the memory of the writing process; otherwise what `ask` throws.
    /// - Complexity: O(users), and O(groups and requests of the viewer) for each user that is
    ///   related to the viewer by these alone.
    public func presence(of users: [UserID]) throws(StoreError) -> [PresenceItem] {
        try ask(PresenceQuery(of: users))
    }

    /// Returns a page of the changes for the user after a position, each in its present state.
    ///
    /// Continue from the page's `next`, which is a position of `Store.epoch`: nothing is missed or
    /// delivered twice. A page may be empty while there is more.
    ///
    /// - Parameters:
    ///   - position: The position up to which the caller knows everything.
    ///   - epoch: The epoch of the position; nil for the store's first one.
    ///   - conversation: The conversation to report on; nil for all.
    ///   - limit: The largest number of changes.
    /// - Returns: A page of changes, and the position to continue from.
    /// - Throws: `otherEpoch` for a position that a restore of the store lost (continue from
    ///   `fork`, the last valid position of its epoch); `invalidRequest` for a position after the
    ///   newest event (begin again with a position of this store); otherwise what `ask` throws.
    /// - Complexity: reads at most 10,000 events.
    public func changes(
        since position: Position,
        epoch: UInt64? = nil,
        in conversation: ConversationID? = nil,
        limit: Int? = nil
    ) throws(StoreError) -> ChangePage {
        try ask(ChangesQuery(since: position, epoch: epoch, in: conversation, limit: limit))
    }

    /// Returns how many messages the user has sent of those that each rate limit allows.
    ///
    /// The process that writes counts them, from zero at each opening.
    ///
    /// - Throws: what `ask` throws.
    public func rate() throws(StoreError) -> [RateWindow] {
        try ask(RateQuery())
    }

    /// Returns a page of the reports, newest first; for moderators.
    ///
    /// - Throws: `permissionDenied` if the user is no moderator; otherwise what `ask` throws.
    public func reports(
        _ status: ReportStatus? = nil,
        about user: UserID? = nil,
        limit: Int? = nil,
        from cursor: Cursor? = nil
    ) throws(StoreError) -> Page<ReportItem> {
        try ask(ReportsQuery(status: status, about: user, limit: limit, cursor: cursor))
    }

    /// Returns a report, and the reported message as the reporter saw it; for moderators.
    ///
    /// - Throws: `permissionDenied` if the user is no moderator, `notFound` for an unknown report;
    ///   otherwise what `ask` throws.
    public func report(_ id: ReportID) throws(StoreError) -> ReportDetail {
        try ask(ReportQuery(id))
    }

    /// Returns the user's standing with the moderators; for moderators, that of any user.
    ///
    /// - Throws: `permissionDenied` for another user's standing if the user is no moderator;
    ///   otherwise what `ask` throws.
    public func standing(of user: UserID? = nil) throws(StoreError) -> StandingItem {
        try ask(StandingQuery(of: user))
    }
}
