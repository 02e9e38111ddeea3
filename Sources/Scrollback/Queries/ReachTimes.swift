internal import Messaging
internal import Wire

/// The times when the members of a conversation reached the messages of a page.
///
/// A member who reached several messages with one move reached all of them at its time, so each
/// move is looked up once if the messages are given in ascending order.
struct ReachTimes {
    /// The first move of a member that reached a message: its time, and how far it went.
    struct Reach {
        let at: Timestamp
        let marks: ReceiptMarks
    }

    private var conversation: ConversationID?
    private var status = ReceiptSummary.Status.sent
    /// By the places of the recipients.
    private var known: [(ordinal: UInt64, reach: Reach)?] = []

    /// Keeps the known times if they belong to the same audience and status.
    mutating func begin(_ audience: ReceiptAudience, _ status: ReceiptSummary.Status) {
        guard conversation != audience.conversation || self.status != status else { return }
        conversation = audience.conversation
        self.status = status
        known = Array(repeating: nil, count: audience.recipients.count)
    }

    /// Returns the time when a recipient reached a message, if the move that reached it is known.
    func time(
        of recipient: Int,
        _ ordinal: UInt64,
        where isReached: (ReceiptMarks) -> Bool
    ) -> Timestamp? {
        // No earlier move reached the earlier message, and so none reached this one.
        guard let known = known[recipient], known.ordinal <= ordinal,
            isReached(known.reach.marks)
        else { return nil }
        return known.reach.at
    }

    mutating func note(_ reach: Reach, of recipient: Int, _ ordinal: UInt64) {
        known[recipient] = (ordinal, reach)
    }
}
