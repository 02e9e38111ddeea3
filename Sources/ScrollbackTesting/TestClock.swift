internal import Locking
public import Wire

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let time: Lock<Timestamp>

    /// Creates a clock; without a time, it shows the start of 2026 in UTC.
    public init(_ start: Timestamp = Timestamp(microseconds: 1_767_225_600_000_000)) {
        time = Lock(start)
    }

    /// The time that it shows.
    public var now: Timestamp { time.withLock { $0 } }

    /// Moves the clock forward, or back by a negative duration.
    public func advance(by pause: Duration) {
        let (seconds, attoseconds) = pause.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        time.withLock { $0 = Timestamp(microseconds: $0.microseconds + microseconds) }
    }

    /// Shows another time.
    public func set(to now: Timestamp) { time.withLock { $0 = now } }
}
