package import Messaging
package import Projections
internal import Views
package import Wire

/// A conversation of the viewer's as the views have it, and how much of it they may know.
package struct SeenChat: Sendable {
    package let id: ConversationID
    package let chat: ChatRow
    package let row: ConversationRow
    package let head: TimelineHead
    package let visibility: Visibility

    package var isActive: Bool { chat.membership == .active }

    /// The state of title, members and closing that the viewer may know: a former member's is
    /// that of the leaving.
    package var end: Position { visibility.newest ?? .zero }

    package var isClosed: Bool { closed != nil }

    /// Both users of a direct conversation that both are still in; nil of any other.
    var pair: [UserID]? {
        guard isActive, row.kind == .direct, row.members == 2, let with = row.with else {
            return nil
        }
        return [UserID(row.createdBy), UserID(with)]
    }

    /// The conversation as seen by a member who has cleared nothing and keeps everything.
    var byMembership: SeenChat {
        SeenChat(
            id: id,
            chat: chat,
            row: row,
            head: head,
            visibility: visibility.byMembership
        )
    }

    /// The position where it was closed, as far as the viewer may know.
    package var closed: Position? { row.closed.flatMap { $0 <= end ? $0 : nil } }
}

extension UserQueryEvaluator {
    /// Before which time messages are no longer kept for the viewer.
    borrowing func keptFrom() -> Timestamp? {
        state.settings(of: viewer).keepMessages.keptFrom(now)
    }

    /// Returns a conversation that the viewer is or was a member of.
    ///
    /// - Throws: `notFound` for other users, as for a conversation that does not exist.
    borrowing func seenChat(_ id: ConversationID) throws(QueryError) -> SeenChat {
        let keptFrom = keptFrom()
        let found = try read { (state) throws(ViewsError) -> SeenChat? in
            let chats = state.projectors.chats
            guard
                let chat = try chats.row(of: viewer.rawValue, id.rawValue, in: state.views)
            else { return nil }
            return try state.seenChat(id, chat, of: viewer, keptFrom: keptFrom)
        }
        guard let found else { throw .refused(.conversation(.notFound)) }
        return found
    }

    /// The same of rows that were read already.
    borrowing func seenChat(
        _ id: ConversationID,
        _ chat: ChatRow,
        _ head: TimelineHead,
        keptFrom: Timestamp?
    ) throws(QueryError) -> SeenChat {
        try read { (state) throws(ViewsError) in
            try state.seenChat(id, chat, head: head, of: viewer, keptFrom: keptFrom)
        }
    }
}

extension EngineSnapshot {
    /// Combines a row of a user's list with the other rows of the conversation.
    func seenChat(
        _ id: ConversationID,
        _ chat: ChatRow,
        head: TimelineHead? = nil,
        of viewer: UserID,
        keptFrom: Timestamp?
    ) throws(ViewsError) -> SeenChat {
        guard let row = try projectors.conversations.row(of: id.rawValue, in: views) else {
            throw .damagedRow(table: "conversations")
        }
        let present: TimelineHead
        if let head { present = head } else { present = try timelineHead(of: id) }
        return SeenChat(
            id: id,
            chat: chat,
            row: row,
            head: present,
            visibility: Visibility(
                history: row.history,
                intervals: try intervals(of: viewer, chat, in: id),
                cleared: chat.cleared,
                keptFrom: keptFrom
            )
        )
    }

    /// How far the timeline of a conversation has come that is there.
    func timelineHead(of id: ConversationID) throws(ViewsError) -> TimelineHead {
        guard let head = try projectors.timeline.head(of: id.rawValue, in: views) else {
            throw .damagedRow(table: "timeline.heads")
        }
        return head
    }

