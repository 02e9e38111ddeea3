/// The number of events up to and including this one, from 1.
///
/// It also names a state: the state after that many events. Zero is the state before the first
/// event, and the position of no event.
public struct Position: Sendable, Hashable, BitwiseCopyable {
    /// The state of an empty log.
    @inlinable
    public static var zero: Position { Position(0) }

    /// The number of events.
    public let rawValue: UInt64

    /// Makes the position after a number of events.
    @inlinable
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Makes the position of the event with an index; the largest index has no position.
    public init?(index: UInt64) {
        let (rawValue, overflow) = index.addingReportingOverflow(1)
        guard !overflow else { return nil }
        self.init(rawValue)
    }

    /// The event's number from zero, as proofs count; of `zero`, an index that no event has.
    ///
    /// Zero gives the largest integer instead of a trap, because positions come from outside
    /// and a look-up of that index finds nothing.
    public var index: UInt64 { rawValue &- 1 }

    /// The position after this one; the largest position is followed by itself.
    ///
    /// It does not grow at the end instead of trapping: a log that claims to be that long fails the
    /// check that positions are dense.
    public var next: Position { advanced(by: 1) }

    /// The position that many events later, at most the largest.
    public func advanced(by count: UInt64) -> Position {
        let (sum, overflow) = rawValue.addingReportingOverflow(count)
        return Position(overflow ? .max : sum)
    }
}

extension Position: Comparable {
    /// Whether one state comes before another.
    public static func < (left: Position, right: Position) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Position: CustomStringConvertible {
    /// The number of events, in digits.
    public var description: String { String(rawValue) }
}
