internal import EventLog
internal import LogSchema
package import Merkle
internal import Messaging
package import Scrollback
package import ScrollbackExport
package import Wire

/// Writes a store, as it was after one event, to an SQLite database of plain tables.
///
///     let export = SQLiteExport(of: try store.asOf(.position(n)))
///     let report = try await export.write(to: "chat.db") { done, total in … }
///
/// - All rows are of the same position; content erased since is not in them.
/// - The file has mode 0600 and gets its name when it is complete; an existing one is not replaced.
///   No words get into another file: SQLite keeps no journal, and sorts in memory.
/// - With words, the log notes the export before the file gets its name (`ExportNoting`).
/// - The store is read in pieces, so that a process that writes is not held up.
package struct SQLiteExport {
    /// The result.
    package struct Report {
        package let position: Position
        /// The number of rows of each table.
        package let rows: [(table: String, count: UInt64)]
        package let bytes: UInt64
        /// SHA-256 of the file.
        package let digest: Digest
        /// The position of the event that notes the export; nil if the log does not.
        package let noted: Position?
    }

    /// How the log hears of an export with words; nil where it cannot.
    package var noting: ExportNoting?
    /// Whether the file may be one without a name while it is written; false for tests.
    package var mayBeNameless = true
    /// Called when all rows are written, for tests.
    package var afterWriting: (() async -> Void)?
    /// Called, in tests, after the file is flushed and before the last check for erasures.
    package var afterFlushing: (() async -> Void)?

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
    ) async throws(SQLiteExportError) -> Report {
        let directory = past.store.engine.log.directory
        ExportMark.sweep(directory)
        let file = try NewFile(
            of: directory,
            at: path,
            mayBeNameless: mayBeNameless
        )
        for _ in 0..<Self.attempts {
            let begun = try await start()
            let (rows, root) = try fill(file.descriptor, progress)
            await afterWriting?()
            // What takes long comes before the last look at what was erased.
            let (digest, bytes) = try file.flush()
            await afterFlushing?()
            let (isWhole, noted) = try await look(digest, root, since: begun)
            guard isWhole else {
                // Some of it may have been written before it was erased.
                try file.empty()
                continue
            }
            try file.finish()
            return Report(
                position: past.position,
                rows: rows,
                bytes: bytes,
                digest: digest,
                noted: noted
            )
        }
        throw .erasedMeanwhile
    }

    /// The size of the log from which on every erasure counts.
    private func start() async throws(SQLiteExportError) -> Position {
        do throws(ExportError) {
            guard words else { return try size() }
            return try await ExportNoting(past.store, reason: nil).quietSize()
        } catch {
            throw .unnoted(error)
        }
    }

    /// The size of the log, which the views of a process that reads may not have reached yet.
    private func size() throws(ExportError) -> Position {
        do throws(LogError) {
            return try past.store.engine.log.snapshot().size
        } catch {
            throw ExportError(error)
        }
    }

    /// Looks whether something was erased meanwhile; if not, has the log note the export, on the
    /// condition that nothing was erased since the look.
    private func look(
        _ digest: Digest,
        _ root: Digest,
        since begun: Position
    ) async throws(SQLiteExportError) -> (isWhole: Bool, noted: Position?) {
        do throws(ExportError) {
            guard let noting, words else {
                return (try !hasLost(since: begun, through: size()), nil)
            }
            let noted = try await noting.note(
                ExportScope(includingDeleted: deleted),
                upTo: past.position,
                root: root,
                digest: digest
            ) { (looked) throws(ExportError) in try hasLost(since: begun, through: looked) }
            return (noted != nil, noted)
        } catch {
            throw .unnoted(error)
        }
    }

    /// Whether the log has an erasure behind one size of it and up to another.
    private func hasLost(
        since begun: Position,
        through looked: Position
    ) throws(ExportError) -> Bool {
        guard looked > begun else { return false }
        var hasLost = false
        do throws(LogError) {
            try past.store.engine.log.forEachRecord(from: begun.next, through: looked) {
                (record) throws(LogError) in
                if record.envelope.eventNumber == EnvelopeEvent.contentErased { hasLost = true }
            }
        } catch {
            throw ExportError(error)
        }
        return hasLost
    }

    private func fill(
        _ descriptor: Int32,
        _ progress: (UInt64, UInt64) -> Void
    ) throws(SQLiteExportError) -> (rows: [(table: String, count: UInt64)], root: Digest) {
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
        let root = try describe(database)
        try database.execute("COMMIT")
        try database.execute(Tables.indexes)
        var rows: [(table: String, count: UInt64)] = []
        for table in Tables.names { rows.append((table, try database.count(of: table))) }
        return (rows, root)
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
    ///
    /// - Returns: the root of the log at the position.
    private func describe(_ database: Database) throws(SQLiteExportError) -> Digest {
        let state = try asking { () throws(StoreError) in try past.operator.state() }
        let statement = try database.statement("INSERT INTO store VALUES (?1, ?2)")
        for (name, value) in [
            ("log", "\(state.log)"), ("position", "\(past.position)"), ("root", "\(state.root)"),
            ("words", words ? "yes" : "no"), ("deleted", deleted ? "yes" : "no"),
            ("tables", "2"),
        ] {
            try statement.run([.text(name), .text(value)])
        }
        return state.root
    }

    private func read<Found>(
        _ find: (borrowing EngineSnapshot) throws(QueryError) -> Found
    ) throws(SQLiteExportError) -> Found {
        try asking { () throws(StoreError) in
            try past.asking(.everything, as: nil) { (state, _) throws(QueryError) in
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
