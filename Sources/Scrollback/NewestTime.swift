internal import Locking
internal import Wire

/// When the newest event of a state was recorded: every query asks for it, and most often about the
/// state that the one before was asked on.
final class NewestTime: Sendable {
    private let known = Lock<(position: Position, time: Timestamp)?>(nil)

    func time(at position: Position) -> Timestamp? {
        known.withLock { $0.flatMap { $0.position == position ? $0.time : nil } }
    }

    func note(_ time: Timestamp, at position: Position) {
        known.withLock { $0 = (position, time) }
    }
}
