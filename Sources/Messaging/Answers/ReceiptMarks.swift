extension ReceiptPolicy {
    /// Whether nobody can switch receipts off; what this version does not know leaves the choice.
    package var isMandatory: Bool {
        switch self {
        case .mandatory: true
        case .optional, .unspecified, .unrecognized: false
        }
    }
}

/// How far somebody's devices have a conversation, and how far it is read.
///
/// All count entries of the timeline. A joining moves none of them, and a sending moves them all
/// to what is sent, for it reads what came before.
package struct ReceiptMarks: Hashable, Sendable {
    package let deliveredUpTo: UInt64
    package let readUpTo: UInt64
    /// Up to where others may be told of the reading.
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

    /// Whether a device has an entry: what is read was delivered, also if it was read silently.
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
