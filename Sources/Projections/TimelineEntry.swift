internal import EventLog
internal import LogSchema
package import Messaging
internal import Views
package import Wire

/// One entry of a timeline, with the later changes to it.
package struct TimelineEntry: Hashable, Sendable {
    /// The position of the event that made the entry.
    package var position = Position.zero
    /// The number of countable messages up to and including this entry.
    package var messageNumber: UInt64 = 0
    package var sentAt = Timestamp(microseconds: 0)
    /// The sender of a message, or the actor of another event; zero for the operator.
    package var sender = UniqueID.zero
    /// The kind of a message; nil for a system entry.
    package var kind: MessageKind?
    package var isErased = false
    /// The later changes, which have a row of their own; nil if there are none.
    var later: LaterChanges?

    init() {}

    /// A message as it was sent.
    init(
        position: Position,
        messageNumber: UInt64,
        sentAt: Timestamp,
        sender: UniqueID,
        kind: MessageKind
    ) {
        self.position = position
        self.messageNumber = messageNumber
        self.sentAt = sentAt
        self.sender = sender
        self.kind = kind
    }

    init(
        _ record: borrowing StoredRecord,
        messageNumber: UInt64,
        kind: MessageKind?
    ) throws(ViewsError) {
        position = record.position
        self.messageNumber = messageNumber
        sentAt = record.sent
        if kind == nil {
            sender = record.envelope.actor ?? .zero
        } else {
            sender = try record.actor(for: Timeline.name)
        }
        self.kind = kind
    }

    package var isSystem: Bool { kind == nil }

    /// The sender or actor; nil for the operator, who sends no messages.
    package var actor: UserID? { isSystem && sender == .zero ? nil : UserID(sender) }

    /// Whether it is a message that readers can still read.
    package var isLivingMessage: Bool { !isSystem && deleted == nil && !isErased }
}

extension TimelineEntry {
    /// The later changes, or new ones to fill in.
    private var changes: LaterChanges {
        get { later ?? LaterChanges(content: position) }
        set { later = newValue }
    }

    /// The position of the newest content: the message's own, or that of the newest edit.
    package var content: Position {
        get { later?.content ?? position }
        set { changes.content = newValue }
    }

    package var edits: UInt32 {
        get { later?.edits ?? 0 }
        set { changes.edits = newValue }
    }

    package var deleted: Position? {
        get { later?.deleted }
        set { changes.deleted = newValue }
    }

    package var linkPreview: Position? {
        get { later?.linkPreview }
        set { changes.linkPreview = newValue }
    }

    package var priority: Position? {
        get { later?.priority }
        set { changes.priority = newValue }
    }
}

extension MessageKind {
    /// The bits of a stored kind, beside which there are two flags.
    fileprivate static let storedBits: UInt8 = 6
    fileprivate static let greatestStored: UInt8 = (1 << storedBits) - 1

    /// The kind as a row gives it back: one of a later version that does not fit remains unknown.
    var stored: MessageKind {
        MessageKind(rawValue: min(rawValue, Int32(Self.greatestStored)))
    }
}

extension RowFlags {
    /// Visits the kind of a message; nil for a system entry.
    @inline(__always)
    mutating func kind(_ value: inout MessageKind?) {
        var number = value.map { UInt8(clamping: $0.stored.rawValue) } ?? 0
        self.number(&number, bits: MessageKind.storedBits)
        value = number == 0 ? nil : MessageKind(rawValue: Int32(number))
    }
}

extension TimelineEntry: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&position, "position")
        fields.field(&messageNumber, "messages up to it")
        fields.field(&sentAt, "sent")
        fields.field(&sender, "sender")
        var hasChanged = later != nil
        fields.flags("kind, changed, erased") { flags in
            flags.kind(&kind)
            flags.flag(&hasChanged)
            flags.flag(&isErased)
        }
        // A reader then looks up the row of the changes.
        later = hasChanged ? later ?? LaterChanges(content: position) : nil
    }
}

/// The changes of an entry after it was made.
struct LaterChanges: Hashable {
    /// The position of the newest content.
    var content = Position.zero
    var deleted: Position?
    /// The position of the newest event about the preview of a link, which adds or removes it.
    var linkPreview: Position?
    var priority: Position?
    var edits: UInt32 = 0
}

extension LaterChanges: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&content, "newest content at")
        fields.field(&deleted, "deleted at")
        fields.field(&linkPreview, "link preview at")
        fields.field(&priority, "priority at")
        fields.field(&edits, "edits")
    }
}
