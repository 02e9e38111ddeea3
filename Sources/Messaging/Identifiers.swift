public import Wire

/// The name of one thing: sixteen bytes that a client or a session made.
///
/// Each kind of thing has its own type, so that a message's name is never taken for a user's.
public protocol Identifier: Hashable, Comparable, Sendable, LosslessStringConvertible {
    /// The sixteen bytes.
    var rawValue: UniqueID { get }
    /// Creates an id from sixteen bytes.
    init(_ rawValue: UniqueID)
}

extension Identifier {
    /// Reads a UUID, in lower or upper case; nil for any other text.
    public init?(_ text: String) {
        guard let rawValue = UniqueID(text) else { return nil }
        self.init(rawValue)
    }

    /// The name as a lower-case UUID.
    public var description: String { rawValue.description }

    /// Whether one name sorts before another, as their bytes do.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Names a person.
public struct UserID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a conversation.
public struct ConversationID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Identifies an entry of a timeline: a message or a system entry.
public struct MessageID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a report to the moderators.
public struct ReportID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a legal hold.
public struct HoldID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names a place where a copy of the keys is kept.
public struct KeyCopyID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// Names one attempt to have something done, so that trying again is safe.
public struct CommandID: Identifier {
    /// The sixteen bytes.
    public let rawValue: UniqueID
    /// Creates an id from sixteen bytes.
    public init(_ rawValue: UniqueID) { self.rawValue = rawValue }
}

/// The user or operator who requests a command.
public enum Actor: Hashable, Sendable {
    case user(UserID)
    /// The operator of the store; it is no member of any conversation.
    case `operator`

    /// The person, unless it is the operator.
    public var user: UserID? {
        switch self {
        case .user(let user): user
        case .operator: nil
        }
    }
}

/// Which stream an event belongs to.
public enum Stream: Hashable, Sendable {
    case store
    case conversation(ConversationID)
    case user(UserID)
}

/// Fresh ids for the objects that a command creates, all different.
///
/// The rules are pure, so the caller provides the ids: a single fresh one, from which the others
/// follow by counting.
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
