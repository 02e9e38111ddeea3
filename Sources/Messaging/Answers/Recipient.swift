package import Wire

extension MemberFacts {
    /// Whether somebody counts for the receipts of a message: a member now, not its sender, and
    /// able to see it.
    ///
    /// What they have cleared or no longer keep is their own matter: it takes nobody out, or a
    /// sender would learn of it.
    package func isInAudience(of message: MessageFacts, history: HistoryPolicy) -> Bool {
        Recipient(self, history: history)?.countsFor(message) ?? false
    }

    /// The member as of a position; nil for who was none yet.
    package func asOf(_ position: Position) -> MemberFacts? {
        var member = self
        member.intervals = intervals.filter { $0.joined <= position }
        guard let last = member.intervals.last else { return nil }
        if let left = last.left, left > position {
            member.intervals[member.intervals.count - 1].left = nil
        }
        return member
    }
}

/// A member whom messages can reach.
package struct Recipient: Hashable, Sendable {
    package let user: UserID
    /// Where the present membership began.
    package let joined: Position
    package var marks: ReceiptMarks
    /// From where on they see everything; nil where that is not all there is to say.
    private let seesFrom: Position?
    /// Nil where `seesFrom` says it: almost always, and many are asked for every message.
    private let sight: Visibility?

    /// Nil for who is no member any more.
    package init?(
        _ member: MemberFacts,
        history: HistoryPolicy,
        marks: ReceiptMarks = ReceiptMarks()
    ) {
        guard member.isActive, let joined = member.intervals.last?.joined else { return nil }
        user = member.user
        self.joined = joined
        self.marks = marks
        seesFrom = Visibility.beginning(history: history, of: member.intervals)
        sight =
            seesFrom == nil ? Visibility(history: history, intervals: member.intervals) : nil
    }

    /// Whether they count for the receipts of a message: not its sender, and able to see it.
    package func countsFor(_ message: MessageFacts) -> Bool {
        guard user != message.sender else { return false }
        if let seesFrom { return message.position >= seesFrom }
        return sight?.shows(message.position) ?? false
    }
}
