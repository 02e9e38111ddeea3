internal import EventLog
internal import Locking
internal import Messaging
internal import Wire

/// The copies of the keys as far as this process has read the log, so that `state` reads each event
/// about them once.
final class KnownKeyCopies: Sendable {
    private struct Known {
        var epoch: UInt64 = 0
        var readThrough = Position.zero
        var copies = KeyCopies()
    }

    private let known = Lock(Known())

    /// The copies at a state of the present, in the order of their beginning.
    func items(in state: borrowing EngineSnapshot) -> [KeyCopyItem] {
        let epoch = state.eventLog.epoch
        var now = known.withLock { $0 }
        if now.epoch != epoch || now.readThrough > state.position {
            now = Known()
            now.epoch = epoch
        }
        if now.readThrough < state.position {
            for position in state.eventsOfKeyCopies(after: now.readThrough, through: state.position)
            {
                if let event = state.event(at: position) { now.copies.take(event) }
            }
            now.readThrough = state.position
        }
        let newest = now
        known.withLock {
            if $0.epoch != epoch || $0.readThrough < newest.readThrough { $0 = newest }
        }
        return now.copies.items
    }
}
