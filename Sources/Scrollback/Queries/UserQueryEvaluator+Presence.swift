public import Messaging
internal import Projections
internal import Views
internal import Wire

// Presence and typing: as of now, not of the snapshot. Only the writing process knows them; the
// answers of other processes leave them out.

extension PresenceQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.presence(of: query.users)
        }
    }
}

extension UserQueryEvaluator {
    /// The presence of some people, each once, as far as the viewer may see it.
    ///
    /// - Throws: `readOnly` in a process that does not write.
    package mutating func presence(
        of users: [UserID]
    ) throws(QueryError) -> [PresenceItem] {
        _ = try heardSigns()
        try ask { (_) throws(Refusal) in try requireCount(of: users) }
        var items: [PresenceItem] = []
        for user in distinct(users) {
            items.append(PresenceItem(user: user, presence: try presence(of: user)))
        }
        return try whole(items)
    }

    /// Returns a person's presence; nil if the viewer may not see it, nothing is known of them, or
    /// this process does not write.
    mutating func presence(of user: UserID) throws(QueryError) -> Presence? {
        guard let signs = state.signs, try isNear(user) else { return nil }
        return try shared(by: user, signs)
    }

    /// Returns the presence of the other person of a direct conversation.
    ///
    /// The rows already read for the list decide most cases: whether the other wrote lately, and
    /// that the viewer does not block them.
    mutating func presence(
        of other: UserID,
        in seen: SeenChat,
        _ listed: ListedConversation
    ) throws(QueryError) -> Presence? {
        guard let signs = state.signs else { return nil }
        guard !listed.isHidden, seen.head.senders.newest(of: other.rawValue) != nil else {
            return try presence(of: other)
        }
        return isBlocked(by: other) ? nil : try shared(by: other, signs)
    }

    /// Returns the presence of a member in a conversation's list of members: an active member is
    /// related to an active viewer.
    mutating func presence(
        of member: KnownMember,
        in seen: SeenChat
    ) throws(QueryError) -> Presence? {
        guard let signs = state.signs else { return nil }
        guard seen.isActive, member.isActive, seen.row.kind != .direct else {
            return try presence(of: member.user)
        }
        if try isApart(from: member.user) { return nil }
        return try shared(by: member.user, signs)
    }

    private borrowing func shared(
        by user: UserID,
        _ signs: LiveSigns
    ) throws(QueryError) -> Presence? {
        let sharing = sharing(of: user)
        guard sharing.isShared else { return nil }
        let sign = signs.presence.sign(of: user)
        return try read { (state) throws(ViewsError) in
            Presence(
                sign,
                newestEvent: try state.newestAction(of: user),
                standing: sharing.standing,
                at: now
            )
        }
    }

    /// Whether a user is related to the viewer, and neither has blocked the other.
    mutating func isNear(_ user: UserID) throws(QueryError) -> Bool {
        if user == viewer { return true }
        if try isApart(from: user) { return false }
        return try isRelated(to: user)
    }

    /// Whether a user and the viewer block each other, on either side.
    private mutating func isApart(from user: UserID) throws(QueryError) -> Bool {
        if isBlocked(by: user) { return true }
        return try ask { (state) throws(Refusal) in state.isBlocked(user, by: viewer) }
    }

    /// Returns the known signs.
    ///
    /// - Returns: In the past, that nothing is known.
    /// - Throws: `readOnly` in a process that does not write.
    borrowing func heardSigns() throws(QueryError) -> LiveSigns {
        if state.isPast { return PastLease.noSigns }
        guard let signs = state.signs else { throw .refused(.request(.isKnownToTheWriter)) }
        return signs
    }

    /// Returns a page of a feed: logged changes and, once it is up to date, live ones.
    ///
    /// The feed of one conversation ends after the change that ended the viewer's membership.
    mutating func feedPage(
        _ query: ChangesQuery,
        heard: UInt64
    ) throws(QueryError) -> FeedPage {
        var page = try changes(query, isOfFeed: true)
        let end = try query.conversation.flatMap { (conversation) throws(QueryError) in
            try endOfMembership(in: conversation)
        }
        if let end, page.end(behindLeavingAt: end) || page.next == position {
            return FeedPage(page: page, heard: heard, isLast: true)
        }
        guard page.next == position else {
            return FeedPage(page: page, heard: heard, isLast: false)
        }
        guard let (notices, newest) = state.signs?.notices(after: heard) else {
            return FeedPage(page: page, heard: heard, isLast: false)
        }
        for notice in notices {
            if let change = try change(of: notice, in: query.conversation) {
                page.live.append(change)
            }
        }
        return FeedPage(page: try whole(page), heard: newest, isLast: false)
    }

    /// Where the viewer's last membership ended; nil for a member.
    private borrowing func endOfMembership(
        in conversation: ConversationID
    ) throws(QueryError) -> Position? {
        try ask { (state) throws(Refusal) in
            state.member(viewer, of: conversation)?.intervals.last?.left
        }
    }

    /// Returns the live change of a notice for the viewer; nil if it does not concern them.
    mutating func change(
        of notice: LiveSigns.Notice,
        in conversation: ConversationID?
    ) throws(QueryError) -> LiveChange? {
        switch notice {
        case .typing(let user, let place):
            guard user != viewer, conversation == nil || conversation == place,
                try isHeard(user, in: place)
            else { return nil }
            return .typing(place, try typing(in: place))
        case .presence(let user):
            guard user != viewer, conversation == nil, try isNear(user) else { return nil }
            return .presence(PresenceItem(user: user, presence: try presence(of: user)))
        }
    }

    /// Whether the viewer may see the present signs of a user in a conversation.
    private borrowing func isHeard(
        _ user: UserID,
        in conversation: ConversationID
    ) throws(QueryError) -> Bool {
        let types = try heardSigns().typing.signs(in: conversation).contains { $0.user == user }
        return try ask { (state) throws(Refusal) in
            guard let own = state.member(viewer, of: conversation), own.isActive else {
                return false
            }
            // The end of typing is reported with any cause.
            guard types else { return true }
            guard let other = state.member(user, of: conversation), other.isActive,
                let facts = state.conversation(conversation)
            else { return false }
            return !state.isSilenced(facts, for: viewer)
        }
    }
}

extension ChangePage {
    /// Leaves out what is behind the end of the viewer's last membership, if that end is on the
    /// page; a caller who asks again from there gets it.
    ///
    /// - Returns: whether it is.
    fileprivate mutating func end(behindLeavingAt position: Position) -> Bool {
        let end = items.lastIndex { item in
            if case .ended = item.change { item.position == position } else { false }
        }
        guard let end else { return false }
        next = position
        items.removeSubrange((end + 1)...)
        return true
    }
}
