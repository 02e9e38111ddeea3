internal import Merkle
internal import Messaging
internal import Wire

/// The looks of the last quarter of an hour, so that the log gets each of them once.
///
/// It belongs to the writer's thread, and is lost with the process: then a look is logged again.
final class LookRegister {
    struct Entry {
        fileprivate var position: Position
        fileprivate var time: Timestamp
    }

    /// The number of looks that are kept; beyond it the oldest is forgotten, and logged again.
    static let limit = 4_096

    private var kept: [Digest: Entry] = [:]
    /// Those of the batch that is not committed yet.
    private(set) var begun: [Digest: Entry] = [:]

    /// The position of the event that stands for a look; nil if there is none.
    func position(of look: Digest, at now: Timestamp) -> Position? {
        guard let entry = begun[look] ?? kept[look], Self.stands(entry, at: now) else { return nil }
        return entry.position
    }

    /// Notes a look that is logged in the present batch.
    func note(_ look: Digest, at position: Position, _ now: Timestamp) {
        begun[look] = Entry(position: position, time: now)
    }

    /// Keeps the looks of the batch, because they are stored.
    func keep(at now: Timestamp) {
        guard !begun.isEmpty else { return }
        kept.merge(begun) { $1 }
        begun.removeAll()
        guard kept.count > Self.limit else { return }
        kept = kept.filter { Self.stands($0.value, at: now) }
        guard kept.count > Self.limit else { return }
        let oldest = kept.sorted { $0.value.position < $1.value.position }
        for (look, _) in oldest.prefix(kept.count - Self.limit / 2) { kept[look] = nil }
    }

    /// Removes the looks of the batch, because they are not stored.
    func undo() { begun.removeAll() }

    /// Removes the looks of the batch but some.
    func undo(to begun: [Digest: Entry]) { self.begun = begun }

    private static func stands(_ entry: Entry, at now: Timestamp) -> Bool {
        now.microseconds - entry.time.microseconds < Look.lifetimeMicroseconds
    }
}
