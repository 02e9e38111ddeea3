package import Messaging
internal import Views
package import Wire

/// How far a timeline has come, and what a list is chosen and counted from.
///
/// It is written once a batch, however much is sent; what is longer ago than the recent senders is
/// looked up in the views that keep it.
package struct TimelineHead: Sendable {
    package var entries: UInt64 = 0
    package var messages: UInt64 = 0
    /// Where the newest message lies, deleted or not; `zero` before the first.
    package var newestMessage = Position.zero
    /// The newest message that is neither deleted nor erased; 0 where there is none.
    package var livingOrdinal: UInt64 = 0
    package var livingPosition = Position.zero
    /// When that one was sent.
    package var livingAt = Timestamp(microseconds: 0)
    /// The greatest number of a message that was deleted or erased; 0 where none was.
    package var newestRemoved: UInt64 = 0
    /// When the conversation was created.
    package private(set) var createdAt = Timestamp(microseconds: 0)
    /// What members who join later can see of the time before.
    package private(set) var history = HistoryPolicy.unspecified
    package var senders = RecentSenders()

    @inline(__always)
    init() {}

    init(createdAt: Timestamp, history: HistoryPolicy) {
        self.createdAt = createdAt
        self.history = history
    }
}

/// Who sent the newest messages of a conversation: the newest one of each of them.
package struct RecentSenders: Sendable {
    /// The newest message of somebody.
    package struct Sending: Sendable, BitwiseCopyable {
        package private(set) var sender = UniqueID.zero
        package private(set) var messageNumber: UInt64 = 0
        package private(set) var position = Position.zero
        package private(set) var at = Timestamp(microseconds: 0)
    }

    /// How many are kept.
    static let limit = 3

    fileprivate(set) var count = 0
    fileprivate var sendings = InlineArray<3, Sending>(repeating: Sending())
    /// The greatest number of a message whose sender is not kept any more; 0 if all are.
    package fileprivate(set) var forgottenUpTo: UInt64 = 0

    init() {}

    /// The newest message of somebody who is kept.
    package func newest(of user: UniqueID) -> Sending? {
        for index in 0..<count where sendings[index].sender == user { return sendings[index] }
        return nil
    }

    /// Keeps what was sent now; whoever has been silent for longest makes room.
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
        fields.field(&newestRemoved, "newest removed number")
        fields.field(&createdAt, "created when")
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
