/// The delivery and reading of a message by the users who can see it, as shown to its sender.
public struct ReceiptSummary: Hashable, Sendable {
    /// It never goes back as long as the audience and the viewer's switch stay.
    public enum Status: Hashable, Sendable, CaseIterable, Comparable {
        /// Durable in the log.
        case sent
        /// All users in the audience have received it on a device.
        case delivered
        /// All users in the audience have read it.
        case read
    }

    /// The readings shown to the viewer; a viewer who hides their own readings is shown none.
    package struct Readings: Hashable, Sendable {
        /// The users who have read it: "read by n of m" is their count.
        package let readers: [UserID]
        package let audience: Int

        package var count: Int { readers.count }
    }

    /// The users that have received it, in the order of the audience, as in the other lists.
    package let delivered: [UserID]
    /// The readings; nil for a viewer who has switched receipts off.
    package let readings: Readings?
    /// The users who are not known to have read it: all, for a viewer who has switched receipts
    /// off.
    package let waiting: [UserID]
    package let allRead: Bool
    package let status: Status

    /// Sums up the marks of the users who can see the message (`Recipient.countsFor`).
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
