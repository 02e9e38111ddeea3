package import Messaging
internal import Views
package import Wire

/// The end of a timeline, and the figures by which a list is filtered and counted.
///
/// It is written once a batch, for any number of messages; sendings before the recent senders' are
/// looked up in the view that keeps them.
package struct TimelineHead: Sendable {
    package var entries: UInt64 = 0
    package var messages: UInt64 = 0
    /// The position of the newest message, deleted or not; `zero` before the first.
    package var newestMessage = Position.zero
    /// The ordinal of the newest message that is neither deleted nor erased; 0 if there is none.
    package private(set) var livingOrdinal: UInt64 = 0
    package private(set) var livingPosition = Position.zero
    /// The time when that message was sent.
    package private(set) var livingAt = Timestamp(microseconds: 0)
    /// Its kind, and whether it was changed after it was sent.
    private var livingKind: MessageKind?
    private var hasLivingChanged = false
    /// The greatest number of a deleted or erased message; 0 if there is none.
    package var newestRemoved: UInt64 = 0
    /// When the conversation was created.
    package private(set) var createdAt = Timestamp(microseconds: 0)
    package private(set) var kind = ConversationKind.unspecified
    /// The policy for the history that new members see.
    package private(set) var history = HistoryPolicy.unspecified
    package var senders = RecentSenders()

    @inline(__always)
    init() {}

    init(createdAt: Timestamp, kind: ConversationKind, history: HistoryPolicy) {
        self.createdAt = createdAt
        self.kind = kind
        self.history = history
    }
}

extension TimelineHead {
    /// The very last entry of the timeline, if it is a message as it was sent; nil also where the
    /// head does not say who sent it.
    package var last: TimelineEntry? {
        guard livingOrdinal > 0, livingOrdinal == entries, let livingKind, !hasLivingChanged,
            let sender = senders.sender(ofMessageAt: livingPosition)
        else { return nil }
        return TimelineEntry(
            position: livingPosition,
            messageNumber: messages,
            sentAt: livingAt,
            sender: sender,
            kind: livingKind
        )
    }

    /// Notes which message is the newest that is neither deleted nor erased; nil for none.
    mutating func noteLiving(_ entry: TimelineEntry?, at ordinal: UInt64) {
        livingOrdinal = entry == nil ? 0 : ordinal
        livingPosition = entry?.position ?? .zero
        livingAt = entry?.sentAt ?? Timestamp(microseconds: 0)
        livingKind = entry?.kind?.stored
        hasLivingChanged = entry?.later != nil
    }

    /// Notes that an entry was changed.
    ///
    /// - Returns: Whether the head says so only now.
    mutating func noteChange(ofEntryAt ordinal: UInt64) -> Bool {
        guard ordinal == livingOrdinal, !hasLivingChanged else { return false }
        hasLivingChanged = true
        return true
    }
}

/// The newest senders of a conversation, each with their newest message.
package struct RecentSenders: Sendable {
    /// A user's newest message.
    package struct Sending: Sendable, BitwiseCopyable {
        package private(set) var sender = UniqueID.zero
        package private(set) var messageNumber: UInt64 = 0
        package private(set) var position = Position.zero
        package private(set) var at = Timestamp(microseconds: 0)
    }

    /// The number of senders that are kept.
    static let limit = 3

    fileprivate(set) var count = 0
    fileprivate var sendings = InlineArray<3, Sending>(repeating: Sending())
    /// The greatest number of a message whose sender is not kept any more; 0 if all are.
    package fileprivate(set) var forgottenUpTo: UInt64 = 0

    init() {}

    /// Returns the newest message of a kept user; nil for other users.
    package func newest(of user: UniqueID) -> Sending? {
        for index in 0..<count where sendings[index].sender == user { return sendings[index] }
        return nil
    }

    /// The sender of the message at a position, if it is the newest one of a kept sender.
    func sender(ofMessageAt position: Position) -> UniqueID? {
        for index in 0..<count where sendings[index].position == position {
            return sendings[index].sender
        }
        return nil
    }

    /// Keeps a new sending; the sender with the oldest message makes room.
    mutating func note(_ sending: Sending) {
        var place = count
        var oldest = 0
        for index in 0..<count {
            if sendings[index].sender == sending.sender { place = index }
            if sendings[index].messageNumber < sendings[oldest].messageNumber { oldest = index }
        }
        if place == Self.limit {
            forgottenUpTo = max(forgottenUpTo, sendings[oldest].messageNumber)
            place = oldest
        }
        sendings[place] = sending
        count = max(count, place + 1)
    }
}

extension RecentSenders.Sending: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&sender, "sender")
        fields.field(&messageNumber, "message number")
        fields.field(&position, "position")
        fields.field(&at, "sent")
    }
}

extension TimelineHead: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&entries, "entries")
        fields.field(&messages, "messages")
        fields.field(&newestMessage, "newest message at")
        fields.field(&livingOrdinal, "newest living ordinal")
        fields.field(&livingPosition, "its position")
        fields.field(&livingAt, "its time")
        fields.flags("its kind, changed") { flags in
            flags.kind(&livingKind)
            flags.flag(&hasLivingChanged)
        }
        fields.field(&newestRemoved, "newest removed number")
        fields.field(&createdAt, "created when")
        fields.field(&kind, "kind")
        var number = UInt64(UInt32(bitPattern: history.rawValue))
        fields.field(&number, "history")
        history = HistoryPolicy(rawValue: Int32(truncatingIfNeeded: number))
        fields.field(&senders.forgottenUpTo, "senders forgotten up to")
        var sendings = senders.sendings
        fields.elements(
            &senders.count,
            ofBytes: RecentSenders.Sending.byteCount,
            limit: RecentSenders.limit,
            "recent senders"
        ) { index, fields in
            sendings[index].visit(&fields)
        }
        senders.sendings = sendings
    }
}
