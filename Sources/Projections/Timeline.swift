package import EventLog
internal import LogSchema
package import Messaging
package import Views
internal import Wire

/// The entries of a conversation, one after the other: messages, and system entries about members
/// and details.
///
/// The entry with ordinal 1 is the first one of row 0, and all rows but the newest are full.
/// Several entries share a row because rows are added at the ends of all conversations at once,
/// which leaves a page half empty if it holds many small ones.
///
/// The heads lie together, in the order of the rows of a user's list, so that a list is two walks
/// side by side.
package struct Timeline: MessageProjector {
    package static let name: StaticString = "timeline"
    package static let version: UInt32 = 5
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageSent, EnvelopeEvent.messageEdited, EnvelopeEvent.messageDeleted,
        EnvelopeEvent.messageAnnotated, EnvelopeEvent.conversationCreated,
        EnvelopeEvent.participantAdded, EnvelopeEvent.participantLeft,
        EnvelopeEvent.participantRemoved, EnvelopeEvent.detailsChanged, EnvelopeEvent.contentErased,
    ]

    let table: RowTable<TimelineRowKey, TimelineRow>
    let later: RowTable<EntryKey, LaterChanges>
    let heads: RowTable<ConversationKey, TimelineHead>
    /// Says which messages are removed, so that the search for a living one skips them.
    ///
    /// It must never have a message that is still living in this view. So it is told of a removal
    /// after this view, or by it.
    var removed: Removed?

    package init(_ tables: inout TableList) {
        table = tables.rows("timeline")
        later = tables.rows("timeline.later")
        heads = tables.rows("timeline.heads")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
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
            let event = try record.structure(EncodedMessageEdited.self, for: Self.name)
            let removesPreview = event.removesLinkPreview
            try change(event.ordinal, of: record, in: &views) { entry in
                entry.content = record.position
                entry.edits &+= 1
                if removesPreview { entry.linkPreview = record.position }
            }
        case EnvelopeEvent.messageDeleted:
            let event = try record.structure(EncodedMessageDeleted.self, for: Self.name)
            try change(event.ordinal, of: record, in: &views) { $0.deleted = record.position }
            try remove(
                event.messageNumber,
                at: event.ordinal,
                of: try record.conversation(for: Self.name),
                in: &views
            )
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(EncodedMessageAnnotated.self, for: Self.name)
            let changesPreview = event.hasLinkPreview || event.removesLinkPreview
            let hasPriority = event.priority != nil
            try change(event.ordinal, of: record, in: &views) { entry in
                if changesPreview { entry.linkPreview = record.position }
                if hasPriority { entry.priority = record.position }
            }
        case EnvelopeEvent.conversationCreated:
            let event = try record.structure(EncodedConversationCreated.self, for: Self.name)
            let head = TimelineHead(
                createdAt: record.sent,
                kind: event.kind,
                history: event.history
            )
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

    /// Adds the entry of an event, which must be the next one.
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
        if kind != nil { head.noteLiving(entry, at: ordinal) }
        let place = TimelinePlace(ordinal, of: conversation)
        try table.append(entry, at: place.number, to: place.row, in: &views)
        put(head, of: conversation, in: &views)
    }

    private func change(
        _ ordinal: UInt64,
        of record: borrowing StoredRecord,
        in views: inout ViewsWriter,
        _ body: (inout TimelineEntry) -> Void
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let before = try record.need(
            try entry(at: ordinal, of: conversation, in: views),
            for: Self.name
        )
        var entry = before
        body(&entry)
        try replace(before, with: entry, at: ordinal, of: conversation, in: &views)
        guard var head = try head(of: conversation, in: views),
            head.noteChange(ofEntryAt: ordinal)
        else { return }
        put(head, of: conversation, in: &views)
    }

    /// Marks a message in the head as removed, and finds the newest remaining one, if it was the
    /// newest.
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

    /// Finds the newest living message before an entry.
    ///
    /// - Complexity: that of a few look-ups, and one for each 4,096 removed messages in between.
    private func retreat(
        _ head: inout TimelineHead,
        from ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing ViewsWriter
    ) throws(ViewsError) {
        head.noteLiving(nil, at: 0)
        var last = ordinal - 1
        while last > 0 {
            let first = last > Self.nearEntries ? last - Self.nearEntries + 1 : 1
            var living: (ordinal: UInt64, entry: TimelineEntry)?
            // The number of the newest message that is not visited yet.
            var number: UInt64 = 0
            try forEachEntry(
                of: conversation,
                from: first,
                through: last,
                descending: true,
                in: views
            ) { ordinal, entry in
                number = entry.isSystem ? entry.messageNumber : entry.messageNumber - 1
                guard entry.isLivingMessage else { return .goOn }
                living = (ordinal, entry)
                return .stop
            }
            if let living { return head.noteLiving(living.entry, at: living.ordinal) }
            guard first > 1 else { return }
            number = try gone.newestRemaining(in: conversation, upTo: number, views: views)
            guard number > 0 else { return }
            last = try self.ordinal(ofMessage: number, below: head, of: conversation, in: views)
        }
    }

    /// How many entries are visited before removed messages are skipped.
    private static let nearEntries: UInt64 = 40

    private var gone: Removed {
        guard let removed else { preconditionFailure("The two views are declared together.") }
        return removed
    }

    /// Marks contents as erased, also in the view of removed messages, and returns the messages whose
    /// newest text was among them.
    func erase(
        _ erased: [ErasedWords],
        in views: inout ViewsWriter
    ) throws(ViewsError) -> [ErasedMessage] {
        var messages: [ErasedMessage] = []
        for words in erased {
            guard
                let before = try entry(at: words.ordinal, of: words.conversation, in: views),
                before.content == words.position, !before.isErased
            else { continue }
            var entry = before
            entry.isErased = true
            try replace(
                before,
                with: entry,
                at: words.ordinal,
                of: words.conversation,
                in: &views
            )
            // Before the newest living message is looked for, which may be behind many of them.
            try gone.remove(
                entry.messageNumber,
                of: entry.sender,
                in: words.conversation,
                views: &views
            )
            try remove(
                entry.messageNumber,
                at: words.ordinal,
                of: words.conversation,
                in: &views
            )
            messages.append(
                ErasedMessage(conversation: words.conversation, ordinal: words.ordinal)
            )
        }
        return messages
    }

    /// Writes the changed parts of an entry.
    private func replace(
        _ before: TimelineEntry,
        with entry: TimelineEntry,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        if entry.isErased != before.isErased || (entry.later == nil) != (before.later == nil) {
            let place = TimelinePlace(ordinal, of: conversation)
            try table.overwrite(entry, at: place.number, of: place.row, in: &views)
        }
        guard let changes = entry.later else { return }
        later.put(changes, at: EntryKey(conversation: conversation, ordinal: ordinal), in: &views)
    }

    private func put(
        _ head: TimelineHead,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) {
        heads.put(head, at: ConversationKey(conversation: conversation), in: &views)
    }
}

/// A row of entries of a conversation.
struct TimelineRowKey: RowLayout {
    var conversation = UniqueID.zero
    var number: UInt64 = 0

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&conversation, "conversation")
        fields.field(&number, "number of the row")
    }
}

/// The entries of a row.
struct TimelineRow: RowOfElements {
    typealias Element = TimelineEntry

    /// The most entries in a row: nine such rows fill a page but for a fortieth.
    static let limit = 10

    private var entries: [TimelineEntry] = []

    init() {}

    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&entries, limit: Self.limit, "entries")
    }
}

/// The place of an entry: its row, and the number of entries before it there.
struct TimelinePlace {
    let row: TimelineRowKey
    let number: Int

    init(_ ordinal: UInt64, of conversation: UniqueID) {
        row = TimelineRowKey(conversation: conversation, number: Self.row(of: ordinal))
        number = Int((ordinal - 1) % UInt64(TimelineRow.limit))
    }

    static func row(of ordinal: UInt64) -> UInt64 { (ordinal - 1) / UInt64(TimelineRow.limit) }

    /// The ordinal with which a row begins.
    static func beginning(of row: UInt64) -> UInt64 { row * UInt64(TimelineRow.limit) + 1 }
}
