package import EventLog
internal import LogSchema
package import Messaging
package import Views
package import Wire

/// The attachments, locations and links of a conversation's messages.
///
/// The rows describe the present state: deleted and erased messages are gone from them. A member
/// who left, or was away, may see an earlier state, so the changes list the messages whose rows may
/// differ for them.
package struct Media: MessageProjector {
    package static let name: StaticString = "media"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageSent, EnvelopeEvent.messageEdited, EnvelopeEvent.messageAnnotated,
        EnvelopeEvent.messageDeleted, EnvelopeEvent.contentErased,
    ]

    private let whole: RowTable<Key, CarriedMedia>
    private let kinds: RowTable<Key, Count>
    private let counts: RowTable<Key, Count>
    private let changes: RowTable<ChangeKey, Ordinal>

    private static let blockWidth: UInt64 = 512

    package init(_ tables: inout TableList) {
        whole = tables.rows("media")
        kinds = tables.rows(sharing: whole)
        counts = tables.rows("media.counts")
        changes = tables.rows("media.changes")
    }

    package func apply(
        _ message: borrowing EncodedMessageSent,
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
            let event = try record.structure(EncodedMessageEdited.self, for: Self.name)
            let (links, removesPreview) = (UInt64(event.links), event.removesLinkPreview)
            try change(event.ordinal, record, &views) { carried in
                carried.links = links
                if removesPreview { carried.linkPreview = nil }
            }
        case EnvelopeEvent.messageAnnotated:
            let event = try record.structure(EncodedMessageAnnotated.self, for: Self.name)
            guard event.hasLinkPreview || event.removesLinkPreview else { return }
            let position = event.hasLinkPreview ? record.position : nil
            try change(event.ordinal, record, &views) { $0.linkPreview = position }
        case EnvelopeEvent.messageDeleted:
            let event = try record.structure(EncodedMessageDeleted.self, for: Self.name)
            try change(event.ordinal, record, &views) { $0 = CarriedMedia() }
        default:
            throw record.undeclared(by: Self.name)
        }
    }

    /// Changes a message's counts, and records that they were different before.
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
        let key = ChangeKey(conversation: conversation, position: record.position)
        changes.put(Ordinal(ordinal: ordinal), at: key, in: &views)
    }

    /// Removes the counts of messages whose newest text was erased.
    func forget(
        _ ordinal: UInt64,
        of conversation: UniqueID,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let before = try carried(at: ordinal, of: conversation, in: views)
        guard let before else { return }
        try replace(before, by: CarriedMedia(), at: ordinal, of: conversation, in: &views)
    }

    /// Removes the erased parts of messages that still have other content.
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
        let key = Key(conversation, nil, ordinal)
        if after == CarriedMedia() {
            whole.remove(key, in: &views)
        } else {
            whole.put(after, at: key, in: &views)
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
            let key = Key(conversation, kind, ordinal)
            if new == 0 {
                kinds.remove(key, in: &views)
            } else {
                kinds.put(Count(count: new), at: key, in: &views)
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
        let key = Key(conversation, kind, ordinal / Self.blockWidth)
        let before = try counts.row(at: key, in: views)?.count
        if let before, before < old { throw views.damage(in: counts.table) }
        let count = before.map { new + $0 - old } ?? new
        guard count > 0 else { return counts.remove(key, in: &views) }
        counts.put(Count(count: count), at: key, in: &views)
    }
}

extension Media {
    /// Returns a message's present counts; nil for none.
    private func carried(
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> CarriedMedia? {
        try whole.row(at: Key(conversation, nil, ordinal), in: views)
    }

    /// Returns how many of a kind, or of all, a message has now.
    package func count(
        of kind: MediaKind?,
        at ordinal: UInt64,
        of conversation: UniqueID,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        let carried = try carried(at: ordinal, of: conversation, in: views)
        return carried?.count(of: kind) ?? 0
    }

    /// Returns how many of a kind, or of all, the messages between two ordinals have now, both
    /// included.
    ///
    /// - Complexity: a row for each 512 ordinals, and at either end one for each message that has
    ///   some, of 512 at most.
    package func count(
        of kind: MediaKind?,
        of conversation: UniqueID,
        from first: UInt64,
        through last: UInt64,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        guard first <= last else { return 0 }
        let width = Self.blockWidth
        // The blocks that lie completely in the range, the last one not included.
        let lower = first / width + (first % width == 0 ? 0 : 1)
        let upper = last / width + (last % width == width - 1 ? 1 : 0)
        guard lower < upper else {
            return try countRows(of: kind, of: conversation, first, last, in: views)
        }
        var count: UInt64 = 0
        try counts.forEach(
            from: Key(conversation, kind, lower),
            through: Key(conversation, kind, upper - 1),
            in: views
        ) { (_, row) throws(ViewsError) in
            count += row.count
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

    /// Visits the messages between two ordinals, both included, that have one of a kind, or of any.
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
        let (start, end) = (Key(conversation, kind, first), Key(conversation, kind, last))
        if kind == nil {
            try whole.forEach(from: start, through: end, descending: descending, in: views) {
                (key, carried) throws(ViewsError) in
                try body(key.number, carried.count())
            }
        } else {
            try kinds.forEach(from: start, through: end, descending: descending, in: views) {
                (key, row) throws(ViewsError) in
                try body(key.number, row.count)
            }
        }
    }

    /// Visits the messages whose counts changed between two positions, both included; a message
    /// that changed twice is visited twice.
    package func forEachChange(
        of conversation: UniqueID,
        in range: ClosedRange<Position>,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (_ ordinal: UInt64) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try changes.forEach(
            from: ChangeKey(conversation: conversation, position: range.lowerBound),
            through: ChangeKey(conversation: conversation, position: range.upperBound),
            in: views
        ) { (_, row) throws(ViewsError) in
            try body(row.ordinal)
        }
    }

    private struct Key: RowLayout {
        private var conversation = UniqueID.zero
        private var kind: UInt8 = 0
        /// An ordinal, or a block of them.
        private(set) var number: UInt64 = 0

        init() {}

        init(_ conversation: UniqueID, _ kind: MediaKind?, _ number: UInt64) {
            self.conversation = conversation
            self.kind = kind?.byte ?? 0
            self.number = number
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.byte(&kind, "kind, 0 for all")
            fields.field(&number, "ordinal or block of 512")
        }
    }

    private struct Count: RowLayout {
        var count: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&count, "count")
        }
    }

    private struct ChangeKey: RowLayout {
        var conversation = UniqueID.zero
        var position = Position.zero

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&position, "position of the change")
        }
    }

    private struct Ordinal: RowLayout {
        var ordinal: UInt64 = 0

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&ordinal, "ordinal")
        }
    }
}

extension MediaKind {
    /// The byte for a kind in the rows; 0 stands for all.
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
