public import Messaging
internal import Projections
internal import Views
internal import Wire

extension UnreadQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.unread(in: query.conversation)
        }
    }
}

extension UnreadTotalsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.unreadTotals(limit: query.limit, cursor: query.cursor)
        }
    }
}

extension AnyUnreadQuery: UserQuery {
    package static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.anyUnread(query) }
    }
}

extension UserQueryEvaluator {
    /// How many messages of a conversation are unread, and which is the first.
    package mutating func unread(
        in conversation: ConversationID
    ) throws(QueryError) -> UnreadItem {
        let keptFrom = keptFrom()
        let known = try read { (state) throws(ViewsError) -> UnreadItem? in
            let (viewer, id) = (viewer.rawValue, conversation.rawValue)
            let chat = try state.projectors.chats.row(of: viewer, id, in: state.views)
            guard let chat else { return nil }
            let head = try state.timelineHead(of: conversation)
            return try state.plainUnread(of: self.viewer, in: conversation, chat, head, keptFrom)
                .map { (run) throws(ViewsError) in
                    UnreadItem(
                        count: run.count,
                        first: try state.id(ofFirst: run, in: conversation, head)
                    )
                }
        }
        if let known { return try whole(known) }
        let seen = try seenChat(conversation)
        let count = try lookedUpCount(of: seen)
        guard count > 0 else { return UnreadItem(count: 0) }
        let first = try read { (state) throws(ViewsError) -> TimelineEntry? in
            var first: TimelineEntry?
            try state.forEachUnread(of: viewer, in: seen) {
                first = $0
                return .stop
            }
            return first
        }
        return try whole(UnreadItem(count: count, first: first.flatMap { state.id(of: $0) }))
    }

    /// The answer to `unread` of the outside form.
    ///
    /// - Throws: `invalidRequest` for a limit or a cursor beside one conversation.
    fileprivate mutating func anyUnread(
        _ query: AnyUnreadQuery
    ) throws(QueryError) -> AnyUnreadQuery.Answer {
        guard let conversation = query.conversation else {
            return .all(try unreadTotals(limit: query.limit, cursor: query.cursor))
        }
        guard query.limit == nil else { throw .refused(.request(.isNoPage(field: "limit"))) }
        guard query.cursor == nil else { throw .refused(.request(.isNoPage(field: "cursor"))) }
        return .one(try unread(in: conversation))
    }

    /// How many messages are unread in all of the viewer's conversations, with a page of those
    /// that have any.
    package mutating func unreadTotals(
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> UnreadOverview {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(limit) }
        let scope = cursors(.unread)
        let start = try cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                ListPlace(try scope.place(of: cursor, byteCount: ListPlace.byteCount))
            }
        }
        let totals = try unreadSums()
        let rest = totals.conversations.drop { listed in start.map { listed.place <= $0 } ?? false }
        let shown = rest.prefix(limit.count)
        let last = rest.count > limit.count ? shown.last : nil
        return UnreadOverview(
            total: totals.total,
            badge: totals.badge,
            conversations: shown.map { UnreadOverview.Part($0.id, count: $0.unread) },
            next: last.map { scope.cursor(at: $0.place.bytes) }
        )
    }

    /// Returns the unread totals of all of the viewer's conversations.
    mutating func unreadSums() throws(QueryError) -> UnreadTotals {
        let keptFrom = keptFrom()
        var counted: [ListedConversation] = []
        var others: [(listed: ListedConversation, chat: ChatRow, head: TimelineHead)] = []
        try forEachListed(by: .all, keptFrom: keptFrom) { (listed, chat, head) throws(ViewsError) in
            guard listed.membership == .active, !listed.isHidden, chat.marker < head.messages
            else { return }
            let plain = try state.plainUnread(of: viewer, in: listed.id, chat, head, keptFrom)
            guard let count = plain?.count else {
                others.append((listed, chat, head))
                return
            }
            if count > 0 { counted.append(listed.with(unread: count)) }
        }
        for (listed, chat, head) in others {
            let seen = try seenChat(listed.id, chat, head, keptFrom: keptFrom)
            let count = try lookedUpCount(of: seen)
            if count > 0 { counted.append(listed.with(unread: count)) }
        }
        return UnreadTotals(of: counted)
    }

    /// How many messages of a conversation are unread.
    borrowing func unreadCount(of seen: SeenChat) throws(QueryError) -> UInt64 {
        guard seen.isActive, seen.chat.marker < seen.head.messages else { return 0 }
        let plain = try read { (state) throws(ViewsError) in
            try state.plainUnread(
                of: viewer,
                in: seen.id,
                seen.chat,
                seen.head,
                seen.visibility.keptFrom
            )
        }
        if let plain { return plain.count }
        return try lookedUpCount(of: seen)
    }

    /// The same for a conversation whose two rows do not say it.
    private borrowing func lookedUpCount(of seen: SeenChat) throws(QueryError) -> UInt64 {
        guard seen.isActive, seen.chat.marker < seen.head.messages else { return 0 }
        return try read { (state) throws(ViewsError) in
            let unread = try state.unread(of: viewer, in: seen)
            guard unread.runs.count > 0 else { return 0 }
            // The viewer still sees messages deleted while they were away, so the count of removed
            // messages is not valid for them.
            if seen.visibility.ranges.count > 1 {
                var count: UInt64 = 0
                try state.forEachUnread(of: viewer, in: seen) { _ in
                    count += 1
                    return .goOn
                }
                return count
            }
            return try state.count(unread, of: viewer, in: seen.id)
        }
    }
}

