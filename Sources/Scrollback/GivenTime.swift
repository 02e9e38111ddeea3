internal import Locking
package import Wire

/// The time of a store whose client tells the time instead of a clock; it never goes back.
package final class GivenTime: Sendable {
    private let greatest = Lock(Timestamp(microseconds: 0))

    package init() {}

    /// The greatest time that was heard of.
    package var latest: Timestamp { greatest.withLock { $0 } }

    /// Takes note of a time.
    package func hear(_ time: Timestamp) {
        greatest.withLock { $0 = max($0, time) }
    }
}
