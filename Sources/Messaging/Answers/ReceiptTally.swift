/// The numbers of users who can see a message, have received it, and have read it.
package struct ReceiptTally: Hashable, Sendable {
    package private(set) var audience = 0
    package private(set) var delivered = 0
    /// The number of users who have read it, as far as the viewer is shown.
    package private(set) var read = 0

    package init() {}

    /// Counts one more of the audience.
    package mutating func add(isDelivered: Bool, isRead: Bool) {
        audience += 1
        if isDelivered { delivered += 1 }
        if isRead { read += 1 }
    }

    /// Whether all have read it; false if there is no audience.
    package var allRead: Bool { audience > 0 && read == audience }

    package var status: ReceiptSummary.Status {
        allRead ? .read : audience > 0 && delivered == audience ? .delivered : .sent
    }
}

/// A sender's sight of deliveries and readings.
package struct ReceiptSight: Hashable, Sendable {
    package let policy: ReceiptPolicy
    /// Whether readings are shown; they are not to a viewer who hides their own.
    package let isToldOfReadings: Bool

    /// Makes the rule; `isSharing` says whether the viewer shows their own readings now.
    package init(policy: ReceiptPolicy, isSharing: Bool) {
        self.policy = policy
        isToldOfReadings = policy.isMandatory || isSharing
    }

    /// Whether the viewer is shown that a user has read an entry.
    package func reads(_ marks: ReceiptMarks, _ ordinal: UInt64) -> Bool {
        isToldOfReadings && marks.reads(ordinal, under: policy)
    }

    /// How far a message has come, in numbers alone.
    package func tally(
        of message: MessageFacts,
        among recipients: [Recipient]
    ) -> ReceiptTally {
        var tally = ReceiptTally()
        // In place: copying each recipient would cost reference counts for every message of a page.
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
