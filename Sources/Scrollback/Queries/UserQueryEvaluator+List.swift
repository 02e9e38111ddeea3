public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ConversationsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.conversations(query)
        }
    }
}

extension UserQueryEvaluator {
    /// Returns a page of the viewer's list.
    ///
    /// Filter and order come from the views only; only the rows of the page are filled in. A search
    /// has to read the text in each conversation, because it counts its results.
    package mutating func conversations(
        _ query: ConversationsQuery
    ) throws(QueryError) -> ConversationPage {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let length = query.previewLength ?? English.previewLength
        guard Limits.preview.contains(length) else {
            throw .refused(.request(.previewLengthIsOutOfRange))
        }
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                let scope = cursors(query, previewLength: length)
                return ListPlace(try scope.place(of: cursor, byteCount: ListPlace.byteCount))
            }
        }
        let search = FoldedText(query.search ?? "")
        let isSearch = !search.bytes.isEmpty
        // A search reads all of them; otherwise one more than the page shows whether there are
        // more.
        var first = Foremost<ListRank, ListedChat>(atMost: isSearch ? .max : limit.count + 1)
        let keptFrom = keptFrom()
        circles = try forEachListed(
            by: query.filter,
            query.kind,
            with: query.other,
            keptFrom: keptFrom
        ) { listed, chat, head in
            let place = listed.place
            let rank = ListRank(place: place)
            if isSearch || start.map({ $0 < place }) ?? true, first.keeps(rank) {
                first.add(ListedChat(listed: listed, chat: chat, head: head), at: rank)
            }
        }
        var items: [ConversationItem] = []
        var count = 0
        var goesOn = false
        for found in first.ordered() {
            let isBehind = start.map { $0 < found.listed.place } ?? true
            if !isSearch, items.count == limit.count {
                goesOn = true
                break
            }
            let seen = try seenChat(found.listed.id, found.chat, found.head, keptFrom: keptFrom)
            guard isBehind, items.count < limit.count else {
                guard try matches(seen, search) else { continue }
                count += 1
                if isBehind { goesOn = true }
                continue
            }
            var match: ConversationItem.Match?
            if isSearch {
                match = try firstMatch(seen, search)
                guard match != nil else { continue }
            }
            count += 1
            var item = try item(of: seen, found.listed, previewLength: length)
            item.matched = match
            items.append(item)
        }
        var next: Cursor?
        if goesOn, let last = items.last {
            next = cursors(query, previewLength: length).cursor(at: place(of: last).bytes)
        }
        return try whole(ConversationPage(items, next: next, resultCount: isSearch ? count : nil))
    }

    private borrowing func cursors(
        _ query: ConversationsQuery,
        previewLength: Int
    ) -> CursorScope {
        cursors(
            .conversations,
            query.filter.word,
            query.kind.map { "\($0)" } ?? "",
            query.other.map { "\($0)" } ?? "",
            query.search ?? "",
            "\(previewLength)"
        )
    }

    private borrowing func place(of item: ConversationItem) -> ListPlace {
        ListPlace(
            isPinned: item.isPinned,
            lastActivity: item.lastActivityAt,
            id: item.conversation
        )
    }
}

/// A conversation of a list, with the rows that it was chosen from.
private struct ListedChat {
    let listed: ListedConversation
    let chat: ChatRow
    let head: TimelineHead
}

/// A place in the order of the list.
///
/// The order is declared here, so that `Foremost` is compiled with it; for a type of another module
/// it looks the comparison up each time.
private struct ListRank: Comparable {
    let place: ListPlace

    static func < (left: ListRank, right: ListRank) -> Bool { left.place < right.place }
}

extension ListFilter {
    /// The word that distinguishes cursors of different filters.
    fileprivate var word: String {
        switch self {
        case .active: "active"
        case .archived: "archived"
        case .hidden: "hidden"
        case .former: "former"
        case .all: "all"
        }
    }
}

