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
    private let sight: Visibility

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
        sight = Visibility(history: history, intervals: member.intervals)
    }

    /// Whether they count for the receipts of a message: not its sender, and able to see it.
    package func countsFor(_ message: MessageFacts) -> Bool {
        user != message.sender && sight.shows(message.position)
    }
}

/// How many of those who can see a message it has reached.
package struct ReceiptTally: Hashable, Sendable {
    package private(set) var audience = 0
    package private(set) var delivered = 0
    /// How many have read it, of what the viewer is told.
    package private(set) var read = 0

    package init() {}

    /// Counts one more of the audience.
    package mutating func add(isDelivered: Bool, isRead: Bool) {
        audience += 1
        if isDelivered { delivered += 1 }
        if isRead { read += 1 }
    }

    /// Nobody to read it is not everybody having read it.
    package var allRead: Bool { audience > 0 && read == audience }

    package var status: ReceiptSummary.Status {
        allRead ? .read : audience > 0 && delivered == audience ? .delivered : .sent
    }
}

/// What the sender of messages is told of how far they have come.
package struct ReceiptSight: Hashable, Sendable {
    package let policy: ReceiptPolicy
    /// Nobody who keeps their own readings to themselves is told of others'.
    package let isToldOfReadings: Bool

    /// `isSharing` says whether the viewer lets others know what they read, now.
    package init(policy: ReceiptPolicy, isSharing: Bool) {
        self.policy = policy
        isToldOfReadings = policy.isMandatory || isSharing
    }

    /// Whether the viewer is told that somebody has read an entry.
    package func reads(_ marks: ReceiptMarks, _ ordinal: UInt64) -> Bool {
        isToldOfReadings && marks.reads(ordinal, under: policy)
    }

    /// How far a message has come, in numbers alone.
    package func tally(
        of message: MessageFacts,
        among recipients: [Recipient]
    ) -> ReceiptTally {
        var tally = ReceiptTally()
        for recipient in recipients where recipient.countsFor(message) {
            tally.add(
                isDelivered: recipient.marks.delivers(message.ordinal),
                isRead: reads(recipient.marks, message.ordinal)
            )
        }
        return tally
    }
}

/// How far a message has come with those who can see it, as its sender is told.
package struct ReceiptSummary: Hashable, Sendable {
    /// It never goes back as long as the audience and the viewer's switch stay.
    package enum Status: Hashable, Sendable, CaseIterable, Comparable {
        /// Durable in the log.
        case sent
        /// A device of everybody in the audience has it.
        case delivered
        /// Everybody in the audience has read it.
        case read
    }

    /// What the viewer is told of readings; nobody who keeps their own to themselves is told.
    package struct Readings: Hashable, Sendable {
        /// Who has read it: "read by n of m" is their count.
        package let readers: [UserID]
        package let audience: Int

        package var count: Int { readers.count }
    }

    /// To whom it was delivered, in the order of the audience, as all the others are.
    package let delivered: [UserID]
    /// Nil for a viewer who has switched receipts off.
    package let readings: Readings?
    /// Who is not known to have read it: everybody, for a viewer who has switched receipts off.
    package let waiting: [UserID]
    package let allRead: Bool
    package let status: Status

    /// Sums up how far each of those has come who can see the message (`isInAudience`).
    package init(
        of message: MessageFacts,
        audience: [(user: UserID, marks: ReceiptMarks)],
        sight: ReceiptSight
    ) {
        var tally = ReceiptTally()
        var delivered: [UserID] = []
        var readers: [UserID] = []
        var waiting: [UserID] = []
        for (user, marks) in audience {
            let isDelivered = marks.delivers(message.ordinal)
            let isRead = sight.reads(marks, message.ordinal)
            tally.add(isDelivered: isDelivered, isRead: isRead)
            if isDelivered { delivered.append(user) }
            if isRead { readers.append(user) } else { waiting.append(user) }
        }
        self.delivered = delivered
        self.waiting = waiting
        readings =
            sight.isToldOfReadings ? Readings(readers: readers, audience: audience.count) : nil
        allRead = tally.allRead
        status = tally.status
    }
}
