internal import LogSchema
internal import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension UserQueryEvaluator {
    /// A conversation as its row shows it.
    mutating func item(
        of seen: SeenChat,
        _ listed: ListedConversation,
        previewLength: Int
    ) throws(QueryError) -> ConversationItem {
        let faces = try faces(of: seen)
        let details = details(of: seen)
        let other = seen.row.kind == .direct ? faces.shown.first : nil
        let entry = try lastEntry(of: seen)
        let last = try entry.flatMap { (entry) throws(QueryError) in
            try self.last(entry, of: seen, previewLength: previewLength)
        }
        // Usually the last message is the very last entry, and answers more than one field.
        let newest = seen.isActive && entry?.ordinal == seen.head.entries ? entry : nil
        let updatedAt = if let newest { newest.entry.sentAt } else { try updatedAt(seen) }
        return ConversationItem(
            conversation: seen.id,
            kind: seen.row.kind,
            title: details.title ?? derivedTitle(faces),
            isTitled: details.title != nil,
            photo: details.photo,
            custom: details.custom,
            avatars: faces.shown.map { face(of: $0) },
            last: last,
            lastActivityAt: listed.lastActivity,
            updatedAt: updatedAt,
            lastReadAt: try lastRead(seen),
            lastReadMessage: try lastReadMessage(seen, newest: newest, last?.message),
            unread: try unreadCount(of: seen),
            isMuted: listed.isMuted,
            mutedUntil: listed.isMuted ? seen.chat.mutedUntil : nil,
            hasNotifications: !seen.chat.refusesNotifications,
            isPinned: listed.isPinned,
            isArchived: listed.isArchived,
            isHidden: listed.isHidden,
            membership: listed.membership,
            leftAt: seen.chat.through.flatMap { state.event(at: $0)?.recorded },
            isClosed: seen.isClosed,
            presence: try other.flatMap { (user) throws(QueryError) in
                try presence(of: user, in: seen, listed)
            }
        )
    }

    /// Returns title, photo and the embedder's data, as the viewer may know them.
    private borrowing func details(of seen: SeenChat) -> ConversationContent {
        guard seen.row.kind != .direct else { return ConversationContent() }
        return state.details(of: seen.id, seen.row, asOf: seen.end)
    }

    /// Returns the conversation's title, as the viewer may know it.
    mutating func title(of seen: SeenChat) throws(QueryError) -> String {
        if seen.row.kind != .direct,
            let title = state.detail(.title, of: seen.id, asOf: seen.end)
        {
            return title
        }
        return derivedTitle(try faces(of: seen))
    }

    private mutating func derivedTitle(_ faces: ConversationFaces) -> String {
        var names: [String] = []
        for user in faces.shown.prefix(2) { names.append(name(of: user)) }
        return English.title(naming: names, others: faces.others)
    }

    /// Returns the members whose names and pictures represent a conversation, as the viewer may
    /// know them.
    private borrowing func faces(of seen: SeenChat) throws(QueryError) -> ConversationFaces {
        guard seen.isActive else {
            let members = try members(of: seen, includingFormer: false).map(\.user)
            return ConversationFaces(
                of: members,
                count: members.count,
                besides: viewer,
                viewerIsMember: false
            )
        }
        // Both are still in it, and the row names them.
        if let pair = seen.pair {
            return ConversationFaces(
                of: pair,
                count: 2,
                besides: viewer,
                viewerIsMember: true
            )
        }
        return try read { (state) throws(ViewsError) in
            ConversationFaces(
                of: try state.projectors.membership.firstMembers(
                    of: seen.id.rawValue,
                    in: state.views
                ),
                count: Int(seen.row.members),
                besides: viewer,
                viewerIsMember: true
            )
        }
    }

    /// Returns the last entry that the viewer can see and that is not gone.
    borrowing func lastEntry(of seen: SeenChat) throws(QueryError) -> SeenEntry? {
        let newest = try read { (state) throws(ViewsError) in
            try state.newestLivingEntry(of: seen, amongSystemEntries: true) {
                $0.canBeLast(for: seen.visibility)
            }
        }
        guard let newest else { return nil }
        return try see(newest.entry, at: newest.ordinal, in: seen.id, as: seen.visibility)
    }

    private mutating func last(
        _ entry: SeenEntry,
        of seen: SeenChat,
        previewLength: Int
    ) throws(QueryError) -> ConversationItem.Last? {
        guard let (id, preview) = said(in: entry, previewLength: previewLength) else { return nil }
        let sender = entry.entry.actor
        var senderName = ""
        if let sender { senderName = name(of: sender) }
        var status: ReceiptSummary.Status?
        if sender == viewer, !entry.entry.isSystem {
            let message = state.facts(id, in: seen.id, at: entry.ordinal, entry.entry)
            status = try self.status(of: message, in: seen)
        }
        return ConversationItem.Last(
            message: id,
            kind: entry.entry.kind,
            preview: preview,
            sender: sender,
            senderName: senderName,
            at: entry.entry.sentAt,
            status: status
        )
    }

    /// Returns the id and the preview of an entry that is not gone.
    private mutating func said(
        in seen: SeenEntry,
        previewLength length: Int
    ) -> (id: MessageID, preview: String)? {
        guard let kind = seen.entry.kind else {
            guard let event = state.event(at: seen.entry.position), let id = event.event.entryID
            else { return nil }
            return (id, English.preview(of: systemEntry(of: event)?.text ?? "", length: length))
        }
        guard seen.content == seen.entry.position else {
            guard let id = state.id(of: seen.entry) else { return nil }
            return (id, preview(of: seen, length: length))
        }
        if let plain = state.plainMessage(at: seen.content) {
            return (plain.id, English.preview(of: kind, text: plain.text, length: length))
        }
        // The id and the text stand in one record.
        return state.withEvent(at: seen.content) { (event, content) throws(WireError) in
            guard let id = try EncodedMessageSent(of: event)?.message else { return nil }
            let text = try SentWords(of: event, content).text
            return (MessageID(id), English.preview(of: kind, text: text, length: length))
        }
    }

    /// When the newest entry was recorded that membership lets the viewer see.
    private borrowing func updatedAt(_ seen: SeenChat) throws(QueryError) -> Timestamp {
        try read { (state) throws(ViewsError) in
            try state.newestEntry(of: seen.byMembership) { _ in true }?.entry.sentAt
        } ?? seen.row.createdAt
    }

    /// The newest message up to the furthest that the viewer ever read, by a mark or by sending;
    /// that may be the newest entry of all, whose id is known.
    private borrowing func lastReadMessage(
        _ seen: SeenChat,
        newest: SeenEntry?,
        _ newestID: MessageID?
    ) throws(QueryError) -> MessageID? {
        if let newest, let newestID, isRead(newest.entry, in: seen) { return newestID }
        switch try listedReading(seen) {
        case .nothing: return nil
        case .message(let position): return try whole(state.id(ofMessageAt: position))
        case .unknown: break
        }
        let (viewer, id) = (viewer.rawValue, seen.id.rawValue)
        let sight = seen.visibility.byMembership
        let entry = try read { (state) throws(ViewsError) -> TimelineEntry? in
            let projectors = state.projectors
            let move = try projectors.receipts.newest(of: viewer, in: id, views: state.views)
            let sent = try projectors.senders.newest(of: viewer, in: id, views: state.views)
            let marks = ReceiptMarks(move?.marks, sent: sent)
            guard marks.readUpTo > 0, let start = sight.ranges.first?.lowerBound else {
                return nil
            }
            var found: TimelineEntry?
            try projectors.timeline.forEachEntry(
                of: id,
                from: 1,
                through: marks.readUpTo,
                descending: true,
                in: state.views
            ) { _, entry in
                if entry.position < start { return .stop }
                guard !entry.isSystem, sight.shows(entry.position) else { return .goOn }
                found = entry
                return .stop
            }
            return found
        }
        return try whole(entry.flatMap { state.id(of: $0) })
    }

    /// The newest message that the viewer ever read, as the rows of the list say it.
    ///
    /// They do not say it of one who has been away or has marked it as unread, nor of one who may
    /// have read nothing but what is older than the joining.
    private borrowing func listedReading(_ seen: SeenChat) throws(QueryError) -> ListedReading {
        let chat = seen.chat
        guard seen.isActive, chat.saysWhatIsSeen, chat.movedBack == .zero,
            chat.messagesBefore == 0 || chat.marker > chat.messagesBefore
        else { return .unknown }
        return try read { (state) throws(ViewsError) in
            let (projectors, id) = (state.projectors, seen.id.rawValue)
            let sent = try projectors.newestSending(
                of: viewer.rawValue,
                in: id,
                seen.head,
                behind: chat.marker,
                views: state.views
            )
            if let sent, sent.messageNumber >= chat.marker {
                return .message(sent.position)
            }
            guard chat.marker > 0 else { return .nothing }
            let ordinal = try projectors.timeline.ordinal(
                ofMessage: chat.marker,
                below: seen.head,
                of: id,
                in: state.views
            )
            let entry = try projectors.timeline.entry(at: ordinal, of: id, in: state.views)
            guard let entry else { throw .damagedRow(table: "timeline") }
            return .message(entry.position)
        }
    }

    /// Whether the list's own row says that the viewer has read a message; false tells nothing.
    private borrowing func isRead(_ entry: TimelineEntry, in seen: SeenChat) -> Bool {
        if entry.isSystem { return false }
        if entry.sender == viewer.rawValue { return true }
        // Behind the joining only reading moves the marker on.
        return entry.position > seen.chat.from && entry.messageNumber <= seen.chat.marker
    }

    /// When the viewer read last: on purpose, or by sending something.
    private borrowing func lastRead(_ seen: SeenChat) throws(QueryError) -> Timestamp? {
        let sent = try read { (state) throws(ViewsError) in
            try state.projectors.newestSending(
                of: viewer.rawValue,
                in: seen.id.rawValue,
                seen.head,
                behind: 0,
                views: state.views
            )?
            .at
        }
        guard let read = seen.chat.lastRead, let sent else { return sent ?? seen.chat.lastRead }
        return max(read, sent)
    }
}

/// The newest message that a viewer ever read.
private enum ListedReading {
    case message(Position)
    case nothing
    /// The rows of the list do not say it.
    case unknown
}