    /// Returns a user's memberships; most users have one, which their own row contains.
    private func intervals(
        of viewer: UserID,
        _ chat: ChatRow,
        in id: ConversationID
    ) throws(ViewsError) -> [MemberFacts.Interval] {
        if chat.saysWhatIsSeen {
            return [MemberFacts.Interval(joined: chat.from, left: chat.through)]
        }
        let row = try projectors.membership.row(of: viewer.rawValue, in: id.rawValue, views: views)
        guard let row else { throw .damagedRow(table: "members") }
        return MemberFacts(viewer, row).intervals
    }

    /// The newest entry that the viewer can see, that is not gone, and for which a condition holds
    /// that holds for no system entry, or for all.
    ///
    /// - Complexity: as of `newestEntry`; for a viewer who sees everything later, that of a few
    ///   look-ups, however many messages after it are deleted or erased.
    func newestLivingEntry(
        of seen: SeenChat,
        amongSystemEntries: Bool,
        where matches: (ListedEntry) -> Bool
    ) throws(ViewsError) -> (ordinal: UInt64, entry: TimelineEntry)? {
        guard seen.isActive, seen.visibility.seesEverythingLater else {
            return try newestEntry(of: seen, where: matches)
        }
        let (id, timeline) = (seen.id.rawValue, projectors.timeline)
        // Such a viewer knows of every deletion, as the head does.
        var newest = seen.head.livingOrdinal
        if amongSystemEntries, newest < seen.head.entries {
            // Most often it is the very last one.
            let last = try timeline.entry(at: seen.head.entries, of: id, in: views)
            let isSystem = last.map { $0.isSystem && !$0.isGone(for: seen.visibility) } ?? false
            newest =
                try isSystem
                ? seen.head.entries
                : max(newest, timeline.newestSystemOrdinal(below: seen.head, of: id, in: views))
        }
        return try newestEntry(of: seen, upTo: newest, where: matches)
    }

    /// The newest entry that the viewer can see and for which a condition holds.
    ///
    /// - Complexity: that of visiting every entry after it, up to the given one.
    func newestEntry(
        of seen: SeenChat,
        upTo highest: UInt64 = .max,
        where matches: (ListedEntry) -> Bool
    ) throws(ViewsError) -> (ordinal: UInt64, entry: TimelineEntry)? {
        let (id, viewer) = (seen.id.rawValue, seen.visibility)
        guard let start = viewer.ranges.first?.lowerBound, highest > 0 else { return nil }
        var last = min(seen.head.entries, highest)
        if !seen.isActive {
            last = try projectors.timeline.lastOrdinal(of: id, asOf: seen.end, in: views)
        }
        // Most often it is the very last one: the head says it, or it is looked up for less than a
        // walk takes.
        var newest = last == seen.head.entries ? seen.head.last : nil
        if newest == nil { newest = try projectors.timeline.entry(at: last, of: id, in: views) }
        if let entry = newest,
            viewer.showsEntry(at: entry.position, sentAt: entry.sentAt),
            matches(ListedEntry(entry, for: viewer))
        {
            return (last, entry)
        }
        var found: (ordinal: UInt64, entry: TimelineEntry)?
        try projectors.timeline.forEachEntry(
            of: id,
            from: 1,
            through: last,
            descending: true,
            in: views
        ) { ordinal, entry in
            // Earlier entries were cleared, are too old, or were before the viewer's time.
            if entry.position <= viewer.cleared || entry.position < start { return .stop }
            if let keptFrom = viewer.keptFrom, entry.sentAt < keptFrom { return .stop }
            guard matches(ListedEntry(entry, for: viewer)) else { return .goOn }
            found = (ordinal, entry)
            return .stop
        }
        return found
    }
}

extension ChatRow {
    /// Whether the row and the conversation's rule say what the user sees: there was no membership
    /// before the present or last one, and that has no beginning of its own.
    var saysWhatIsSeen: Bool { firstJoined == from && !hasOwnBeginning }
}

extension ListedEntry {
    init(_ entry: TimelineEntry, for viewer: Visibility) {
        self.init(
            position: entry.position,
            sentAt: entry.sentAt,
            isSystem: entry.isSystem,
            isGone: entry.isGone(for: viewer)
        )
    }
}
