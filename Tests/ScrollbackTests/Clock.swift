import Locking
import Wire

/// A clock that stands still until it is moved.
final class Clock: Sendable {
    private let time = Lock(Timestamp(microseconds: 1_767_225_600_000_000))

    var now: Timestamp { time.withLock { $0 } }

    func advance(by pause: Duration) {
        let (seconds, attoseconds) = pause.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        time.withLock { $0 = Timestamp(microseconds: $0.microseconds + microseconds) }
    }
}
