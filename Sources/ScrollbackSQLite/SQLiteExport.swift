internal import Messaging
package import Scrollback
internal import Wire

/// Writes a store, as it was after one event, to an SQLite database of plain tables.
///
///     let export = SQLiteExport(of: try store.asOf(.position(n)))
///     let report = try export.write(to: "chat.db") { done, total in … }
///
/// - All rows are of the same position; what was erased since is not in them.
/// - The file has mode 0600 and gets its name when it is complete; an existing one is not replaced.
///   No words get into another file: SQLite keeps no journal, and sorts in memory.
/// - The store is read in pieces, so that a process that writes is not held up.
package struct SQLiteExport {
    /// What was written.
    package struct Report {
        package let position: Position
        /// The number of rows of each table.
        package let rows: [(table: String, count: UInt64)]
        package let bytes: UInt64
    }

    private let past: PastStore
    /// Whether texts, titles and names are written.
    private let words: Bool
    /// Whether the texts of deleted messages are.
    private let deleted: Bool

    /// How often it begins again if content was erased meanwhile.
    private static let attempts = 3
    /// Entries that are read together.
    private static let entriesTogether: UInt64 = 5_000

    package init(of past: PastStore, words: Bool = false, deleted: Bool = false) {
        self.past = past
        self.words = words
        self.deleted = deleted
    }

    /// Writes the database; `progress` hears of events and entries done, and of how many there are
    /// about.
    package func write(
        to path: String,
        progress: (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(SQLiteExportError) -> Report {
        var file = try NewFile(at: path)
        for _ in 0..<Self.attempts {
            let begun = try asking { () throws(StoreError) in try past.store.position }
            let rows = try fill(file.descriptor, progress)
            guard try isErased(since: begun) else {
                try file.finish()
                return Report(position: past.position, rows: rows, bytes: file.byteCount)
            }
            // Some of it may have been written before it was erased.
            try file.empty()
        }
        throw .erasedMeanwhile
    }

    private func fill(
        _ descriptor: Int32,
        _ progress: (UInt64, UInt64) -> Void
    ) throws(SQLiteExportError) -> [(table: String, count: UInt64)] {
        let database = try Database(descriptor)
        try database.execute(Tables.creation)
        try database.execute("BEGIN")
        let writer = try RowWriter(database)
        let total = past.position.rawValue * 2
        let conversations = try writeEvents(to: writer) { progress($0, total) }
        try writer.write(read { (state) throws(QueryError) in try state.userRows(words: words) })
        var done = past.position.rawValue
        for conversation in conversations {
            let count = try write(conversation, to: writer)
            done += count
            progress(min(done, total), total)
        }
        try describe(database)
        try database.execute("COMMIT")
        try database.execute(Tables.indexes)
        var rows: [(table: String, count: UInt64)] = []
        for table in Tables.names { rows.append((table, try database.count(of: table))) }
        return rows
    }

    /// Writes all events.
    ///
    /// - Returns: the conversations, in the order of their creation.
    private func writeEvents(
        to writer: RowWriter,
        _ progress: (UInt64) -> Void
    ) throws(SQLiteExportError) -> [UniqueID] {
        var conversations: [UniqueID] = []
        var query = EventsQuery(until: past.position, limit: Limits.page.upperBound)
        while true {
            let page = try asking { () throws(StoreError) in try past.operator.ask(query) }
            try writer.write(page.items.map(\.row))
            for event in page.items where event.type == "conversationCreated" {
                if case .conversation(let id) = event.stream { conversations.append(id.rawValue) }
            }
            guard let next = page.next else { return conversations }
            progress(next.rawValue)
            query.from = next
        }
    }

    /// Writes a conversation with everything in it.
    ///
    /// - Returns: the number of its entries.
    private func write(
        _ conversation: UniqueID,
        to writer: RowWriter
    ) throws(SQLiteExportError) -> UInt64 {
        let (rows, count) = try read { (state) throws(QueryError) in
            (
                try state.conversationRows(of: conversation, words: words),
                try state.entryCount(of: conversation)
            )
        }
        try writer.write(rows)
        var first: UInt64 = 1
        while first <= count {
            let last = min(first + Self.entriesTogether - 1, count)
            try writer.write(
                read { (state) throws(QueryError) in
                    try state.messageRows(
                        of: conversation,
                        from: first,
                        through: last,
                        words: words,
                        deleted: deleted
                    )
                }
            )
            first = last + 1
        }
        return count
    }

    /// Says in the database what it is.
    private func describe(_ database: Database) throws(SQLiteExportError) {
        let state = try asking { () throws(StoreError) in try past.operator.state() }
        let statement = try database.statement("INSERT INTO store VALUES (?1, ?2)")
        for (name, value) in [
            ("log", "\(state.log)"), ("position", "\(past.position)"), ("root", "\(state.root)"),
            ("words", words ? "yes" : "no"), ("deleted", deleted ? "yes" : "no"),
            ("tables", "1"),
        ] {
            try statement.run([.text(name), .text(value)])
        }
    }

    /// Whether content was erased behind a position.
    private func isErased(since position: Position) throws(SQLiteExportError) -> Bool {
        try asking { () throws(StoreError) in
            let newest = try past.store.position
            guard newest > position else { return false }
            var query = EventsQuery(from: position.next, until: newest)
            query.types = Set(
                EventDescription.all.filter { $0.name == "contentErased" }.map(\.number)
            )
            while true {
                let page = try past.store.operator.ask(query)
                if !page.items.isEmpty { return true }
                guard let next = page.next else { return false }
                query.from = next
            }
        }
    }

    private func read<Found>(
        _ find: (borrowing EngineSnapshot) throws(QueryError) -> Found
    ) throws(SQLiteExportError) -> Found {
        try asking { () throws(StoreError) in
            try past.asking(EventsQuery(), as: nil) { (state, _) throws(QueryError) in
                try find(state)
            }
        }
    }

    private func asking<Found>(
        _ ask: () throws(StoreError) -> Found
    ) throws(SQLiteExportError) -> Found {
        do throws(StoreError) {
            return try ask()
        } catch {
            throw .store(error)
        }
    }
}

/// Adds rows to the tables of a database.
private final class RowWriter {
    private var statements: [Statement] = []

    init(_ database: Database) throws(SQLiteExportError) {
        for table in Row.Table.allCases {
            statements.append(try database.statement(table.insertion))
        }
    }

    func write(_ rows: [Row]) throws(SQLiteExportError) {
        for row in rows { try statements[row.table.rawValue].run(row.values) }
    }
}
