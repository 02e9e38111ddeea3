/// An event's number within its stream, from 1.
///
/// Zero is the version of a stream without events.
package struct Version: Sendable, Hashable, BitwiseCopyable {
    /// The version of an empty stream.
    package static let zero = Version(0)

    /// The number of events in the stream up to and including this one.
    package let rawValue: UInt64

    /// Makes the version after a number of events of a stream.
    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The version after this one; the largest is its own.
    ///
    /// It stands still at the end instead of trapping: a stream that claims to be that long
    /// fails the check that versions are dense.
    package var next: Version { advanced(by: 1) }

    /// The version that many events later, at most the largest.
    package func advanced(by count: UInt64) -> Version {
        let (sum, overflow) = rawValue.addingReportingOverflow(count)
        return Version(overflow ? .max : sum)
    }
}

extension Version: Comparable {
    package static func < (left: Version, right: Version) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Version: CustomStringConvertible {
    package var description: String { String(rawValue) }
}
