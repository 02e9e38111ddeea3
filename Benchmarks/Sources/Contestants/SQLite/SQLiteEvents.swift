internal import Wire

/// Reads events from an SQLite database, as a replay does.
package final class SQLiteEvents {
    private let database: Database
    private let all: Statement
    private let one: Statement

    package init(_ store: SQLiteStore) throws {
        database = try store.open(isReading: true)
        let columns =
            "position, type, at, actor, conversation, ordinal, number, entry, subject, text"
        all = try database.prepare("SELECT \(columns) FROM events ORDER BY position")
        one = try database.prepare("SELECT \(columns) FROM events WHERE position = ?1")
    }

    package func close() { database.close() }

    /// Reads every column of every event, the texts where they are wanted.
    package func scan(hasTexts: Bool) throws -> (events: Int, textBytes: Int) {
        defer { all.reset() }
        var (events, bytes) = (0, 0)
        var sum: UInt64 = 0
        while try all.step() {
            events += 1
            sum &+= columns(of: all)
            if hasTexts { bytes += all.byteCount(9) }
        }
        try demand(sum > 0, "no events were read")
        return (events, bytes)
    }

    /// Reads one event.
    package func read(at position: Int64) throws -> Bool {
        one.bind(1, position)
        defer { one.reset() }
        return try one.step() && columns(of: one) > 0
    }

    private func columns(of row: Statement) -> UInt64 {
        let numbers =
            row.number(0) &+ row.number(1) &+ row.number(2) &+ row.number(5)
            &+ row.number(6)
        let ids = row.id(3).low ^ row.id(4).low ^ row.id(7).low ^ row.id(8).low
        return UInt64(bitPattern: numbers) &+ (ids >> 32)
    }
}
