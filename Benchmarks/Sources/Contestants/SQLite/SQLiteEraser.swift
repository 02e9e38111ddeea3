internal import Wire
package import Workload

/// Erases messages from an SQLite database so that their bytes are in no file of it.
package final class SQLiteEraser {
    private let database: Database
    private let workload: Workload
    private let erase: Statement
    private let find: Statement

    package init(_ store: SQLiteStore, _ workload: Workload) throws {
        database = try store.open()
        self.workload = workload
        // What is overwritten is zeroed in its page; the write-ahead log keeps the old page until
        // a checkpoint has taken the new one over and the log is cut.
        try database.execute("PRAGMA secure_delete = ON")
        erase = try database.prepare(
            """
            UPDATE events SET text = NULL
            WHERE position = (SELECT position FROM messages WHERE id = ?1)
            """
        )
        find = try database.prepare(
            """
            SELECT text FROM events
            WHERE position = (SELECT position FROM messages WHERE id = ?1)
            """
        )
    }

    package func close() { database.close() }

    package func erase(_ message: Int) throws {
        erase.bind(1, workload.messages[message])
        try erase.run(changing: 1)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    package func isErased(_ message: Int) throws -> Bool {
        find.bind(1, workload.messages[message])
        defer { find.reset() }
        return try find.step() && find.isNothing(0)
    }
}
