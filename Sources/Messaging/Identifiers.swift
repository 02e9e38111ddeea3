package import Wire

/// The name of one thing: sixteen bytes that a client or a session made.
///
/// Each kind of thing has its own type, so that a message's name is never taken for a user's.
package protocol Identifier: Hashable, Comparable, Sendable, LosslessStringConvertible {
    var rawValue: UniqueID { get }
    init(_ rawValue: UniqueID)
}

extension Identifier {
    /// Reads a lower-case UUID and nothing else.
    package init?(_ text: String) {
        guard let rawValue = UniqueID(text) else { return nil }
        self.init(rawValue)
    }

    package var description: String { rawValue.description }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a person.
package struct UserID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a conversation.
package struct ConversationID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names an entry of a timeline: a message, or what the store says between them.
package struct MessageID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a report to the moderators.
package struct ReportID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a legal hold.
package struct HoldID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names one attempt to have something done, so that trying again is safe.
package struct CommandID: Identifier {
    package let rawValue: UniqueID
    package init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Who wants something done.
package enum Actor: Hashable, Sendable {
    case user(UserID)
    /// Whoever runs the store; no member of anything.
    case `operator`

    package var user: UserID? {
        switch self {
        case .user(let user): user
        case .operator: nil
        }
    }
}

/// Which stream an event belongs to.
package enum Stream: Hashable, Sendable {
    case store
    case conversation(ConversationID)
    case user(UserID)
}

/// Names for what a command makes, all of them different and none of them made here.
///
/// The rules are pure, so the one who asks brings the names: a single fresh one, from which the
/// others follow by counting.
package struct FreshIDs: Sendable {
    private var upcoming: UniqueID

    /// - Parameter first: random, or time-ordered with a random end.
    package init(first: UniqueID) { upcoming = first }

    package mutating func next() -> UniqueID {
        defer { upcoming = UniqueID(high: upcoming.high, low: Self.counted(upcoming.low)) }
        return upcoming
    }

    /// Names for the command with that number in a batch, apart from those of all others.
    ///
    /// No command makes more than the 2³² things that lie between two of them.
    package func forCommand(_ number: Int) -> FreshIDs {
        let distance = UInt64(truncatingIfNeeded: number) << 32
        return FreshIDs(
            first: UniqueID(high: upcoming.high, low: Self.counted(upcoming.low, by: distance))
        )
    }

    /// Counts in the 62 bits behind a UUID's variant, which stays as it is.
    private static func counted(_ low: UInt64, by distance: UInt64 = 1) -> UInt64 {
        let mask: UInt64 = (1 << 62) - 1
        return low & ~mask | (low &+ distance) & mask
    }
}
