internal import EventLog
internal import Locking
internal import LogSchema
internal import Messaging
internal import Views
internal import Wire

/// Where profiles have changed lately, read from the log once for all followers.
///
/// A profile concerns people whose own streams say nothing of it.
final class ProfileEvents: Sendable {
    struct Change {
        let position: Position
        let user: UserID
    }

    private struct Known {
        /// Every change behind the one position and up to the other is known.
        var after: Position
        var through: Position
        var changes: [Change] = []
    }

    private let known = Lock<Known?>(nil)

    /// The longest part of the log that is read for it at once.
    private static let longestReading = UInt64(Limits.eventsLookedAt)
    private static let rememberedChanges = 4_096

    /// The changes behind a position, up to that of a state; nil where that is too much to read.
    func changes(
        after position: Position,
        on state: borrowing EngineSnapshot
    ) throws(ViewsError) -> [Change]? {
        let end = state.position
        return try known.withLock { (known) throws(ViewsError) in
            var now = known ?? Known(after: position, through: position)
            if position < now.after || end.rawValue > now.through.rawValue + Self.longestReading {
                now = Known(after: position, through: position)
            }
            guard end.rawValue <= now.through.rawValue + Self.longestReading else { return nil }
            if end > now.through {
                do throws(LogError) {
                    try state.log.forEachRecord(after: now.through, through: end) {
                        (record) throws(LogError) in
                        let number = record.envelope.eventNumber
                        if number == EnvelopeEvent.profileSet
                            || number == EnvelopeEvent.userForgotten
                        {
                            let user = UserID(record.stream.id)
                            now.changes.append(Change(position: record.position, user: user))
                        }
                        return true
                    }
                } catch {
                    throw .log(error)
                }
                now.through = end
            }
            let found = now.changes.filter { $0.position > position && $0.position <= end }
            if now.changes.count > Self.rememberedChanges {
                let forgotten = now.changes.count - Self.rememberedChanges / 2
                now.after = now.changes[forgotten - 1].position
                now.changes.removeFirst(forgotten)
            }
            known = now
            return found
        }
    }
}
