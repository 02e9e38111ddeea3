internal import LogSchema
internal import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension Viewing {
    /// A conversation as its row shows it.
    mutating func item(
        of seen: SeenChat,
        _ listed: ListedConversation,
        previewLength: Int
    ) throws(QueryError) -> ConversationItem {
        let faces = try faces(of: seen)
        let details = details(of: seen)
        let other = seen.row.kind == .direct ? faces.shown.first : nil
        return ConversationItem(
            conversation: seen.id,
            kind: seen.row.kind,
            title: details.title ?? derivedTitle(faces),
            isTitled: details.title != nil,
            photo: details.photo,
            custom: details.custom,
            avatars: faces.shown.map { face(of: $0) },
            last: try last(of: seen, previewLength: previewLength),
            lastActivityAt: listed.lastActivity,
            lastReadAt: try lastRead(seen),
            unread: try unreadCount(of: seen),
            isMuted: listed.isMuted,
            mutedUntil: listed.isMuted ? seen.chat.mutedUntil : nil,
            isPinned: listed.isPinned,
            isArchived: listed.isArchived,
            isHidden: listed.isHidden,
            membership: listed.membership,
            isClosed: seen.isClosed,
            presence: try other.flatMap { (user) throws(QueryError) in
                try presence(of: user, in: seen, listed)
            }
        )
    }

    /// Title, photo and what the embedder added, as the viewer may know them.
    private borrowing func details(of seen: SeenChat) -> ConversationContent {
        guard seen.row.kind != .direct else { return ConversationContent() }
        return state.details(of: seen.id, seen.row, asOf: seen.end)
    }

    /// What the conversation is called, as the viewer may know it.
    mutating func title(of seen: SeenChat) throws(QueryError) -> String {
        if let title = details(of: seen).title { return title }
        return derivedTitle(try faces(of: seen))
    }

    private mutating func derivedTitle(_ faces: ConversationFaces) -> String {
        var names: [String] = []
        for user in faces.shown.prefix(2) { names.append(name(of: user)) }
        return English.title(naming: names, others: faces.others)
    }

    /// Who stands for a conversation, of the members whom the viewer may know.
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
        return try read { (state) throws(ViewsError) in
            var first: [UserID] = []
            first.reserveCapacity(ConversationFaces.limit + 1)
            try state.projectors.membership.forEachActive(of: seen.id.rawValue, in: state.views) {
                first.append(UserID($0))
                return first.count > ConversationFaces.limit ? .stop : .goOn
            }
            return ConversationFaces(
                of: first,
                count: Int(seen.row.members),
                besides: viewer,
                viewerIsMember: true
            )
        }
    }

    /// What was said or done last, of what the viewer can see and what is not gone.
    private borrowing func lastEntry(of seen: SeenChat) throws(QueryError) -> SeenEntry? {
        let newest = try read { (state) throws(ViewsError) in
            try state.newestEntry(of: seen) { $0.canBeLast(for: seen.visibility) }
        }
        guard let newest else { return nil }
        return try see(newest.entry, at: newest.ordinal, in: seen.id, as: seen.visibility)
    }

    private mutating func last(
        of seen: SeenChat,
        previewLength: Int
    ) throws(QueryError) -> ConversationItem.Last? {
        guard let entry = try lastEntry(of: seen),
            let (id, preview) = said(in: entry, previewLength: previewLength)
        else { return nil }
        let sender = UserID(entry.entry.sender)
        var status: ReceiptSummary.Status?
        if sender == viewer, !entry.entry.isSystem {
            let message = state.facts(id, in: seen.id, at: entry.ordinal, entry.entry)
            status = try receipt(of: message, in: ReceiptPlace(seen))?.status
        }
        return ConversationItem.Last(
            message: id,
            kind: entry.entry.kind,
            preview: preview,
            sender: sender,
            senderName: name(of: sender),
            at: entry.entry.sentAt,
            status: status
        )
    }

    /// The id of an entry that is not gone, and what a list shows of it.
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
        // The id and the text stand in one record.
        return state.withEvent(at: seen.content) { (record, content) throws(WireError) in
            guard let id = try MessageSentView(of: record)?.message else { return nil }
            let text = try SentWords(of: record, content).text
            return (MessageID(id), English.preview(of: kind, text: text, length: length))
        }
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
        return [seen.chat.lastRead, sent].compactMap { $0 }.max()
    }

    /// Whether a search finds a conversation: by its shown title, by somebody else in it, or by
    /// the text of what was said last.
    mutating func matches(_ seen: SeenChat, _ search: FoldedText) throws(QueryError) -> Bool {
        let isDirect = seen.row.kind == .direct
        if let title = isDirect ? nil : state.detail(.title, of: seen.id, asOf: seen.end) {
            if search.isPart(of: title) { return true }
        } else if search.isPart(of: derivedTitle(try faces(of: seen))) {
            return true
        }
        if let last = try lastEntry(of: seen), !last.entry.isSystem,
            let text = text(at: last.content), search.isPart(of: text)
        {
            return true
        }
        for member in try members(of: seen, includingFormer: false) where member.user != viewer {
            let profile = profile(of: member.user)
            let names = [profile?.username, profile?.fullName].compactMap { $0 }
            if names.contains(where: { search.isPart(of: $0) }) { return true }
        }
        return false
    }
}
