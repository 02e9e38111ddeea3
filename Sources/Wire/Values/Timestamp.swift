/// A moment in microseconds since the start of 1970 in UTC, leap seconds not counted.
public struct Timestamp: Sendable, Hashable, BitwiseCopyable {
    /// The microseconds since the start of 1970; negative before.
    public let microseconds: Int64

    /// Makes a moment from microseconds since the start of 1970.
    @inlinable
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Makes a moment from milliseconds since the start of 1970, unless that is too far away.
    public init?(milliseconds: Int64) {
        let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return nil }
        self.init(microseconds: microseconds)
    }
}

extension Timestamp: Comparable {
    /// Whether one moment is before another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}
