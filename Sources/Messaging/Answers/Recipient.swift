package import Wire

extension MemberFacts {
    /// Returns the member as of a position; nil before the first joining.
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

/// A present member, who can receive messages.
package struct Recipient: Hashable, Sendable {
    package let user: UserID
    /// The position where the present membership began.
    package let joined: Position
    package var marks: ReceiptMarks
    /// From where on they see everything; nil where that is not all there is to say.
    private let seesFrom: Position?
    /// Nil where `seesFrom` says it: almost always, and many are asked for every message.
    private let sight: Visibility?

    /// Makes a recipient; nil for a former member.
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
    ///
    /// Clearing the history or keeping messages for a limited time is private: it removes no user
    /// from the audience, because the sender would learn of it.
    package func countsFor(_ message: MessageFacts) -> Bool {
        guard user != message.sender else { return false }
        if let seesFrom { return message.position >= seesFrom }
        return sight?.shows(message.position) ?? false
    }
}
