package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What stands in a conversation, one entry after the other: messages, and what the store says
/// of members and details.
///
///     timeline         conversation (16), ordinal (8)  → an entry
///     timeline.heads   conversation (16)               → the head
///
/// An entry is position (8), position of its newest content (8), how many countable messages
/// there are up to it (8), when it was sent (8), who sent it or did it (16), kind and flag (1), edits
/// (4);
/// and where one of them is there, the positions of deletion, link preview and priority (8 each).
///
/// The heads stand together, in the order of the rows of somebody's list, so that a list is two
/// walks side by side; `TimelineHead` has their layout.
package struct Timeline: MessageProjector {
    package static let name: StaticString = "timeline"
    package static let version: UInt32 = 3

    let table: ViewTable
    let heads: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("timeline")
        heads = tables.table("timeline.heads")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        try add(
            record,
            at: message.ordinal,
            messageNumber: message.messageNumber,
            kind: message.kind,
            to: &views
        )
    }

    package func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageEdited:
            let event = try record.structure(MessageEditedView.self, for: Self.name)
            try change(event.ordinal, of: record, in: &views) { entry in
                entry.content = record.position
                entry.edits &+= 1
            }
        case EnvelopeEvent.messageDeleted:
            let event = try record.structure(MessageDeletedView.self, for: Self.name)
            try change(event.ordinal, of: record, in: &views) { $0.deleted = record.position }
            try remove(
                event.messageNumber,
                at: event.ordinal,
                of: try record.conversation(for: Self.name),
                in: &views
            )
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(MessageAnnotatedView.self, for: Self.name)
            let (hasPreview, hasPriority) = (event.hasLinkPreview, event.priority != nil)
            try change(event.ordinal, of: record, in: &views) { entry in
                if hasPreview { entry.linkPreview = record.position }
                if hasPriority { entry.priority = record.position }
            }
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(ConversationCreatedView.self, for: Self.name)
            let head = TimelineHead(createdAt: record.sent, history: event.history)
            put(head, of: try record.conversation(for: Self.name), in: &views)
            try addSystemEntry(record, to: &views)
        default:
            try addSystemEntry(record, to: &views)
        }
    }

    private func addSystemEntry(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard let entry = try SystemEntry(record, for: Self.name) else { return }
        try add(record, at: entry.ordinal, messageNumber: nil, kind: nil, to: &views)
    }

    /// Adds the entry that an event makes, which must be the next one.
    private func add(
        _ record: borrowing StoredRecord,
        at ordinal: UInt64,
        messageNumber: UInt64?,
        kind: MessageKind?,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        var head = try record.need(
            try head(of: conversation, in: views),
            for: Self.name
        )
        head.entries += 1
        if kind != nil {
            head.messages += 1
            head.newestMessage = record.position
            head.livingOrdinal = ordinal
            head.livingPosition = record.position
            head.livingAt = record.sent
            head.senders.note(
                RecentSenders.Sending(
                    sender: try record.actor(for: Self.name),
                    messageNumber: head.messages,
                    position: record.position,
                    at: record.sent
                )
            )
        }
        guard ordinal == head.entries, messageNumber ?? head.messages == head.messages else {
            throw record.unfoldable(by: Self.name)
        }
        let entry = try TimelineEntry(record, messageNumber: head.messages, kind: kind)
        put(entry, at: ordinal, of: conversation, in: &views)
        put(head, of: conversation, in: &views)
    }

    private func change(
        _ ordinal: UInt64,
        of record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        _ body: (inout TimelineEntry) -> Void
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        var entry = try record.need(
            try self.entry(at: ordinal, of: conversation, in: views),
            for: Self.name
        )
        body(&entry)
        put(entry, at: ordinal, of: conversation, in: &views)
    }

    /// Notes in the head that a message is not to be read any more, and finds the newest one that
    /// is, if it was that.
    private func remove(
        _ messageNumber: UInt64,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard var head = try head(of: conversation, in: views) else { return }
        head.newestRemoved = max(head.newestRemoved, messageNumber)
        if head.livingOrdinal == ordinal {
            try retreat(&head, from: ordinal, of: conversation, in: views)
        }
        put(head, of: conversation, in: &views)
    }

    private func retreat(
        _ head: inout TimelineHead,
        from ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) {
        var candidate = ordinal
        head.livingOrdinal = 0
        head.livingPosition = .zero
        head.livingAt = Timestamp(microseconds: 0)
        while candidate > 1 {
            candidate -= 1
            guard let entry = try entry(at: candidate, of: conversation, in: views) else { break }
            guard entry.isLivingMessage else { continue }
            head.livingOrdinal = candidate
            head.livingPosition = entry.position
            head.livingAt = entry.sentAt
            break
        }
    }

    /// Notes that words are gone, and names the messages of which they were the newest.
    func erase(
        _ erased: [ErasedWords],
        in views: inout ViewsWriter
    ) throws(ViewsError) -> [ErasedMessage] {
        var messages: [ErasedMessage] = []
        for words in erased {
            guard
                var entry = try entry(at: words.ordinal, of: words.conversation, in: views),
                entry.content == words.position, !entry.isErased
            else { continue }
            entry.isErased = true
            put(entry, at: words.ordinal, of: words.conversation, in: &views)
            try remove(
                entry.messageNumber,
                at: words.ordinal,
                of: words.conversation,
                in: &views
            )
            messages.append(
                ErasedMessage(
                    conversation: words.conversation,
                    ordinal: words.ordinal,
                    sender: entry.sender,
                    messageNumber: entry.messageNumber
                )
            )
        }
        return messages
    }

    private func put(
        _ entry: TimelineEntry,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) {
        views.put(key(conversation, ordinal).bytes, entry.row.bytes, in: table)
    }

    private func put(
        _ head: TimelineHead,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) {
        let row = head.row
        views.put(headKey(conversation).bytes, row.bytes, in: heads)
    }
}

