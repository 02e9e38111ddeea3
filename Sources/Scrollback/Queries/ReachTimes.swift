internal import Messaging
internal import Wire

/// A move or a sending of a member: its time, and how far the member's marks went with it.
struct Reach {
    let at: Timestamp
    let marks: ReceiptMarks
}

/// The times when the members of a conversation reached the messages of a page.
///
/// Marks never go back, and a page gives its messages in ascending order. So what reached one
/// message is where the search for the next one begins: a member who reached several messages at
/// once is looked up once, and one who reached each by itself is walked in runs.
struct ReachTimes {
    private var conversation: ConversationID?
    private var status = ReceiptSummary.Status.sent
    private var ordinal: UInt64 = 0
    /// By the places of the recipients.
    private var moves: [ReachTrack] = []
    private var sendings: [ReachTrack] = []

    /// Keeps what is known if it belongs to the same audience and status, and to an earlier message.
    mutating func begin(
        _ audience: ReceiptAudience,
        _ status: ReceiptSummary.Status,
        _ ordinal: UInt64
    ) {
        defer { self.ordinal = ordinal }
        guard
            conversation != audience.conversation || self.status != status
                || ordinal < self.ordinal
        else { return }
        conversation = audience.conversation
        self.status = status
        moves = Array(repeating: ReachTrack(), count: audience.recipients.count)
        sendings = moves
    }

    /// Returns the time when a recipient first reached a message; nil if the recipient has not.
    ///
    /// - Parameters:
    ///   - recipient: The place of the recipient.
    ///   - isReached: Whether marks reach the message.
    ///   - move: Finds the recipient's first move that reaches the message.
    ///   - moves: Finds up to so many moves in order, from that one on.
    ///   - sending: Finds the recipient's first sending that reaches the message.
    /// - Returns: The time.
    /// - Throws: What a search throws.
    mutating func time<Failure: Error>(
        of recipient: Int,
        where isReached: (ReceiptMarks) -> Bool,
        move: () throws(Failure) -> Reach?,
        moves: (Int) throws(Failure) -> [Reach],
        sending: () throws(Failure) -> Reach?
    ) throws(Failure) -> Timestamp? {
        let first = try self.moves[recipient].first(where: isReached, one: move, run: moves)
        let other = try sendings[recipient].first(where: isReached, one: sending) {
            (_) throws(Failure) in
            try sending().map { [$0] } ?? []
        }
        guard let first else { return other?.at }
        guard let other else { return first.at }
        return min(first.at, other.at)
    }
}

/// The first of a member's moves or sendings that reached a message, and some that came next.
private struct ReachTrack {
    /// How many are read together once one was not enough.
    private static let run = 16

    private var found: Reach?
    private var next: ArraySlice<Reach> = []
    private var wasSearched = false
    /// Whether there is none behind these.
    private var isWhole = false

    /// Returns the first that reaches a message; none before it reaches a later message.
    mutating func first<Failure: Error>(
        where isReached: (ReceiptMarks) -> Bool,
        one: () throws(Failure) -> Reach?,
        run: (Int) throws(Failure) -> [Reach]
    ) throws(Failure) -> Reach? {
        while let known = found, !isReached(known.marks) { found = next.popFirst() }
        guard found == nil, !isWhole else { return found }
        if wasSearched {
            next = try run(Self.run)[...]
            found = next.popFirst()
        } else {
            found = try one()
            wasSearched = true
        }
        isWhole = found == nil
        return found
    }
}
