extension ReceiptPolicy {
    /// Whether users cannot switch receipts off; a policy unknown to this version leaves them the
    /// choice.
    package var isMandatory: Bool {
        switch self {
        case .mandatory: true
        case .optional, .unspecified, .unrecognized: false
        }
    }
}

/// How far a user's devices have received a conversation, and how far the user has read it.
///
/// All marks count entries of the timeline. Joining moves none of them, and sending moves them all
/// to the sent message, because it reads the messages before.
package struct ReceiptMarks: Hashable, Sendable {
    package let deliveredUpTo: UInt64
    package let readUpTo: UInt64
    /// The read mark that others may see.
    package let loudlyReadUpTo: UInt64

    package init(deliveredUpTo: UInt64 = 0, readUpTo: UInt64 = 0, loudlyReadUpTo: UInt64 = 0) {
        self.deliveredUpTo = deliveredUpTo
        self.readUpTo = readUpTo
        self.loudlyReadUpTo = loudlyReadUpTo
    }

    package init(_ personal: PersonalFacts) {
        self.init(
            deliveredUpTo: personal.deliveredUpTo,
            readUpTo: personal.readUpTo,
            loudlyReadUpTo: personal.loudlyReadUpTo
        )
    }

    /// How far both together have come.
    package func joined(with other: ReceiptMarks) -> ReceiptMarks {
        ReceiptMarks(
            deliveredUpTo: max(deliveredUpTo, other.deliveredUpTo),
            readUpTo: max(readUpTo, other.readUpTo),
            loudlyReadUpTo: max(loudlyReadUpTo, other.loudlyReadUpTo)
        )
    }

    /// Whether they are as far as others in everything.
    package func reaches(_ other: ReceiptMarks) -> Bool { joined(with: other) == self }

    /// Whether a device has received an entry: a read entry was delivered, also if it was read
    /// silently.
    package func delivers(_ ordinal: UInt64) -> Bool {
        max(deliveredUpTo, readUpTo, loudlyReadUpTo) >= ordinal
    }

    /// Whether others may be told that an entry is read.
    ///
    /// A silent reading never shows, unless receipts have become mandatory; a later loud one
    /// covers everything before it.
    package func reads(_ ordinal: UInt64, under policy: ReceiptPolicy) -> Bool {
        (policy.isMandatory ? max(readUpTo, loudlyReadUpTo) : loudlyReadUpTo) >= ordinal
    }
}
