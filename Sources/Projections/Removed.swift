package import EventLog
internal import LogSchema
internal import Messaging
package import Views
package import Wire

/// The messages that no longer count as unread, because they were deleted or erased.
///
/// A row has a bit for each of 4,096 message numbers: of one sender's messages, or under the zero
/// id of all. The messages of others are the difference.
package struct Removed: Projector {
    package static let name: StaticString = "removed"
    package static let version: UInt32 = 1
    package static let events: FoldedEvents = [
        EnvelopeEvent.messageDeleted, EnvelopeEvent.contentErased,
    ]

    private let table: RowTable<Key, Block>

    private static let blockWidth: UInt64 = 4_096

    package init(_ tables: inout TableList) {
        table = tables.rows("removed")
    }

    package func apply(
        _ record: borrowing StoredRecord,
        to views: inout ViewsWriter
    ) throws(ViewsError) {
        guard record.envelope.eventNumber == EnvelopeEvent.messageDeleted else {
            throw record.undeclared(by: Self.name)
        }
        let event = try record.structure(EncodedMessageDeleted.self, for: Self.name)
        let conversation = try record.conversation(for: Self.name)
        let sender = try record.need(event.sender, for: Self.name)
        try remove(event.messageNumber, of: sender, in: conversation, views: &views)
    }

    func remove(
        _ messageNumber: UInt64,
        of sender: UniqueID,
        in conversation: UniqueID,
        views: inout ViewsWriter
    ) throws(ViewsError) {
        try set(messageNumber, Key(conversation, .zero, messageNumber), in: &views)
        try set(messageNumber, Key(conversation, sender, messageNumber), in: &views)
    }

    private func set(
        _ messageNumber: UInt64,
        _ key: Key,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let bit = Int(messageNumber % Self.blockWidth)
        var block = try table.row(at: key, in: views) ?? Block()
        block.words[bit / 64] |= 1 << UInt64(bit % 64)
        table.put(block, at: key, in: &views)
    }

    /// Counts the removed messages of others, with numbers after one and up to another.
    ///
    /// - Complexity: a row for each 4,096 numbers of the range that has removed ones.
    package func count(
        ofOthersThan viewer: UniqueID,
        in conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        let all = try count(in: conversation, after: first, upTo: last, views: views)
        guard all > 0 else { return 0 }
        return all - min(all, try count(viewer, conversation, after: first, upTo: last, views))
    }

    /// Counts the removed messages, with numbers after one and up to another.
    ///
    /// - Complexity: a row for each 4,096 numbers of the range that has removed ones.
    package func count(
        in conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        guard first < last else { return 0 }
        return try count(.zero, conversation, after: first, upTo: last, views)
    }

    /// Returns the newest message up to a number that is not removed; 0 if there is none.
    ///
    /// - Complexity: a row for each 4,096 removed messages after it.
    func newestRemaining(
        in conversation: UniqueID,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var number = last
        try table.forEach(
            from: Key(conversation, .zero, 0),
            through: Key(conversation, .zero, last),
            descending: true,
            in: views
        ) { (key, block) throws(ViewsError) in
            // A block without a row has nothing removed.
            guard key.block == number / Self.blockWidth else { return .stop }
            let start = key.block &* Self.blockWidth
            for word in stride(from: Int(number - start) / 64, through: 0, by: -1) {
                let base = start &+ UInt64(word) * 64
                let remaining = ~block.words[word] & UInt64.lowest(number - base + 1)
                if remaining != 0 {
                    number = base + 63 - UInt64(remaining.leadingZeroBitCount)
                    return .stop
                }
                guard base > 0 else { break }
                number = base - 1
            }
            return .goOn
        }
        return number
    }

    /// Visits the numbers of removed messages, after one and up to another, the lowest first.
    ///
    /// - Complexity: as of `count`, and what the visits take.
    package func forEach(
        in conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        views: borrowing some ViewReading & ~Copyable,
        _ body: (UInt64) throws(ViewsError) -> Void
    ) throws(ViewsError) {
        guard first < last else { return }
        try forEachWord(.zero, conversation, after: first, upTo: last, views) {
            (base, bits) throws(ViewsError) in
            var rest = bits
            while rest != 0 {
                try body(base + UInt64(rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    private func count(
        _ whose: UniqueID,
        _ conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        _ views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> UInt64 {
        var count = 0
        try forEachWord(whose, conversation, after: first, upTo: last, views) { _, bits in
            count += bits.nonzeroBitCount
        }
        return UInt64(count)
    }

    /// Visits the bits of a range, 64 numbers at a time; `base` is the number of the lowest bit.
    private func forEachWord(
        _ whose: UniqueID,
        _ conversation: UniqueID,
        after first: UInt64,
        upTo last: UInt64,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ base: UInt64, _ bits: UInt64) throws(ViewsError) -> Void
    ) throws(ViewsError) {
        try table.forEach(
            from: Key(conversation, whose, first + 1),
            through: Key(conversation, whose, last),
            in: views
        ) { (key, block) throws(ViewsError) in
            let start = key.block &* Self.blockWidth
            for word in block.words.indices {
                let base = start &+ UInt64(word) * 64
                guard base &+ 63 > first, base <= last else { continue }
                var bits = block.words[word]
                if base <= first { bits &= ~UInt64.lowest(first - base + 1) }
                if base &+ 63 > last { bits &= UInt64.lowest(last - base + 1) }
                if bits != 0 { try body(base, bits) }
            }
            return .goOn
        }
    }
}

extension Removed {
    private struct Key: RowLayout {
        var conversation = UniqueID.zero
        var whose = UniqueID.zero
        var block: UInt64 = 0

        init() {}

        init(_ conversation: UniqueID, _ whose: UniqueID, _ messageNumber: UInt64) {
            self.conversation = conversation
            self.whose = whose
            block = messageNumber / blockWidth
        }

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            fields.field(&conversation, "conversation")
            fields.field(&whose, "sender, or zero for all")
            fields.field(&block, "block")
        }
    }

    /// A bit for each number, the lowest first.
    private struct Block: RowLayout {
        var words = InlineArray<64, UInt64>(repeating: 0)

        @inline(__always)
        mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
            for index in words.indices {
                // The lowest number's bit is in the first byte.
                var word = words[index].byteSwapped
                fields.field(&word, index == 0 ? "4,096 bits" : "")
                words[index] = word.byteSwapped
            }
        }
    }
}

extension UInt64 {
    /// The lowest bits set, at most all of them.
    fileprivate static func lowest(_ count: UInt64) -> UInt64 {
        count >= 64 ? .max : (1 << count) - 1
    }
}