extension EngineSnapshot {
    /// Returns the messages that are unread to most members: all those after the marker.
    ///
    /// Nil for a viewer who has been away, was given a beginning of the history, has cleared the
    /// history or keeps messages for a limited time, and if some messages after the marker are
    /// removed or the viewer's own: then `unread` must compute the runs; for all others it gives
    /// the same.
    fileprivate func plainUnread(
        of viewer: UserID,
        in id: ConversationID,
        _ chat: ChatRow,
        _ head: TimelineHead,
        _ keptFrom: Timestamp?
    ) throws(ViewsError) -> MessageRun? {
        guard chat.membership == .active, chat.saysWhatIsSeen, chat.cleared == .zero,
            keptFrom == nil
        else { return nil }
        let newest = try projectors.newestSending(
            of: viewer.rawValue,
            in: id.rawValue,
            head,
            behind: chat.marker,
            views: views
        )
        let marker = chat.marker(joining: newest.map { ($0.messageNumber, $0.position) })
        guard head.newestRemoved <= marker, newest.map({ $0.messageNumber <= marker }) ?? true
        else { return nil }
        let start = Visibility.beginsAtJoining(head.history) ? chat.messagesBefore : 0
        return MessageRun(after: start, upTo: head.messages)
            .part(behind: marker, upTo: head.messages)
    }

    /// The id of the first message of a run; nil if it is empty.
    fileprivate func id(
        ofFirst run: MessageRun,
        in id: ConversationID,
        _ head: TimelineHead
    ) throws(ViewsError) -> MessageID? {
        guard run.count > 0 else { return nil }
        let timeline = projectors.timeline
        let ordinal = try timeline.ordinal(
            ofMessage: run.after + 1,
            below: head,
            of: id.rawValue,
            in: views
        )
        return try timeline.entry(at: ordinal, of: id.rawValue, in: views)
            .flatMap { self.id(of: $0) }
    }

    /// Returns the runs that can contain a user's unread messages.
    fileprivate func unread(
        of viewer: UserID,
        in seen: SeenChat
    ) throws(ViewsError) -> UnreadCount {
        let id = seen.id.rawValue
        let newest = try projectors.senders.newest(of: viewer.rawValue, in: id, views: views)
        let marker = PersonalFacts(seen.chat, newestSent: newest, isHidden: false).marker
        guard marker < seen.head.messages else {
            return UnreadCount(isActive: false, visible: [], marker: marker, head: marker)
        }
        let timeline = projectors.timeline
        func messages(upTo position: Position) throws(ViewsError) -> UInt64 {
            if position == .zero { return 0 }
            if position == Position(.max) { return seen.head.messages }
            return try timeline.messageCount(of: id, in: views) { $0.position <= position }
        }
        var visible: [MessageRun] = []
        for range in seen.visibility.ranges {
            visible.append(
                MessageRun(
                    after: try messages(upTo: range.lowerBound.before),
                    upTo: try messages(upTo: range.upperBound)
                )
            )
        }
        var expired: UInt64 = 0
        if let keptFrom = seen.visibility.keptFrom {
            expired = try timeline.messageCount(of: id, in: views) { $0.sentAt < keptFrom }
        }
        return UnreadCount(
            isActive: seen.isActive,
            visible: visible,
            marker: marker,
            cleared: try messages(upTo: seen.visibility.cleared),
            expired: expired,
            head: seen.head.messages
        )
    }

    /// How many of them there are.
    ///
    /// - Complexity: two look-ups for each run, and a row for each 4,096 messages of which some
    ///   were removed.
    fileprivate func count(
        _ unread: UnreadCount,
        of viewer: UserID,
        in id: ConversationID
    ) throws(ViewsError) -> UInt64 {
        let (user, id) = (viewer.rawValue, id.rawValue)
        let (senders, removed) = (projectors.senders, projectors.removed)
        var (own, gone) = (UInt64(0), UInt64(0))
        for run in unread.runs {
            let upTo = try senders.count(of: user, in: id, upTo: run.upTo, views: views)
            let before = try senders.count(of: user, in: id, upTo: run.after, views: views)
            own += upTo - min(upTo, before)
            gone += try removed.count(
                ofOthersThan: user,
                in: id,
                after: run.after,
                upTo: run.upTo,
                views: views
            )
        }
        return unread.count(own: own, removed: gone)
    }

    /// Visits a user's unread messages, oldest first.
    ///
    /// - Complexity: that of visiting every entry after the marker.
    fileprivate func forEachUnread(
        of viewer: UserID,
        in seen: SeenChat,
        _ body: (TimelineEntry) -> Visit
    ) throws(ViewsError) {
        let (id, sight) = (seen.id.rawValue, seen.visibility)
        for run in try unread(of: viewer, in: seen).runs {
            let before = try projectors.timeline.lastOrdinal(of: id, in: views) {
                $0.messageNumber <= run.after
            }
            var visit = Visit.goOn
            try projectors.timeline.forEachEntry(
                of: id,
                from: before + 1,
                through: seen.head.entries,
                descending: false,
                in: views
            ) { _, entry in
                if entry.messageNumber > run.upTo { return .stop }
                guard !entry.isSystem, entry.sender != viewer.rawValue, !entry.isGone(for: sight)
                else { return .goOn }
                visit = body(entry)
                return visit
            }
            if case .stop = visit { return }
        }
    }
}
