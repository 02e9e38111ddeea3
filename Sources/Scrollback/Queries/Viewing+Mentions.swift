package import Messaging
internal import Projections
internal import Views
internal import Wire

extension Viewing {
    /// A page of the messages of all of the viewer's conversations that name them, newest first.
    ///
    /// Their own are left out, and so is what names them no longer, as far as they may know.
    ///
    /// - Throws: `invalidCursor` for a cursor that is not of this query.
    /// - Complexity: what names the viewer and is not theirs to see is stepped over, a row for
    ///   each. For unread ones alone, a row for each conversation and a few for each of those.
    package mutating func mentions(
        _ query: Query.Mentions
    ) throws(QueryError) -> Page<MessageItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let scope = cursors(.mentions, query.unreadOnly ? "unread" : "all")
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in Position(try scope.number(of: cursor)) }
        }
        var places = Places(below: start ?? Position(.max), atOnce: limit.count + 1)
        if query.unreadOnly { try gatherUnread(&places) }
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

    /// The viewer's place in a conversation that names them; nil for whom it is not theirs.
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

    /// The next place to look at; nil after the last.
    private borrowing func next(_ places: inout Places) throws(QueryError) -> Mentions.Place? {
        if places.found.isEmpty, !places.isComplete {
            var more: [Mentions.Place] = []
            try read { (state) throws(ViewsError) in
                try state.projectors.mentions.forEach(
                    of: viewer.rawValue,
                    below: places.below,
                    in: state.views
                ) { (place) throws(ViewsError) in
                    more.append(place)
                    return more.count < places.atOnce ? .goOn : .stop
                }
            }
            places.isComplete = more.count < places.atOnce
            places.below = more.last?.position ?? .zero
            places.found = more.reversed()
        }
        return places.found.popLast()
    }

    /// Finds where the viewer is named behind their markers.
    private borrowing func gatherUnread(_ places: inout Places) throws(QueryError) {
        var found: [Mentions.Place] = []
        let user = viewer.rawValue
        try read { (state) throws(ViewsError) in
            let projectors = state.projectors
            try projectors.chats.forEach(of: user, in: state.views) {
                (conversation, chat) throws(ViewsError) in
                // Nothing is unread for who is a member no longer.
                guard chat.membership == .active else { return .goOn }
                var marker: UInt64?
                try projectors.mentions.forEach(of: user, in: conversation, views: state.views) {
                    (place) throws(ViewsError) in
                    let entry = try state.entry(at: place)
                    if marker == nil {
                        marker = try state.marker(of: user, chat, in: conversation)
                    }
                    guard entry.messageNumber > marker ?? 0 else { return .stop }
                    if place.position < places.below { found.append(place) }
                    return .goOn
                }
                return .goOn
            }
        }
        places.found = found.sorted { $0.position < $1.position }
        places.isComplete = true
    }
}

/// Where the viewer may be named, found a few at once.
private struct Places {
    /// The last one is looked at next.
    var found: [Mentions.Place] = []
    var below: Position
    let atOnce: Int
    var isComplete = false

    init(below: Position, atOnce: Int) {
        self.below = below
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
