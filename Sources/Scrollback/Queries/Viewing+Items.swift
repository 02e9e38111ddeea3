internal import LogSchema
package import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension Viewing {
    /// One entry of a timeline.
    package mutating func message(_ id: MessageID) throws(QueryError) -> MessageItem {
        let (seen, _, seat) = try seenEntry(id)
        let times = try reactionTimes(at: seen.isMessage ? [seen.ordinal] : [], in: seat)
        return try whole(item(of: seen, reacted: times[seen.ordinal] ?? [], from: seat))
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
        var versions: [MessageHistory.Version] = []
        for position in history.versions {
            let event = try event(at: position)
            versions.append(
                MessageHistory.Version(text: event.event.text ?? "", at: event.recorded)
            )
        }
        return MessageHistory(versions: versions, count: history.count)
    }

    /// The entries of a page with everything that belongs to them.
    mutating func items(
        of entries: [PlacedEntry],
        from seat: Seat
    ) throws(QueryError) -> [MessageItem] {
        var items: [MessageItem] = []
        items.reserveCapacity(entries.count)
        let times = try reactionTimes(at: entries.map(\.ordinal), in: seat)
        for placed in entries {
            guard let seen = try see(placed.entry, at: placed.ordinal, from: seat) else { continue }
            items.append(try item(of: seen, reacted: times[seen.ordinal] ?? [], from: seat))
        }
        return try whole(items)
    }

    private mutating func item(
        of seen: SeenEntry,
        reacted times: [ReactionTime],
        from seat: Seat
    ) throws(QueryError) -> MessageItem {
        let entry = seen.entry
        let event = try event(at: entry.position)
        guard let id = event.event.entryID else {
            throw .failed(.views(.damagedRow(table: "timeline")))
        }
        let sender = UserID(entry.sender)
        var item = MessageItem(
            id,
            in: seat.conversation.id,
            at: entry.position,
            ordinal: seen.ordinal,
            kind: entry.kind,
            sender: sender,
            senderName: name(of: sender),
            senderAvatar: profile(of: sender)?.avatar,
            sentAt: entry.sentAt
        )
        item.isErased = entry.isErased
        if let deleted = seen.deleted {
            item.isDeleted = true
            item.deletedBy = try self.event(at: deleted).actor.user
        }
        guard !seen.isGone else { return item }
        if case .messageSent(let sent, let content) = event.event {
            try fill(&item, sent, content, seen, reacted: times, from: seat)
        } else if let (words, actor, text) = systemEntry(of: event) {
            item.system = MessageItem.SystemWords(
                type: words.type,
                actor: actor,
                target: words.target,
                title: words.title,
                text: text
            )
        }
        return item
    }

    /// Adds what was written, and what others made of it.
    private mutating func fill(
        _ item: inout MessageItem,
        _ sent: MessageSent,
        _ content: MessageContent?,
        _ seen: SeenEntry,
        reacted times: [ReactionTime],
        from seat: Seat
    ) throws(QueryError) {
        var text = content?.text
        if seen.editCount > 0 {
            let edit = try event(at: seen.content)
            text = edit.event.text
            item.editedAt = edit.recorded
        }
        item.editCount = seen.editCount
        if let text, !text.isEmpty {
            item.text = text
            item.mentions = mentions(in: text)
        }
        item.attachments = content?.attachments ?? []
        item.location = content?.location
        item.custom = content?.custom
        item.claimedAt = sent.claimedAt.map(Timestamp.init(microseconds:))
        item.isBroadcast = sent.broadcast
        item.isPayment = sent.payment
        item.forwardedFrom = sent.forwardedFrom.map(MessageID.init)
        if let parent = sent.replyTo {
            item.replyTo = try self.parent(MessageID(parent), at: sent.replyToOrdinal, from: seat)
        }
        if !times.isEmpty {
            item.reactions = standing(times, on: seen, from: seat).groups.map { group in
                MessageItem.ReactionCount(
                    group.reaction,
                    count: group.times.count,
                    isMine: group.times.contains { $0.user == viewer }
                )
            }
        }
        (item.linkPreview, item.priority) = try annotations(of: seen, from: seat)
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

    /// What a reply shows of the message it is about; its id alone where that is not visible.
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

    private borrowing func reactionTimes(
        at ordinals: [UInt64],
        in seat: Seat
    ) throws(QueryError) -> [UInt64: [ReactionTime]] {
        try reactionTimes(at: ordinals, in: seat.conversation.id)
    }
}

extension SeenEntry {
    /// Whether somebody sent it, or the store made it of another event.
    var isMessage: Bool { entry.kind != nil }
}
