package import Messaging
internal import Views
package import Wire

/// How far a timeline has come, and what a list is chosen and counted from.
///
///     entries, messages, newest message, living ordinal, position and time, newest removed,
///     created when, history policy, senders up to (8 each),
///     then for each recent sender: who (16), message number, position and time (8 each)
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
    package let createdAt: Timestamp
    /// What members who join later can see of the time before.
    package let history: HistoryPolicy
    package var senders = RecentSenders()

    init(createdAt: Timestamp, history: HistoryPolicy) {
        self.createdAt = createdAt
        self.history = history
    }
}

/// Who sent the newest messages of a conversation: the newest one of each of them.
package struct RecentSenders: Sendable {
    /// The newest message of somebody.
    package struct Sending: Sendable, BitwiseCopyable {
        package let sender: UniqueID
        package let messageNumber: UInt64
        package let position: Position
        package let at: Timestamp
    }

    /// How many are kept.
    static let limit = 3

    fileprivate(set) var count = 0
    fileprivate var sendings = InlineArray<3, Sending>(repeating: .none)
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

extension RecentSenders.Sending {
    fileprivate static var none: Self {
        Self(
            sender: .zero,
            messageNumber: 0,
            position: .zero,
            at: Timestamp(microseconds: 0)
        )
    }
}

extension TimelineHead {
    private static let headBytes = 80
    private static let senderBytes = 40

    init(_ row: RawSpan) throws(ViewsError) {
        let (count, rest) = (row.byteCount - Self.headBytes).quotientAndRemainder(
            dividingBy: Self.senderBytes
        )
        guard rest == 0, 0...RecentSenders.limit ~= count else {
            throw .damagedRow(table: "timeline.heads")
        }
        entries = row.number(at: 0)
        messages = row.number(at: 8)
        newestMessage = Position(row.number(at: 16))
        livingOrdinal = row.number(at: 24)
        livingPosition = Position(row.number(at: 32))
        livingAt = Timestamp(microseconds: Int64(bitPattern: row.number(at: 40)))
        newestRemoved = row.number(at: 48)
        createdAt = Timestamp(microseconds: Int64(bitPattern: row.number(at: 56)))
        history = HistoryPolicy(rawValue: Int32(truncatingIfNeeded: row.number(at: 64)))
        senders.forgottenUpTo = row.number(at: 72)
        senders.count = count
        for index in 0..<count {
            let start = Self.headBytes + index * Self.senderBytes
            senders.sendings[index] = RecentSenders.Sending(
                sender: UniqueID(row, at: start),
                messageNumber: row.number(at: start + 16),
                position: Position(row.number(at: start + 24)),
                at: Timestamp(microseconds: Int64(bitPattern: row.number(at: start + 32)))
            )
        }
    }

    /// The row's bytes: every number takes eight.
    struct Row {
        fileprivate var words = InlineArray<25, UInt64>(repeating: 0)
        fileprivate var count = 0

        fileprivate mutating func append(_ number: UInt64) {
            words[count] = number.bigEndian
            count += 1
        }

        var bytes: RawSpan {
            @_lifetime(borrow self)
            borrowing get { words.span.bytes.extracting(first: count * 8) }
        }
    }

    var row: Row {
        var row = Row()
        row.append(entries)
        row.append(messages)
        row.append(newestMessage.rawValue)
        row.append(livingOrdinal)
        row.append(livingPosition.rawValue)
        row.append(UInt64(bitPattern: livingAt.microseconds))
        row.append(newestRemoved)
        row.append(UInt64(bitPattern: createdAt.microseconds))
        row.append(UInt64(UInt32(bitPattern: history.rawValue)))
        row.append(senders.forgottenUpTo)
        for index in 0..<senders.count {
            let sending = senders.sendings[index]
            row.append(sending.sender.high)
            row.append(sending.sender.low)
            row.append(sending.messageNumber)
            row.append(sending.position.rawValue)
            row.append(UInt64(bitPattern: sending.at.microseconds))
        }
        return row
    }
}
