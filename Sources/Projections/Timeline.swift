package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What stands in a conversation, one entry after the other: messages, and what the store says
/// of members and details.
///
///     timeline         conversation (16), number (8)   → ten entries, fewer in the newest row
///     timeline.later   conversation (16), ordinal (8)  → what came to an entry later
///     timeline.heads   conversation (16)               → the head
///
/// The entry with ordinal 1 is the first one of row 0. Several stand in a row because rows are added
/// at the ends of all conversations at once, which leaves a page half empty where it holds many
/// small ones: a row for each entry took three times the room, and as many look-ups as a page of
/// messages has. `TimelineEntry` has the layouts.
///
/// The heads stand together, in the order of the rows of somebody's list, so that a list is two
/// walks side by side; `TimelineHead` has their layout.
package struct Timeline: MessageProjector {
    package static let name: StaticString = "timeline"
    package static let version: UInt32 = 4

    let table: ViewTable
    let later: ViewTable
    let heads: ViewTable

    package init(_ tables: inout TableList) {
        table = tables.table("timeline")
        later = tables.table("timeline.later")
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
        let place = Place(ordinal, of: conversation)
        if place.offset == 0 {
            views.put(place.row.bytes, entry.bytes.bytes, in: table)
        } else {
            try views.append(
                entry.bytes.bytes,
                at: place.offset,
                to: place.row.bytes,
                in: table
            )
        }
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
        try replace(entry, at: ordinal, of: conversation, in: &views)
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
            try replace(entry, at: words.ordinal, of: words.conversation, in: &views)
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

    /// Writes an entry that is there already.
    private func replace(
        _ entry: TimelineEntry,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let place = Place(ordinal, of: conversation)
        try views.overwrite(
            entry.bytes.bytes,
            at: place.offset,
            of: place.row.bytes,
            in: table
        )
        guard let row = entry.later else { return }
        views.put(Self.key(conversation, ordinal).bytes, row.bytes, in: later)
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
        guard ordinal > 0 else { return nil }
        let place = Place(ordinal, of: conversation)
        guard let row = try views.value(of: place.row.bytes, in: table) else { return nil }
        guard row.byteCount % TimelineEntry.byteCount == 0 else { throw Self.damaged }
        guard place.offset < row.byteCount else { return nil }
        return try entry(in: row, at: place.offset, with: ordinal, of: conversation, in: views)
    }

    /// The entry at an offset of a row, with what came to it later.
    private func entry(
        in row: RawSpan,
        at offset: Int,
        with ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> TimelineEntry {
        var entry = TimelineEntry(at: offset, of: row)
        guard TimelineEntry.hasChanged(at: offset, of: row) else { return entry }
        let key = Self.key(conversation, ordinal)
        guard let later = try views.value(of: key.bytes, in: later) else { throw Self.damaged }
        try entry.add(later)
        return entry
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
        let first = max(first, 1)
        guard first <= last else { return }
        let range = KeyRange(
            from: Place(first, of: conversation).row,
            through: Place(last, of: conversation).row,
            descending: descending
        )
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 24, key.number(at: 16) <= Place.row(of: last),
                row.byteCount > 0, row.byteCount % TimelineEntry.byteCount == 0
            else { throw Self.damaged }
            let beginning = key.number(at: 16) * Place.rowLength + 1
            let count = UInt64(row.byteCount / TimelineEntry.byteCount)
            let (low, high) = (max(first, beginning), min(last, beginning + count - 1))
            guard low <= high else { return .goOn }
            let end = descending ? low : high
            var ordinal = descending ? high : low
            while true {
                let offset = Place.offset(of: ordinal)
                let entry = try entry(
                    in: row,
                    at: offset,
                    with: ordinal,
                    of: conversation,
                    in: views
                )
                if case .stop = try body(ordinal, entry) { return .stop }
                if ordinal == end { return .goOn }
                ordinal = descending ? ordinal - 1 : ordinal + 1
            }
        }
    }

    static var damaged: ViewsError { .damagedRow(table: "timeline") }

    private func headKey(_ conversation: UniqueID) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        return key
    }

    fileprivate static func key(_ conversation: UniqueID, _ number: UInt64) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(number)
        return key
    }
}

/// Where an entry stands: in which row, and how far behind its beginning.
private struct Place {
    /// How many entries a row holds: nine such rows fill a page but for a fortieth.
    static let rowLength: UInt64 = 10

    let row: RowBytes
    let offset: Int

    init(_ ordinal: UInt64, of conversation: UniqueID) {
        row = Timeline.key(conversation, Self.row(of: ordinal))
        offset = Self.offset(of: ordinal)
    }

    static func row(of ordinal: UInt64) -> UInt64 { (ordinal - 1) / rowLength }

    static func offset(of ordinal: UInt64) -> Int {
        Int((ordinal - 1) % rowLength) * TimelineEntry.byteCount
    }
}
