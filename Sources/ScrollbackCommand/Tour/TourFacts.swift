import EventLog
import Messaging
import Scrollback
import Wire

/// The facts of the store that the later commands of the tour need.
struct TourFacts {
    /// The number of events.
    let size: Position
    /// Where the log has the message with the time of the party.
    let plan: Position
    /// A place in log.mdb where a byte belongs to the record of a message.
    let byte: (place: Int, value: UInt8)

    init(store path: String, _ story: TourStory) throws(CommandFailure) {
        (size, plan, byte) = try Self.reading(path) { (store) throws(StoreError) in
            guard let message = MessageID(story.plan),
                let plan = try store.operator.ask(EventsQuery(message: message)).items.first
            else { return nil }
            let size = try store.position
            guard let byte = Self.byte(in: store.engine.log, file: "\(path)/log.mdb", size) else {
                return nil
            }
            return (size, plan.position, byte)
        }
    }

    /// Finds the ids of the direct conversations.
    static func directs(
        of path: String
    ) throws(CommandFailure) -> [TourStory.Chat: String] {
        try reading(path) { (store) throws(StoreError) in
            var found: [TourStory.Chat: String] = [:]
            for chat in TourStory.Chat.allCases {
                guard let (person, other) = chat.pair else { continue }
                guard let person = UserID(person.id), let other = UserID(other.id),
                    let id = try store.session(for: person).findDirect(with: other)
                else { return nil }
                found[chat] = "\(id)"
            }
            return found
        }
    }

    private static func reading<Found>(
        _ path: String,
        _ find: (Store) throws(StoreError) -> Found?
    ) throws(CommandFailure) -> Found {
        var options = Store.Options()
        options.access = .reading
        do throws(StoreError) {
            let store = try Store.open(path, options: options)
            defer { store.close() }
            if let found = try find(store) { return found }
        } catch {
            throw CommandFailure(error)
        }
        throw .failure("otherStore", "the store does not hold the story that the tour has told")
    }

    /// Finds a record whose bytes the file has once: LMDB leaves older copies of some pages.
    private static func byte(
        in log: EventLog,
        file: String,
        _ size: Position
    ) -> (place: Int, value: UInt8)? {
        guard let all = try? InputFile.read(file, limit: 1 << 28),
            let snapshot = try? log.snapshot()
        else { return nil }
        var found: (place: Int, value: UInt8)?
        try? snapshot.forEachRecord(after: Position(size.rawValue / 3), through: size) { record in
            let bytes = record.bytes.withUnsafeBytes { Array($0) }
            guard let place = onlyPlace(of: bytes, in: all) else { return true }
            let offset = bytes.count / 2
            found = (place + offset, bytes[offset])
            return false
        }
        return found
    }

    /// Where some bytes are in others, if they are there once.
    private static func onlyPlace(of part: [UInt8], in all: [UInt8]) -> Int? {
        var found: Int?
        var start = 0
        while let hit = all[start...].firstIndex(of: part[0]) {
            if all[hit...].starts(with: part) {
                guard found == nil else { return nil }
                found = hit
            }
            start = hit + 1
        }
        return found
    }
}
