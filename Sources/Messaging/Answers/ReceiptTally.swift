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
        // Where they lie: a copy of each would be counted in and out, for every message of a page.
        for place in recipients.indices where recipients[place].countsFor(message) {
            let marks = recipients[place].marks
            tally.add(
                isDelivered: marks.delivers(message.ordinal),
                isRead: reads(marks, message.ordinal)
            )
        }
        return tally
    }
}
