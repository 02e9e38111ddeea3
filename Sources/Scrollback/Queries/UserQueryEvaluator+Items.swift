internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension MessageQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.message(query.message)
        }
    }
}

extension HistoryQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.history(of: query.message)
        }
    }
}

extension UserQueryEvaluator {
    /// One entry of a timeline.
    package mutating func message(_ id: MessageID) throws(QueryError) -> MessageItem {
        let (seen, _, seat) = try seenEntry(id)
        let found = try items(of: [PlacedEntry(seen.ordinal, seen.entry)], from: seat)
        guard let item = found.first else { throw .refused(.message(.notFound)) }
        return item
    }

    /// Which texts a message had before, as far as the viewer may know.
    package mutating func history(of id: MessageID) throws(QueryError) -> MessageHistory {
        let (seen, _, seat) = try seenEntry(id)
        guard seen.isMessage else { return MessageHistory(versions: [], count: 0) }
        let history = History(
            sent: seen.entry.position,
            edits: seen.entry.edits > 0
                ? try edits(of: seen.entry, at: seen.ordinal, in: seat.conversation.id) : [],
            isGone: seen.isGone,
            for: seat.visibility
        )
        return MessageHistory(versions: try versions(in: history), count: history.count)
    }

    /// The texts of a history.
    borrowing func versions(in history: History) throws(QueryError) -> [MessageHistory.Version] {
        var versions: [MessageHistory.Version] = []
        for position in history.versions {
            let words = try words(at: position)
            versions.append(MessageHistory.Version(text: words.text ?? "", at: words.sent))
        }
        return versions
    }

    /// The entries of a page, in the order of their ordinals, with everything that belongs to them.
    mutating func items(
        of entries: [PlacedEntry],
        from seat: Seat
    ) throws(QueryError) -> [MessageItem] {
        var items: [MessageItem] = []
        items.reserveCapacity(entries.count)
        state.fetch(entries.map(\.entry.position))
        var reacted = try reactions(on: entries, from: seat)[...]
        for placed in entries {
            guard let seen = try see(placed.entry, at: placed.ordinal, from: seat) else { continue }
            // These are in the same order.
            reacted = reacted.drop { $0.ordinal < placed.ordinal }
            let known = reacted.first.flatMap { $0.ordinal == placed.ordinal ? $0 : nil }
            if seen.isMessage {
                try add(seen, reacted: known, to: &items, from: seat)
            } else {
                try add(systemEntry: seen, to: &items, from: seat)
            }
        }
        return try whole(items)
    }

    /// Adds a message to a page; its record is decoded directly into its place, unless it is a text
    /// and nothing else.
    private mutating func add(
        _ seen: SeenEntry,
        reacted: ReactedEntry?,
        to items: inout [MessageItem],
        from seat: Seat
    ) throws(QueryError) {
        let sender = face(of: UserID(seen.entry.sender))
        if seen.isAsSent, let plain = state.plainMessage(at: seen.entry.position) {
            items.append(MessageItem(plain.id, seen, in: seat.conversation.id, by: sender))
            let last = items.endIndex - 1
            items[last].claimedAt = plain.claimedAt
            items[last].text = plain.text
            return try join(&items[last], with: seen, reacted: reacted, from: seat)
        }
        let answer = try found { (state) in
            state.withEvent(at: seen.entry.position) { (event, content) throws(WireError) in
                let sent = try EncodedMessageSent(of: event)
                guard let sent, let id = sent.message else { return nil as ReplyTarget? }
                items.append(MessageItem(MessageID(id), seen, in: seat.conversation.id, by: sender))
                if !seen.isGone {
                    try items[items.endIndex - 1].fill(sent, content, isEdited: seen.editCount > 0)
                }
                return ReplyTarget(sent)
            }
        }
        let last = items.endIndex - 1
        if let deleted = seen.deleted {
            (items[last].deletedBy, items[last].deletedAt) = try deed(at: deleted)
        }
        guard !seen.isGone else { return }
        if seen.editCount > 0 {
            let edit = try words(at: seen.content)
            if let text = edit.text, !text.isEmpty { items[last].text = text }
            items[last].editedAt = edit.sent
            items[last].editCount = seen.editCount
        }
        if let text = items[last].text { items[last].mentions = mentions(in: text) }
        try join(&items[last], with: seen, reacted: reacted, from: seat)
        if let parent = answer.parent {
            items[last].replyTo = try self.parent(parent, at: answer.ordinal, from: seat)
        }
    }

    /// A message as it was written, without what others made of it.
    mutating func written(
        _ seen: SeenEntry,
        in conversation: ConversationID
    ) throws(QueryError) -> MessageItem {
        let sender = face(of: UserID(seen.entry.sender))
        var item = try found { (state) in
            state.withEvent(at: seen.entry.position) { (event, content) throws(WireError) in
                let sent = try EncodedMessageSent(of: event)
                guard let sent, let id = sent.message else { return nil as MessageItem? }
                var item = MessageItem(MessageID(id), seen, in: conversation, by: sender)
                if !seen.isGone { try item.fill(sent, content, isEdited: seen.editCount > 0) }
                return item
            }
        }
        if !seen.isGone, seen.editCount > 0 {
            let edit = try words(at: seen.content)
            if let text = edit.text, !text.isEmpty { item.text = text }
        }
        return item
    }

