/// How far a message has come with those who can see it, as its sender is told.
public struct ReceiptSummary: Hashable, Sendable {
    /// It never goes back as long as the audience and the viewer's switch stay.
    public enum Status: Hashable, Sendable, CaseIterable, Comparable {
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
