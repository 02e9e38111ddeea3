internal import EventLog
package import Messaging
internal import Views
package import Wire

/// One entry of a timeline.
///
/// In a row it is position (8), how many countable messages there are up to it (8), when it was sent
/// (8), who sent it or did it (16), and kind and flags (1), of which one says that it was erased and
/// one that more came to it later. That has a row of its own: the positions of its newest content,
/// deletion, link preview and priority (8 each; 0 where there is none), and edits (4).
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

    /// Whether something came to it later that has a row of its own.
    private var hasChanged: Bool {
        content != position || edits > 0 || deleted != nil || linkPreview != nil || priority != nil
    }
}

extension TimelineEntry {
    /// How many bytes an entry takes of its row.
    static let byteCount = 41

    private static let laterByteCount = 36
    private static let flagsOffset = 40
    private static let erasedFlag: UInt8 = 0x80
    private static let changedFlag: UInt8 = 0x40

    /// Whether there is a row of what came later to the entry that its bytes stand for.
    static func hasChanged(_ bytes: RawSpan) -> Bool {
        bytes.byte(at: flagsOffset) & changedFlag != 0
    }

    /// The entry that its bytes stand for, without what has a row of its own.
    ///
    /// - Precondition: there are `byteCount` of them.
    init(_ bytes: RawSpan) {
        position = Position(bytes.number(at: 0))
        content = position
        messageNumber = bytes.number(at: 8)
        sentAt = Timestamp(microseconds: Int64(bitPattern: bytes.number(at: 16)))
        sender = UniqueID(bytes, at: 24)
        let flags = bytes.byte(at: Self.flagsOffset)
        let number = flags & ~(Self.erasedFlag | Self.changedFlag)
        kind = number == 0 ? nil : MessageKind(rawValue: Int32(number))
        isErased = flags & Self.erasedFlag != 0
    }

    /// Adds what came later.
    mutating func add(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == Self.laterByteCount else { throw Timeline.damagedLater }
        content = Position(row.number(at: 0))
        deleted = row.position(at: 8)
        linkPreview = row.position(at: 16)
        priority = row.position(at: 24)
        edits = UInt32(truncatingIfNeeded: row.number(at: 28))
    }

    /// Its bytes among the others of its row.
    var bytes: RowBytes {
        var bytes = RowBytes()
        bytes.append(position.rawValue)
        bytes.append(messageNumber)
        bytes.append(UInt64(bitPattern: sentAt.microseconds))
        bytes.append(sender)
        bytes.append(flags)
        return bytes
    }

    /// Its kind and its flags: all of its bytes that ever change.
    var flags: UInt8 {
        // A kind of a later version that does not fit stays one that is not known.
        var flags = kind.map { min(UInt8(clamping: $0.rawValue), Self.changedFlag - 1) } ?? 0
        if isErased { flags |= Self.erasedFlag }
        if hasChanged { flags |= Self.changedFlag }
        return flags
    }

    /// The row of what came later; nil where nothing did.
    var later: RowBytes? {
        guard hasChanged else { return nil }
        var row = RowBytes()
        row.append(content.rawValue)
        row.append(deleted?.rawValue ?? 0)
        row.append(linkPreview?.rawValue ?? 0)
        row.append(priority?.rawValue ?? 0)
        row.append(edits)
        return row
    }
}
