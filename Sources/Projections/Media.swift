package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// What the messages of a conversation carry: attachments, locations and links.
///
///     media           conversation (16), 00, ordinal (8)    → what the message carries (48)
///                     conversation (16), kind (1), ordinal (8)  → how many of the kind (8)
///     media.counts    conversation (16), kind (1; 00 for all), block (8)
///                     → how many the messages of 512 ordinals carry (8)
///     media.changes   conversation (16), position of the change (8)  → ordinal (8)
///
/// The rows are as things are now: what is deleted or erased is gone from them. Who left, or was
/// away, knows less, so the changes say of which messages the rows may not be what they know.
package struct Media: MessageProjector {
    package static let name: StaticString = "media"
    package static let version: UInt32 = 1

    private let table: ViewTable
    private let counts: ViewTable
    private let changes: ViewTable

    private static let blockWidth: UInt64 = 512

    package init(_ tables: inout TableList) {
        table = tables.table("media")
        counts = tables.table("media.counts")
        changes = tables.table("media.changes")
    }

    package func apply(
        _ message: borrowing MessageSentView,
        of record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        let carried = CarriedMedia(
            attachments: try record.values(message.attachments, for: Self.name),
            hasLocation: message.location,
            links: UInt64(message.links)
        )
        guard carried.count() > 0 else { return }
        let conversation = try record.conversation(for: Self.name)
        try replace(nil, by: carried, at: message.ordinal, of: conversation, in: &views)
    }

    package func applyOther(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageEdited:
            let event = try record.structure(MessageEditedView.self, for: Self.name)
            let links = UInt64(event.links)
            try change(event.ordinal, record, &views) { $0.links = links }
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(MessageAnnotatedView.self, for: Self.name)
            guard event.hasLinkPreview else { return }
            let position = record.position
            try change(event.ordinal, record, &views) { $0.linkPreview = position }
        case EnvelopeEvent.messageDeleted:
            let event = try record.structure(MessageDeletedView.self, for: Self.name)
            try change(event.ordinal, record, &views) { $0 = CarriedMedia() }
        default:
            break
        }
    }

    /// Changes what a message carries, and notes that it was once otherwise.
    private func change(
        _ ordinal: UInt64,
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter,
        _ body: (inout CarriedMedia) -> Void
    ) throws(ViewsError) {
        let conversation = try record.conversation(for: Self.name)
        let before = try carried(at: ordinal, of: conversation, in: views)
        var after = before ?? CarriedMedia()
        body(&after)
        guard before != nil || after != CarriedMedia() else { return }
        try replace(before, by: after, at: ordinal, of: conversation, in: &views)
        var row = RowBytes()
        row.append(ordinal)
        views.put(Self.key(conversation, record.position).bytes, row.bytes, in: changes)
    }

    /// Forgets what a message carried of which the newest words were erased.
    func forget(
        _ ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let before = try carried(at: ordinal, of: conversation, in: views)
        guard let before else { return }
        try replace(before, by: CarriedMedia(), at: ordinal, of: conversation, in: &views)
    }

    /// Forgets what was erased of messages that have other words still.
    func erase(_ erased: [ErasedWords], in views: inout ViewsWriter) throws(ViewsError) {
        for words in erased {
            let (ordinal, conversation) = (words.ordinal, words.conversation)
            guard let before = try carried(at: ordinal, of: conversation, in: views) else {
                continue
            }
            var after = before
            switch words.kind {
            case .message: after.loseAttachments()
            case .annotation where before.linkPreview == words.position: after.linkPreview = nil
            case .edit, .annotation: continue
            }
            try replace(before, by: after, at: ordinal, of: conversation, in: &views)
        }
    }

    private func replace(
        _ before: CarriedMedia?,
        by after: CarriedMedia,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let whole = Self.key(conversation, nil, ordinal)
        if after == CarriedMedia() {
            views.remove(whole.bytes, in: table)
        } else {
            views.put(whole.bytes, after.row.bytes, in: table)
        }
        try count(
            nil,
            from: before?.count() ?? 0,
            to: after.count(),
            at: ordinal,
            of: conversation,
            in: &views
        )
        for kind in MediaKind.allCases {
            let (old, new) = (before?.count(of: kind) ?? 0, after.count(of: kind))
            guard old != new else { continue }
            let key = Self.key(conversation, kind, ordinal)
            if new == 0 {
                views.remove(key.bytes, in: table)
            } else {
                var row = RowBytes()
                row.append(new)
                views.put(key.bytes, row.bytes, in: table)
            }
            try count(kind, from: old, to: new, at: ordinal, of: conversation, in: &views)
        }
    }

    private func count(
        _ kind: MediaKind?,
        from old: UInt64,
        to new: UInt64,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        guard old != new else { return }
        let key = Self.key(conversation, kind, ordinal / Self.blockWidth)
        var count = new
        if let row = try views.value(of: key.bytes, in: counts) {
            guard row.byteCount == 8, row.number(at: 0) >= old else { throw Self.damagedCounts }
            count += row.number(at: 0) - old
        }
        guard count > 0 else { return views.remove(key.bytes, in: counts) }
        var row = RowBytes()
        row.append(count)
        views.put(key.bytes, row.bytes, in: counts)
    }
}

