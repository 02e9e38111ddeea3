internal import Messaging
internal import Wire

/// When the members of a conversation came to the messages of a page.
///
/// A member who came to several messages with one move came to all of them at its time, so of messages
/// that are asked about in ascending order each move is looked up once.
struct ReachTimes {
    /// The first move of a member that reached a message: when, and how far it went.
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

    /// When a recipient came to a message, if the move is known that reached it.
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
