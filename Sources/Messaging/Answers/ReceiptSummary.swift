extension MemberFacts {
    /// Whether somebody counts for the receipts of a message: a member now, not its sender, and
    /// able to see it.
    ///
    /// What they have cleared or no longer keep is their own matter: it takes nobody out, or a
    /// sender would learn of it.
    package func isInAudience(of message: MessageFacts, history: HistoryPolicy) -> Bool {
        isActive && user != message.sender
            && Visibility(history: history, intervals: intervals).shows(message.position)
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
    ///
    /// `isSharing` says whether the viewer lets others know what they read, now.
    package init(
        of message: MessageFacts,
        audience: [(user: UserID, marks: ReceiptMarks)],
        policy: ReceiptPolicy,
        isSharing: Bool
    ) {
        let isToldOfReadings = policy.isMandatory || isSharing
        var delivered: [UserID] = []
        var readers: [UserID] = []
        var waiting: [UserID] = []
        for (user, marks) in audience {
            if marks.delivers(message.ordinal) { delivered.append(user) }
            if isToldOfReadings && marks.reads(message.ordinal, under: policy) {
                readers.append(user)
            } else {
                waiting.append(user)
            }
        }
        self.delivered = delivered
        self.waiting = waiting
        readings = isToldOfReadings ? Readings(readers: readers, audience: audience.count) : nil
        // Nobody to read it is not everybody having read it.
        allRead = !audience.isEmpty && waiting.isEmpty
        let isDelivered = !audience.isEmpty && delivered.count == audience.count
        status = allRead ? .read : isDelivered ? .delivered : .sent
    }
}