extension Media {
    /// What a message carries now; nil for nothing.
    private func carried(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> CarriedMedia? {
        let key = Self.key(conversation, nil, ordinal)
        guard let row = try views.value(of: key.bytes, in: table) else { return nil }
        return try CarriedMedia(row)
    }

    /// How many of a kind, or of all, a message carries now.
    package func count(
        of kind: MediaKind?,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        let carried = try carried(at: ordinal, of: conversation, in: views)
        return carried?.count(of: kind) ?? 0
    }

    /// How many of a kind, or of all, the messages between two ordinals carry now, both included.
    ///
    /// - Complexity: a row for each 512 ordinals, and at either end one for each message that
    ///   carries something, of 512 at most.
    package func count(
        of kind: MediaKind?,
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        guard first <= last else { return 0 }
        let width = Self.blockWidth
        // The blocks that lie in the range as a whole, the last one not included.
        let lower = first / width + (first % width == 0 ? 0 : 1)
        let upper = last / width + (last % width == width - 1 ? 1 : 0)
        guard lower < upper else {
            return try countRows(of: kind, of: conversation, first, last, in: views)
        }
        var count: UInt64 = 0
        let blocks = KeyRange(
            from: Self.key(conversation, kind, lower),
            through: Self.key(conversation, kind, upper - 1)
        )
        try views.forEachRow(in: counts, blocks) { (_, row) throws(ViewsError) in
            guard row.byteCount == 8 else { throw Self.damagedCounts }
            count += row.number(at: 0)
            return .goOn
        }
        if first % width != 0 {
            let end = lower * width - 1
            count += try countRows(of: kind, of: conversation, first, end, in: views)
        }
        if last % width != width - 1 {
            let start = upper * width
            count += try countRows(of: kind, of: conversation, start, last, in: views)
        }
        return count
    }

    private func countRows(
        of kind: MediaKind?,
        of conversation: UniqueID,
        _ first: UInt64,
        _ last: UInt64,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var count: UInt64 = 0
        try forEach(
            of: kind,
            of: conversation,
            from: first,
            through: last,
            descending: false,
            in: views
        ) { _, more in
            count += more
            return .goOn
        }
        return count
    }

    /// Visits the messages between two ordinals, both included, that carry something of a kind, or
    /// anything.
    package func forEach(
        of kind: MediaKind?,
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        descending: Bool,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64, _ count: UInt64) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        guard first <= last else { return }
        let range = KeyRange(
            from: Self.key(conversation, kind, first),
            through: Self.key(conversation, kind, last),
            descending: descending
        )
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard key.byteCount == 25, kind == nil || row.byteCount == 8 else {
                throw Self.damaged
            }
            let count = kind == nil ? try CarriedMedia(row).count() : row.number(at: 0)
            return try body(key.number(at: 17), count)
        }
    }

    /// Visits the messages of which something that they carried changed between two positions,
    /// both included; one that changed twice is visited twice.
    package func forEachChange(
        of conversation: UniqueID,
        in range: ClosedRange<Position>,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let keys = KeyRange(
            from: Self.key(conversation, range.lowerBound),
            through: Self.key(conversation, range.upperBound)
        )
        try views.forEachRow(in: changes, keys) { (_, row) throws(ViewsError) in
            guard row.byteCount == 8 else { throw .damagedRow(table: "media.changes") }
            return try body(row.number(at: 0))
        }
    }

    static var damaged: ViewsError { .damagedRow(table: "media") }
    private static var damagedCounts: ViewsError { .damagedRow(table: "media.counts") }

    private static func key(
        _ conversation: UniqueID,
        _ kind: MediaKind?,
        _ number: UInt64
    ) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(kind?.byte ?? 0)
        key.append(number)
        return key
    }

    private static func key(_ conversation: UniqueID, _ position: Position) -> RowBytes {
        var key = RowBytes()
        key.append(conversation)
        key.append(position.rawValue)
        return key
    }
}

extension MediaKind {
    /// How the rows call it, where 0 stands for all.
    fileprivate var byte: UInt8 {
        switch self {
        case .image: 1
        case .audio: 2
        case .file: 3
        case .location: 4
        case .link: 5
        }
    }
}
