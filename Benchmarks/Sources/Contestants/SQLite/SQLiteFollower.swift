package import Wire

/// Reads from an SQLite database the messages to a user since the last reading.
package final class SQLiteFollower: @unchecked Sendable {
    // Sendable: made by one task and then used by another alone.

    private let database: Database
    private let find: Statement
    private let user: UniqueID
    private var known: Int64

    /// Everything that is there is known already.
    package init(_ store: SQLiteStore, user: UniqueID) throws {
        database = try store.open(isReading: true)
        self.user = user
        known = try database.number("SELECT max(position) FROM events")
        find = try database.prepare(
            """
            SELECT e.position, e.entry, e.at, e.ordinal, e.text, u.full_name, u.avatar
            FROM events e
            JOIN members m ON m.user = ?1 AND m.conversation = e.conversation AND m.ended IS NULL
            JOIN users u ON u.id = e.actor
            WHERE e.position > ?2 AND e.type = \(EventType.messageSent.rawValue)
            ORDER BY e.position
            """
        )
    }

    package func close() { database.close() }

    /// The messages that came since; texts and names are read, as a client that shows them has to.
    package func news() throws -> [UniqueID] {
        find.bind(1, user)
        find.bind(2, known)
        defer { find.reset() }
        var found: [UniqueID] = []
        while try find.step() {
            known = find.number(0)
            try demand(find.text(4) != nil && find.text(5) != nil, "a message without words")
            found.append(find.id(1))
        }
        return found
    }
}
