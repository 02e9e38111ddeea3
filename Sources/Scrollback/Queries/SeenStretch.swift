internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// A part of a conversation that a viewer sees who was away between two parts.
///
/// If new members do not see earlier messages, a receipt given while the viewer was away is hidden
/// from them: it is neither shown nor counted, until a later one includes it.
struct SeenStretch: Sendable {
    let positions: ClosedRange<Position>
    /// How many entries and messages there are before it.
    let entriesBefore: UInt64
    let messagesBefore: UInt64
    /// How many messages there are up to its end.
    let messages: UInt64
}

extension EngineSnapshot {
    /// Returns the parts that a viewer sees; empty for a viewer who was never away, or sees
    /// everything.
    borrowing func stretches(
        of conversation: ConversationID,
        seenBy visibility: Visibility,
        through end: Position = Position(.max)
    ) throws(ViewsError) -> [SeenStretch] {
        guard visibility.ranges.count > 1 else { return [] }
        var stretches: [SeenStretch] = []
        for range in visibility.ranges where range.lowerBound <= end {
            let last = min(range.upperBound, end)
            let before = range.lowerBound.before
            stretches.append(
                SeenStretch(
                    positions: range.lowerBound...last,
                    entriesBefore: try projectors.timeline.lastOrdinal(
                        of: conversation.rawValue,
                        asOf: before,
                        in: views
                    ),
                    messagesBefore: try messageCount(of: conversation, asOf: before),
                    messages: try messageCount(of: conversation, asOf: last)
                )
            )
        }
        return stretches
    }

    /// Returns a user's marks, as far as a viewer sees their moves.
    ///
    /// - Complexity: one event of the log for each part, in nearly every case.
    borrowing func marks(
        of user: UniqueID,
        in conversation: UniqueID,
        seenIn stretches: [SeenStretch]
    ) throws(ViewsError) -> ReceiptMarks {
        var marks = ReceiptMarks()
        for stretch in stretches.reversed() {
            try projectors.receipts.forEachMove(
                of: user,
                in: conversation,
                within: stretch.positions,
                newestFirst: true,
                views: views
            ) { move in
                marks = marks.joined(with: ownMarks(of: move))
                // No earlier one reaches further than all of them together.
                return marks.reaches(ReceiptMarks(move.marks, sent: nil)) ? .stop : .goOn
            }
            let sent = try projectors.senders.newest(
                of: user,
                in: conversation,
                upTo: stretch.messages,
                views: views
            )
            marks = marks.joined(with: ReceiptMarks(sent, behind: stretch.entriesBefore))
        }
        return marks
    }

    /// Returns the time when a user first reached a message, as far as a viewer sees it.
    borrowing func firstTime(
        of user: UniqueID,
        with message: MessageFacts,
        seenIn stretches: [SeenStretch],
        where isReached: (ReceiptMarks) -> Bool
    ) throws(ViewsError) -> Timestamp? {
        let conversation = message.conversation.rawValue
        for stretch in stretches where stretch.positions.upperBound > message.position {
            let first = max(stretch.positions.lowerBound, message.position.next)
            var moved: Timestamp?
            try projectors.receipts.forEachMove(
                of: user,
                in: conversation,
                within: first...stretch.positions.upperBound,
                newestFirst: false,
                views: views
            ) { move in
                guard isReached(ReceiptMarks(move.marks, sent: nil)), isReached(ownMarks(of: move))
                else { return .goOn }
                moved = move.at
                return .stop
            }
            let sending = try projectors.senders.first(
                of: user,
                in: conversation,
                behind: max(message.messageNumber, stretch.messagesBefore),
                upTo: stretch.messages,
                views: views
            ) { isReached(ReceiptMarks($0, behind: stretch.entriesBefore)) }
            if let time = [moved, sending?.at].compactMap({ $0 }).min() { return time }
        }
        return nil
    }

    /// Returns the marks of one move by itself; its row has those of all moves together.
    private borrowing func ownMarks(of move: Receipts.Move) -> ReceiptMarks {
        switch event(at: move.position)?.event {
        case .deliveredUpTo(let own)?: ReceiptMarks(deliveredUpTo: own.ordinal)
        case .readUpTo(let own)?:
            ReceiptMarks(
                deliveredUpTo: own.ordinal,
                readUpTo: own.ordinal,
                loudlyReadUpTo: own.silent ? 0 : own.ordinal
            )
        default: ReceiptMarks()
        }
    }
}

extension ReceiptMarks {
    /// Reads the marks that a sending implies, and the last loud one, if these are after a place.
    fileprivate init(_ sent: Senders.Sending?, behind entries: UInt64) {
        func known(_ ordinal: UInt64) -> UInt64 { ordinal > entries ? ordinal : 0 }
        let read = known(sent?.ordinal ?? 0)
        self.init(
            deliveredUpTo: read,
            readUpTo: read,
            loudlyReadUpTo: known(sent?.loudOrdinal ?? 0)
        )
    }
}

extension Position {
    /// The one before it; zero where there is none.
    var before: Position { Position(max(rawValue, 1) - 1) }
}
