internal import Glibc
internal import Measuring
package import Workload

/// SQLite in expert use.
///
/// Write-ahead log with large checkpoints, a page cache that holds the whole database, reads
/// through a map, statements that are prepared once, and transactions as large as the caller asks;
/// nothing is zeroed that is overwritten, as some builds of it do unless they are told otherwise.
package struct SQLiteStore: Sendable {
    package enum Durability: String, Sendable {
        /// A commit survives a power cut.
        case full = "FULL"
        /// A commit survives a killed process; a power cut takes the newest ones.
        case normal = "NORMAL"
    }

    package let folder: String
    package let path: String
    package let durability: Durability

    package init(in folder: String, _ durability: Durability = .full) {
        self.folder = folder
        path = "\(folder)/chat.sqlite"
        self.durability = durability
    }

    /// Pages of the write-ahead log that a checkpoint is made at: 64 MiB.
    private static let checkpointPages = 16_384
    private static let cacheKibibytes = 256 << 10
    private static let mapBytes = 8 << 30

    package func open(isReading: Bool = false) throws -> Database {
        let database = try Database(path, isReading: isReading)
        try database.execute(
            """
            PRAGMA cache_size = -\(Self.cacheKibibytes);
            PRAGMA mmap_size = \(Self.mapBytes);
            PRAGMA temp_store = MEMORY;
            """
        )
        guard !isReading else { return database }
        try database.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = \(durability.rawValue);
            PRAGMA wal_autocheckpoint = \(Self.checkpointPages);
            PRAGMA journal_size_limit = -1;
            PRAGMA secure_delete = OFF;
            """
        )
        return database
    }

    /// Makes the database with its empty tables.
    package func create() throws {
        let database = try open()
        defer { database.close() }
        try database.execute(SQLiteSchema.events)
        try database.execute(SQLiteSchema.tables(in: "main"))
        try database.execute(SQLiteSchema.indexes(in: "main"))
    }

    /// Makes the database and has it do a part of the workload.
    package func fill(with workload: Workload, _ part: Range<Int>? = nil) throws {
        try create()
        let writer = try SQLiteWriter(self, workload)
        try writer.carryOut(part ?? workload.operations.indices)
        try writer.close()
    }

    package func check(holds events: Int) throws {
        let database = try open(isReading: true)
        defer { database.close() }
        let count = try database.number("SELECT count(*) FROM events")
        try demand(count == events, "\(count) events are stored, not \(events)")
    }
}