extension Timeline {
    /// How far a conversation's timeline has come; nil where there is no conversation.
    package func head(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineHead? {
        guard let row = try views.value(of: headKey(conversation).bytes, in: heads) else {
            return nil
        }
        return try TimelineHead(row)
    }

    /// One entry; nil where there is none.
    package func entry(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry? {
        guard ordinal > 0,
            let row = try views.value(of: key(conversation, ordinal).bytes, in: table)
        else { return nil }
        return try TimelineEntry(row)
    }

    /// The last entry that was there at a position; 0 where there was none.
    ///
    /// - Complexity: a look-up for each halving of the timeline, and one for its end.
    package func lastOrdinal(
        of conversation: UniqueID,
        asOf position: Position,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        try lastOrdinal(of: conversation, in: views) { $0.position <= position }
    }

    /// The last entry for which a condition holds that holds for every entry before it as well; 0
    /// where it holds for none.
    ///
    /// - Complexity: a look-up for each halving of the timeline, and one for its end.
    package func lastOrdinal(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        where isStillTrue: (TimelineEntry) -> Bool
    ) throws(ViewsError) -> UInt64 {
        guard let head = try head(of: conversation, in: views) else { return 0 }
        if let last = try entry(at: head.entries, of: conversation, in: views),
            isStillTrue(last)
        {
            return head.entries
        }
        var (there, later) = (UInt64(0), head.entries)
        while there + 1 < later {
            let middle = there + (later - there) / 2
            guard let entry = try entry(at: middle, of: conversation, in: views) else {
                throw Self.damaged
            }
            if isStillTrue(entry) { there = middle } else { later = middle }
        }
        return there
    }

    /// How many messages there are among the entries for which a condition holds that holds for
    /// every entry before them as well.
    ///
    /// - Complexity: as of `lastOrdinal`.
    package func messageCount(
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable,
        where isStillTrue: (TimelineEntry) -> Bool
    ) throws(ViewsError) -> UInt64 {
        let last = try lastOrdinal(of: conversation, in: views, where: isStillTrue)
        return try entry(at: last, of: conversation, in: views)?.messageNumber ?? 0
    }

    /// The place of a message that is known by its number, in a timeline with a head.
    ///
    /// - Complexity: a look-up where all system entries stand before it or none does, else one for
    ///   each halving of their number.
    package func ordinal(
        ofMessage number: UInt64,
        below head: TimelineHead,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var (low, high) = (number, number + (head.entries - head.messages))
        // Most often what is no message stands at the beginning.
        var middle = high - 1
        while low < high {
            guard let entry = try entry(at: middle, of: conversation, in: views) else {
                throw Self.damaged
            }
            if entry.messageNumber < number { low = middle + 1 } else { high = middle }
            middle = low + (high - low) / 2
        }
        return low
    }

    /// Visits entries between two ordinals, both included, forwards or backwards.
    package func forEachEntry(
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, _ entry: TimelineEntry) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard first <= last else { return }
        let range = KeyRange(
            from: key(conversation, first),
            through: key(conversation, last),
            descending: descending
        )
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 24 else { throw Self.damaged }
            return try body(key.number(at: 16), try TimelineEntry(row))
        }
    }

