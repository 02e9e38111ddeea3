/// A run of countable messages: the numbers after one and up to another.
///
/// Numbers count the messages of a conversation from 1. System entries, edits, reactions and
/// receipts have none, so they are never unread.
package struct MessageRun: Hashable, Sendable {
    package let after: UInt64
    package let upTo: UInt64

    /// Empty where it ends before it begins.
    package init(after: UInt64, upTo: UInt64) {
        self.after = after
        self.upTo = max(after, upTo)
    }

    package var count: UInt64 { upTo - after }

    /// The part of it that lies behind a message and is there.
    package func part(behind counted: UInt64, upTo head: UInt64) -> MessageRun {
        MessageRun(after: max(after, counted), upTo: min(upTo, head))
    }
}

/// The runs that can contain a user's unread messages of a conversation, and their count.
///
/// A view counts in each of the runs how many messages are the viewer's own, and how many of others
/// were removed: both are differences of two stored numbers, so the answer takes O(log n) for any
/// marker, and reading writes nothing for other users.
package struct UnreadCount: Hashable, Sendable {
    /// Ascending and apart from each other; none is empty.
    package let runs: [MessageRun]

    /// - Parameters:
    /// - isActive: whether the viewer is a member now; former members have no unread messages.
    /// - visible: the messages in the viewer's intervals, in any order.
    /// - marker: the message after which unread begins; 0 if nothing was read.
    /// - cleared: the number of messages when the viewer cleared the history.
    /// - expired: the number of messages too old to be kept for the viewer.
    /// - head: the number of messages.
    package init(
        isActive: Bool,
        visible: [MessageRun],
        marker: UInt64,
        cleared: UInt64 = 0,
        expired: UInt64 = 0,
        head: UInt64
    ) {
        var runs: [MessageRun] = []
        var counted = max(marker, cleared, expired)
        for run in isActive ? visible.sorted(by: { $0.after < $1.after }) : [] {
            let part = run.part(behind: counted, upTo: head)
            guard part.count > 0 else { continue }
            runs.append(part)
            counted = part.upTo
        }
        self.runs = runs
    }

    /// Returns the number of unread messages from the counts in the runs: the viewer's own, removed
    /// or not, and those of others that were deleted or erased.
    package func count(own: UInt64, removed: UInt64) -> UInt64 {
        // Runs lie apart from each other below 2⁶⁴, and so does their sum.
        let length = runs.reduce(0) { $0 + $1.count }
        let others = length - min(length, own)
        return others - min(others, removed)
    }
}
