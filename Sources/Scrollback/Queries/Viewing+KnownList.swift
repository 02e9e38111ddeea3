internal import EventLog
internal import LogSchema
internal import Messaging
internal import Projections
internal import Views
internal import Wire

// The list of a viewer with very many conversations: kept, and brought up by what has happened
// since. Everything here must give what a walk over all rows gives.

extension Viewing {
    /// Whether the viewer's list may be kept: it changes with the log and with the end of mutings
    /// alone.
    borrowing func mayKeepList(keptFrom: Timestamp?) -> Bool {
        state.past == nil && keptFrom == nil
    }

    /// Does something with the kept list; nil if there is none that can be brought up.
    borrowing func withKnownList<Found>(
        _ body: (inout KnownLists.List) throws(QueryError) -> Found
    ) throws(QueryError) -> Found? {
        guard var list = state.lists.take(viewer) else { return nil }
        guard list.position <= state.position else {
            // This state is an older one.
            state.lists.keep(list, of: viewer)
            return nil
        }
        guard try isBroughtUp(&list) else { return nil }
        let found = try body(&list)
        state.lists.keep(list, of: viewer)
        return found
    }

    /// Does the same with a list that is made from all rows.
    borrowing func withNewList<Found>(
        countingUnread isCounted: Bool,
        _ body: (inout KnownLists.List) throws(QueryError) -> Found
    ) throws(QueryError) -> Found {
        var list = KnownLists.List(
            isCounted: isCounted,
            position: state.position,
            generation: state.views.generation,
            time: now
        )
        var others: [(index: Int, chat: ChatRow, head: TimelineHead)] = []
        try forEachListed(by: .all) { (listed, chat, head) throws(ViewsError) in
            var entry = KnownLists.Entry(listed: listed)
            if isCounted, listed.isCounted {
                entry.unread = try state.unreadCount(of: viewer, in: listed.id, chat, head, nil)
                if entry.unread == nil { others.append((list.entries.count, chat, head)) }
            }
            list.entries.append(entry)
            list.noteMuting(chat)
        }
        for (index, chat, head) in others {
            let seen = try seenChat(list.entries[index].listed.id, chat, head, keptFrom: nil)
            list.entries[index].unread = try lookedUpCount(of: seen)
        }
        let found = try body(&list)
        state.lists.keep(list, of: viewer)
        return found
    }

    /// Brings a list up to this state; false if it has to be made anew.
    private borrowing func isBroughtUp(_ list: inout KnownLists.List) throws(QueryError) -> Bool {
        guard list.generation == state.views.generation, list.time <= now,
            list.mutingEnds.map({ now < $0 }) ?? true,
            let changed = try changedConversations(since: list.position)
        else { return false }
        if !changed.isEmpty {
            let silenced = try read { (state) throws(ViewsError) in
                try state.blockedDirects(of: viewer)
            }
            for id in changed { try renew(id, silenced, in: &list) }
        }
        list.position = state.position
        list.time = now
        return true
    }

    /// Reads a conversation's entry again, and adds it where the viewer has become a member.
    private borrowing func renew(
        _ id: ConversationID,
        _ silenced: Set<ConversationID>,
        in list: inout KnownLists.List
    ) throws(QueryError) {
        let place = list.place(of: id)
        let isKnown = place < list.entries.count && list.entries[place].listed.id == id
        let found = try read { (state) throws(ViewsError) -> (ListedConversation, ChatRow)? in
            let chats = state.projectors.chats
            guard let chat = try chats.row(of: viewer.rawValue, id.rawValue, in: state.views) else {
                return nil
            }
            let head = try state.timelineHead(of: id)
            let isSilenced = silenced.contains(id)
            var listed = try state.listed(id, chat, head, isSilenced, of: viewer, at: now)
            listed.lastActivity = try state.lastActivity(
                id,
                chat,
                head,
                of: viewer,
                keptFrom: nil
            )
            return (listed, chat)
        }
        guard let (listed, chat) = found else { return }
        list.noteMuting(chat)
        if isKnown {
            list.entries[place] = KnownLists.Entry(listed: listed)
        } else {
            list.entries.insert(KnownLists.Entry(listed: listed), at: place)
        }
    }

    /// The conversations of which something has changed since a position, for any user; nil if
    /// there is more to it, or too much.
    private borrowing func changedConversations(
        since known: Position
    ) throws(QueryError) -> Set<ConversationID>? {
        let end = state.position
        guard end.rawValue - known.rawValue <= Self.mostEvents else { return nil }
        var changed: Set<ConversationID> = []
        var own: [Position] = []
        var isEnough = true
        try read { (state) throws(ViewsError) in
            do throws(LogError) {
                try state.log.forEachRecord(after: known, through: end) {
                    (record) throws(LogError) in
                    let number = record.envelope.eventNumber
                    switch record.stream.kind {
                    case .conversation: changed.insert(ConversationID(record.stream.id))
                    case .user:
                        guard record.stream.id == viewer.rawValue else { return true }
                        if Self.ofOneConversation.contains(number) {
                            own.append(record.position)
                        } else {
                            isEnough = Self.ofNoList.contains(number)
                        }
                    case .store: isEnough = Self.ofNoList.contains(number)
                    }
                    return isEnough
                }
            } catch {
                throw .log(error)
            }
        }
        guard isEnough else { return nil }
        for position in own {
            let event = try ask { (state) throws(Refusal) in state.event(at: position) }
            guard case .personal(_, let matter)? = event?.meaning, let id = matter.conversation
            else { return nil }
            changed.insert(id)
        }
        return changed
    }

    /// Beyond these, walking over all rows is not much slower.
    private static let mostEvents: UInt64 = 16_384

    /// Events of the viewer's own stream that change one conversation of the list.
    private static let ofOneConversation: Set<UInt32> = [
        EnvelopeEvent.markedUnread, EnvelopeEvent.muted, EnvelopeEvent.unmuted,
        EnvelopeEvent.notificationsSet, EnvelopeEvent.pinned, EnvelopeEvent.unpinned,
        EnvelopeEvent.archived, EnvelopeEvent.unarchived, EnvelopeEvent.hidden,
        EnvelopeEvent.unhidden, EnvelopeEvent.historyCleared,
    ]

    /// Events that change no list.
    ///
    /// After all others, such as blocks, settings and erasures, the list is made anew.
    private static let ofNoList: Set<UInt32> = [
        EnvelopeEvent.profileSet, EnvelopeEvent.contactAdded, EnvelopeEvent.contactRemoved,
        EnvelopeEvent.customRecorded, EnvelopeEvent.contentOpened, EnvelopeEvent.exportMade,
        EnvelopeEvent.reported,
    ]
}

extension KnownLists.List {
    /// Where a conversation is in the list, or would be.
    fileprivate func place(of id: ConversationID) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if id < entries[middle].listed.id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Notes when a muting ends, after which the entry is another one.
    fileprivate mutating func noteMuting(_ chat: ChatRow) {
        guard chat.isMuted, let end = chat.mutedUntil else { return }
        if end > time { mutingEnds = min(mutingEnds ?? end, end) }
    }
}