    static var damaged: ViewsError { .damagedRow(table: "timeline") }

    private func headKey(_ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        return key
    }

    private func key(_ conversation: UniqueID, _ ordinal: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(ordinal)
        return key
    }
}

/// One entry of a timeline.
package struct TimelineEntry: Hashable, Sendable {
    /// Where the event lies that made the entry.
    package var position: Position
    /// Where its newest content lies: its own, or that of the newest edit.
    package var content: Position
    /// How many countable messages there are up to and including this entry.
    package var messageNumber: UInt64
    package var sentAt: Timestamp
    /// Who sent it, or did what it tells of.
    package var sender: UniqueID
    /// What a message holds; nil for what the store made of another event.
    package var kind: MessageKind?
    package var isErased = false
    package var edits: UInt32 = 0
    package var deleted: Position?
    package var linkPreview: Position?
    package var priority: Position?

    init(
        _ record: borrowing StoredRecord,
        messageNumber: UInt64,
        kind: MessageKind?
    ) throws(ViewsError) {
        position = record.position
        content = record.position
        self.messageNumber = messageNumber
        sentAt = record.sent
        sender = try record.actor(for: Timeline.name)
        self.kind = kind
    }

    package var isSystem: Bool { kind == nil }

    /// Whether it is a message whose words are still there for its readers.
    package var isLivingMessage: Bool { !isSystem && deleted == nil && !isErased }

    private static let shortBytes = 53
    private static let longBytes = 77
    private static let erasedFlag: UInt8 = 0x80

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == Self.shortBytes || row.byteCount == Self.longBytes else {
            throw Timeline.damaged
        }
        position = Position(row.number(at: 0))
        content = Position(row.number(at: 8))
        messageNumber = row.number(at: 16)
        sentAt = Timestamp(microseconds: Int64(bitPattern: row.number(at: 24)))
        sender = UniqueID(row, at: 32)
        let flags = row.byte(at: 48)
        let number = flags & ~Self.erasedFlag
        kind = number == 0 ? nil : MessageKind(rawValue: Int32(number))
        isErased = flags & Self.erasedFlag != 0
        edits = UInt32(truncatingIfNeeded: row.number(at: 45))
        guard row.byteCount == Self.longBytes else { return }
        deleted = row.position(at: 53)
        linkPreview = row.position(at: 61)
        priority = row.position(at: 69)
    }

    var row: RowBytes {
        var row = RowBytes()
        row.append(position.rawValue)
        row.append(content.rawValue)
        row.append(messageNumber)
        row.append(UInt64(bitPattern: sentAt.microseconds))
        row.append(sender)
        let number = kind.map { UInt8(truncatingIfNeeded: $0.rawValue) & ~Self.erasedFlag } ?? 0
        row.append(number | (isErased ? Self.erasedFlag : 0))
        row.append(edits)
        guard deleted != nil || linkPreview != nil || priority != nil else { return row }
        row.append(deleted?.rawValue ?? 0)
        row.append(linkPreview?.rawValue ?? 0)
        row.append(priority?.rawValue ?? 0)
        return row
    }
}
