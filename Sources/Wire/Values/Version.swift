/// An event's number within its stream, from 1.
///
/// Zero is the version of a stream without events.
public struct Version: Sendable, Hashable, BitwiseCopyable {
    /// The version of an empty stream.
    @inlinable
    public static var zero: Version { Version(0) }

    /// The number of events in the stream up to and including this one.
    public let rawValue: UInt64

    /// Makes the version after a number of events of a stream.
    @inlinable
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The version after this one; the largest version is followed by itself.
    ///
    /// It does not grow at the end instead of trapping: a stream that claims to be that long fails
    /// the check that versions are dense.
    public var next: Version { advanced(by: 1) }

    /// The version that many events later, at most the largest.
    public func advanced(by count: UInt64) -> Version {
        let (sum, overflow) = rawValue.addingReportingOverflow(count)
        return Version(overflow ? .max : sum)
    }
}

extension Version: Comparable {
    /// Whether one version comes before another.
    public static func < (left: Version, right: Version) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Version: CustomStringConvertible {
    /// The number of events, in digits.
    public var description: String { String(rawValue) }
}