extension UserQueryEvaluator {
    /// Visits the viewer's conversations that a filter shows, in no order.
    ///
    /// - Returns: The groups and requests in which the viewer is active, whatever the filter shows.
    /// - Complexity: two rows for each conversation, which are walked side by side; more for those
    ///   of which the viewer cannot see the newest message.
    @discardableResult
    borrowing func forEachListed(
        by filter: ListFilter,
        _ kind: ConversationKind? = nil,
        with other: UserID? = nil,
        keptFrom: Timestamp?,
        _ body: (ListedConversation, ChatRow, TimelineHead) throws(ViewsError) -> Void
    ) throws(QueryError) -> [ConversationID] {
        try read { (state) throws(ViewsError) in
            var circles: [ConversationID] = []
            let projectors = state.projectors
            let silenced = try state.blockedDirects(of: viewer)
            try projectors.forEachListed(of: viewer.rawValue, in: state.views) {
                (id, chat, head) throws(ViewsError) in
                if chat.isOfCircle(head) { circles.append(ConversationID(id)) }
                let isHidden = try projectors.hides(
                    chat,
                    of: viewer.rawValue,
                    id,
                    newestMessage: head.newestMessage,
                    in: state.views
                )
                var listed = ListedConversation(
                    ConversationID(id),
                    chat.membership,
                    personal: PersonalFacts(chat, newestSent: nil, isHidden: isHidden),
                    blocksOther: silenced.contains(ConversationID(id)),
                    now: now
                )
                guard filter.shows(listed), (kind ?? head.kind) == head.kind,
                    try state.isShared(with: other, listed)
                else { return .goOn }
                listed.lastActivity = try state.lastActivity(
                    listed.id,
                    chat,
                    head,
                    of: viewer,
                    keptFrom: keptFrom
                )
                try body(listed, chat, head)
                return .goOn
            }
            return circles
        }
    }

    /// Returns a list's figures of a conversation: whether the viewer has hidden it, or blocks the
    /// other user.
    borrowing func listed(_ seen: SeenChat) throws(QueryError) -> ListedConversation {
        try read { (state) throws(ViewsError) in
            let isHidden = try state.projectors.hides(
                seen.chat,
                of: viewer.rawValue,
                seen.id.rawValue,
                newestMessage: seen.head.newestMessage,
                in: state.views
            )
            var listed = ListedConversation(
                seen.id,
                seen.chat.membership,
                personal: PersonalFacts(seen.chat, newestSent: nil, isHidden: isHidden),
                blocksOther: try state.blockedDirects(of: viewer).contains(seen.id),
                now: now
            )
            listed.lastActivity = try state.lastActivity(
                seen.id,
                seen.chat,
                seen.head,
                of: viewer,
                keptFrom: seen.visibility.keptFrom
            )
            return listed
        }
    }
}

extension EngineSnapshot {
    /// Whether another user, if one is asked for, is active in a user's conversation as they are.
    fileprivate func isShared(
        with other: UserID?,
        _ listed: ListedConversation
    ) throws(ViewsError) -> Bool {
        guard let other else { return true }
        guard listed.membership == .active else { return false }
        let chat = try projectors.chats.row(
            of: other.rawValue,
            listed.id.rawValue,
            in: views
        )
        return chat?.membership == .active
    }

    /// Returns the direct conversations with the users that a user blocks.
    fileprivate func blockedDirects(of user: UserID) throws(ViewsError) -> Set<ConversationID> {
        var found: Set<ConversationID> = []
        try projectors.relations.forEach(.blocked, of: user.rawValue, in: views) {
            (other, _) throws(ViewsError) in
            let direct = try projectors.directs.conversation(
                of: user.rawValue,
                and: other,
                in: views
            )
            if let direct { found.insert(ConversationID(direct)) }
            return .goOn
        }
        return found
    }

    /// Returns the time by which a user's list sorts a conversation.
    fileprivate func lastActivity(
        _ id: ConversationID,
        _ chat: ChatRow,
        _ head: TimelineHead,
        of viewer: UserID,
        keptFrom: Timestamp?
    ) throws(ViewsError) -> Timestamp {
        // With any policy, a member sees the messages sent during the membership.
        let isSeen =
            chat.membership == .active && head.livingPosition >= chat.from
            && head.livingPosition > chat.cleared
        if isSeen, head.livingOrdinal > 0, keptFrom.map({ head.livingAt >= $0 }) ?? true {
            return head.livingAt
        }
        if head.messages == 0 { return head.createdAt }
        let seen = try seenChat(id, chat, head: head, of: viewer, keptFrom: keptFrom)
        let newest = try newestLivingEntry(of: seen, amongSystemEntries: false) {
            $0.isActivity(for: seen.visibility)
        }
        return newest?.entry.sentAt ?? seen.row.createdAt
    }
}

extension ChatRow {
    /// Whether all active members of the conversation are related to its user.
    func isOfCircle(_ head: TimelineHead) -> Bool {
        membership == .active && head.kind != .direct
    }
}

extension ListPlace {
    static let byteCount = 25

    /// Pinned (1), last activity (8), id (16).
    var bytes: [UInt8] {
        var bytes: [UInt8] = [isPinned ? 1 : 0]
        for number in [
            UInt64(bitPattern: lastActivity.microseconds), id.rawValue.high, id.rawValue.low,
        ] {
            withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
        }
        return bytes
    }

    init(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        self.init(
            isPinned: bytes[0] != 0,
            lastActivity: Timestamp(microseconds: Int64(bitPattern: span.number(at: 1))),
            id: ConversationID(UniqueID(span, at: 9))
        )
    }
}
