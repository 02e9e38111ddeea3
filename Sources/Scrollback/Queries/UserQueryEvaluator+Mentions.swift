public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MentionsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.mentions(query) }
    }
}

extension UserQueryEvaluator {
    /// A page of the messages of all of the viewer's conversations that name them, newest first.
    ///
    /// Their own are left out, and so is what names them no longer, as far as they may know.
    ///
    /// - Throws: `invalidCursor` for a cursor that is not of this query.
    /// - Complexity: what names the viewer and is not theirs to see is stepped over, a row for
    ///   each. For unread ones alone, a row for each conversation, and a few for as many of its
    ///   unread ones as fit on a page.
    package mutating func mentions(
        _ query: MentionsQuery
    ) throws(QueryError) -> Page<MessageItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let scope = cursors(.mentions, query.unreadOnly ? "unread" : "all")
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in Position(try scope.number(of: cursor)) }
        }
        var places = Places(
            below: start ?? Position(.max),
            unreadOnly: query.unreadOnly,
            atOnce: limit.count + 1
        )
        var seats: [UniqueID: Seat?] = [:]
        var items: [MessageItem] = []
        while let place = try next(&places) {
            if seats[place.conversation] == nil {
                seats[place.conversation] = .some(try seat(at: place))
            }
            guard let seat = seats[place.conversation] ?? nil,
                let item = try mention(at: place, from: seat)
            else { continue }
            if items.count == limit.count {
                // There is more: the page ends with the one before.
                let last = items.last?.position ?? .zero
                return try whole(Page(items, next: scope.cursor(at: last.rawValue)))
            }
            items.append(item)
        }
        return try whole(Page(items))
    }

    /// Returns the viewer's seat in a conversation with a mention; nil if it is not theirs.
    private borrowing func seat(at place: Mentions.Place) throws(QueryError) -> Seat? {
        let id = ConversationID(place.conversation)
        let member = try ask { (state) throws(Refusal) in state.member(viewer, of: id) }
        return member == nil ? nil : try seat(in: id)
    }

    /// A message as its viewer sees it, if it then names them.
    private mutating func mention(
        at place: Mentions.Place,
        from seat: Seat
    ) throws(QueryError) -> MessageItem? {
        let entry = try read { (state) throws(ViewsError) in try state.entry(at: place) }
        guard entry.sender != viewer.rawValue, !entry.isGone(for: seat.visibility) else {
            return nil
        }
        let found = try items(of: [PlacedEntry(place.ordinal, entry)], from: seat)
        return found.first { $0.mentions.contains { $0.user == viewer } }
    }

    /// Returns the next candidate; nil after the last.
    private borrowing func next(_ places: inout Places) throws(QueryError) -> Mentions.Place? {
        while places.found.isEmpty, !places.isComplete {
            places = try read { (state) throws(ViewsError) in
                if places.unreadOnly {
                    return try state.unreadMentions(of: viewer.rawValue, following: places)
                }
                return try state.mentions(of: viewer.rawValue, following: places)
            }
        }
        return places.found.popLast()
    }
}

/// The messages that may mention the viewer, found a few at once.
private struct Places {
    /// The candidates; the last one is read next.
    var found: [Mentions.Place] = []
    /// The position below which the search continues.
    var below: Position
    let unreadOnly: Bool
    let atOnce: Int
    var isComplete = false

    init(below: Position, unreadOnly: Bool, atOnce: Int) {
        self.below = below
        self.unreadOnly = unreadOnly
        self.atOnce = atOnce
    }
}

extension EngineSnapshot {
    fileprivate borrowing func entry(
        at place: Mentions.Place
    ) throws(ViewsError) -> TimelineEntry {
        let entry = try projectors.timeline.entry(
            at: place.ordinal,
            of: place.conversation,
            in: views
        )
        guard let entry else { throw .damagedRow(table: "mentions") }
        return entry
    }

    /// Returns the next messages that mention or mentioned a user.
    fileprivate borrowing func mentions(
        of user: UniqueID,
        following places: Places
    ) throws(ViewsError) -> Places {
        var more = places
        try projectors.mentions.forEach(of: user, below: places.below, in: views) { place in
            more.found.append(place)
            return more.found.count < places.atOnce ? .goOn : .stop
        }
        more.isComplete = more.found.count < places.atOnce
        more.below = more.found.last?.position ?? .zero
        more.found.reverse()
        return more
    }

    /// Returns the next messages after a user's markers that mention or mentioned the user.
    ///
    /// Of each conversation as many as requested at once; if one has more, those before the last
    /// are left for the next call.
    fileprivate borrowing func unreadMentions(
        of user: UniqueID,
        following places: Places
    ) throws(ViewsError) -> Places {
        var found: [Mentions.Place] = []
        var rest = Position.zero
        try projectors.chats.forEach(of: user, in: views) {
            (conversation, chat) throws(ViewsError) in
            // Former members have no unread messages.
            guard chat.membership == .active else { return .goOn }
            var marker: UInt64?
            var count = 0
            try projectors.mentions.forEach(of: user, in: conversation, views: views) {
                (place) throws(ViewsError) in
                guard place.position < places.below else { return .goOn }
                let entry = try entry(at: place)
                if marker == nil { marker = try self.marker(of: user, chat, in: conversation) }
                guard entry.messageNumber > marker ?? 0 else { return .stop }
                found.append(place)
                count += 1
                guard count == places.atOnce else { return .goOn }
                rest = max(rest, place.position)
                return .stop
            }
            return .goOn
        }
        var more = places
        more.found = found.filter { $0.position >= rest }.sorted { $0.position < $1.position }
        more.below = rest
        more.isComplete = rest == .zero
        return more
    }

    /// After how many messages unread begins.
    fileprivate borrowing func marker(
        of user: UniqueID,
        _ chat: ChatRow,
        in conversation: UniqueID
    ) throws(ViewsError) -> UInt64 {
        let newest = try projectors.senders.newest(of: user, in: conversation, views: views)
        return PersonalFacts(chat, newestSent: newest, isHidden: false).marker
    }
}