    /// Adds reactions, receipts and annotations to a message.
    private mutating func join(
        _ item: inout MessageItem,
        with seen: SeenEntry,
        reacted: ReactedEntry?,
        from seat: Seat
    ) throws(QueryError) {
        if let tallies = reacted?.tallies {
            item.reactions = tallies.prefix(Limits.shownReactions).map { tally in
                MessageItem.ReactionCount(
                    tally.reaction,
                    count: tally.count,
                    isMine: tally.isMine
                )
            }
            if tallies.count > Limits.shownReactions { item.reactionCount = tallies.count }
        }
        if seen.isAnnotated {
            (item.linkPreview, item.priority) = try annotations(of: seen, from: seat)
        }
        if item.sender == viewer {
            let message = state.facts(
                item.message,
                in: item.conversation,
                at: seen.ordinal,
                seen.entry
            )
            item.receipt = try receipt(of: message, in: seat)
        }
    }

    /// Adds an entry to a page that the store made of another event.
    private mutating func add(
        systemEntry seen: SeenEntry,
        to items: inout [MessageItem],
        from seat: Seat
    ) throws(QueryError) {
        let event = try event(at: seen.entry.position)
        guard let id = event.event.entryID else {
            throw .failed(.views(.damagedRow(table: "timeline")))
        }
        let sender = face(ofActor: seen.entry.actor)
        var item = MessageItem(id, seen, in: seat.conversation.id, by: sender)
        if let deleted = seen.deleted {
            (item.deletedBy, item.deletedAt) = try deed(at: deleted)
        }
        if !seen.isGone, let (words, actor, text) = systemEntry(of: event) {
            item.system = MessageItem.SystemWords(
                type: words.type,
                actor: actor,
                target: words.target,
                title: words.title,
                count: words == .created ? try founders(of: seat.conversation.id) : nil,
                text: text
            )
        }
        items.append(consume item)
    }

    /// Returns the name and picture of an entry's actor; nil for the operator.
    private mutating func face(ofActor user: UserID?) -> PersonItem? {
        guard let user else { return nil }
        return face(of: user)
    }

    /// The number of members that a conversation began with.
    private borrowing func founders(of conversation: ConversationID) throws(QueryError) -> Int {
        try read { (state) throws(ViewsError) in
            let row = try state.projectors.conversations.row(
                of: conversation.rawValue,
                in: state.views
            )
            guard let row else { throw .damagedRow(table: "conversations") }
            return Int(row.founders)
        }
    }

    private mutating func mentions(in text: String) -> [MessageItem.Mention] {
        var mentions: [MessageItem.Mention] = []
        for mention in Mention.all(in: text) {
            mentions.append(
                MessageItem.Mention(
                    user: mention.user,
                    name: name(of: mention.user),
                    offset: mention.range.lowerBound,
                    length: mention.range.count
                )
            )
        }
        return mentions
    }

    /// Returns the parent of a reply; its id only if it is not visible.
    private mutating func parent(
        _ id: MessageID,
        at ordinal: UInt64,
        from seat: Seat
    ) throws(QueryError) -> MessageItem.Parent {
        guard let entry = try entry(at: ordinal, from: seat),
            let seen = try see(entry, at: ordinal, from: seat)
        else {
            return MessageItem.Parent(message: id)
        }
        return MessageItem.Parent(
            message: id,
            senderName: name(of: UserID(entry.sender)),
            preview: seen.isGone ? nil : preview(of: seen),
            isDeleted: seen.deleted != nil,
            isErased: entry.isErased
        )
    }

    /// Returns the actor and the time of the event at a position; the operator is not a user.
    private borrowing func deed(
        at position: Position
    ) throws(QueryError) -> (user: UserID?, at: Timestamp) {
        let (actor, time) = try found { (state) in
            state.withRecord(at: position) { (record) throws(LogError) in
                (Actor(of: record.envelope), record.sent)
            }
        }
        return (actor.user, time)
    }
}

/// Which message a message answers, and where that stands.
private struct ReplyTarget {
    let parent: MessageID?
    let ordinal: UInt64

    init(_ sent: borrowing EncodedMessageSent) {
        parent = sent.replyTo.map(MessageID.init)
        ordinal = sent.replyToOrdinal
    }
}

extension MessageItem {
    /// Makes the item of an entry, gone or not.
    fileprivate init(
        _ id: MessageID,
        _ seen: SeenEntry,
        in conversation: ConversationID,
        by sender: PersonItem?
    ) {
        self.init(
            id,
            in: conversation,
            at: seen.entry.position,
            ordinal: seen.ordinal,
            kind: seen.entry.kind,
            sender: sender?.user,
            senderName: sender?.name ?? "",
            senderAvatar: sender?.avatar,
            sentAt: seen.entry.sentAt
        )
        isErased = seen.entry.isErased
        isDeleted = seen.deleted != nil
    }

    /// Copies the sent content; without the text if an edit has replaced it.
    fileprivate mutating func fill(
        _ sent: borrowing EncodedMessageSent,
        _ content: borrowing Content,
        isEdited: Bool
    ) throws(WireError) {
        claimedAt = sent.claimedAt.map(Timestamp.init(microseconds:))
        isBroadcast = sent.broadcast
        isPayment = sent.payment
        if let original = sent.forwardedFrom { forwardedFrom = MessageID(original) }
        guard content.state == .present else { return }
        let words = try EncodedMessageContent(content.bytes)
        if !isEdited, words.textUTF8.byteCount > 0 { text = words.text }
        if words.attachments.count > 0 {
            attachments = try words.attachments.array(of: Attachment.self)
        }
        if let place = try words.location { location = try Location(place) }
        custom = words.custom
    }
}

extension SeenEntry {
    /// Whether it is a message, not a system entry.
    var isMessage: Bool { entry.kind != nil }

    /// Whether the text that was sent is shown.
    fileprivate var isAsSent: Bool { !isGone && editCount == 0 }

    /// Whether something was found out about it later on.
    fileprivate var isAnnotated: Bool { entry.linkPreview != nil || entry.priority != nil }
}
