internal import CSQLite3
internal import Wire

/// A connection to a new database; for one thread.
final class Database {
    private let handle: OpaquePointer

    /// Opens an empty file, so that no words get into any other file.
    init(_ descriptor: Int32) throws(SQLiteExportError) {
        var opened: OpaquePointer?
        let code = scrollback_sqlite_database(descriptor, &opened)
        guard let opened, code == SQLITE_OK else {
            let words = String(cString: sqlite3_errstr(code))
            sqlite3_close(opened)
            throw .database("SQLite cannot open a new file: \(words)")
        }
        handle = opened
        try execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
            """
        )
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws(SQLiteExportError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Makes a statement with a parameter for each value of a row.
    func statement(_ sql: String) throws(SQLiteExportError) -> Statement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check(sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil))
        guard let statement else { throw .database("SQLite takes no empty statement.") }
        return Statement(statement, of: self)
    }

    /// Returns the number of rows of a table.
    func count(of table: String) throws(SQLiteExportError) -> UInt64 {
        let statement = try statement("SELECT count(*) FROM \(table)")
        return UInt64(clamping: try statement.number())
    }

    fileprivate func check(_ code: Int32) throws(SQLiteExportError) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw .database("SQLite: \(String(cString: sqlite3_errmsg(handle)))")
        }
    }
}

/// A value of a row.
enum Value {
    case null
    case number(Int64)
    case text(String)
    case bytes([UInt8])

    static func position(_ position: Position?) -> Value {
        position.map { Value.number(Int64(clamping: $0.rawValue)) } ?? .null
    }
    static func count(_ count: UInt64) -> Value { .number(Int64(clamping: count)) }
    static func words(_ text: String?) -> Value { text.map { Value.text($0) } ?? .null }
    static func id(_ id: UniqueID?) -> Value { id.map { .text("\($0)") } ?? .null }
    static func flag(_ isSet: Bool) -> Value { .number(isSet ? 1 : 0) }
    /// A time in milliseconds since 1970.
    static func time(_ time: Timestamp?) -> Value {
        time.map { .number($0.microseconds / 1_000) } ?? .null
    }
}

/// A prepared statement.
final class Statement {
    private let handle: OpaquePointer
    private let database: Database

    fileprivate init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Carries it out with these values.
    func run(_ values: [Value]) throws(SQLiteExportError) {
        for (index, value) in values.enumerated() {
            try database.check(bind(Int32(index + 1), value))
        }
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        try database.check(code)
    }

    /// The first column of the first row.
    func number() throws(SQLiteExportError) -> Int64 {
        try database.check(sqlite3_step(handle))
        defer { sqlite3_reset(handle) }
        return sqlite3_column_int64(handle, 0)
    }

    private func bind(_ place: Int32, _ value: Value) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, place)
        case .number(let number): return sqlite3_bind_int64(handle, place, number)
        case .text(var text):
            return text.withUTF8 { bind(place, $0) }
        case .bytes(let bytes): return bytes.withUnsafeBufferPointer { bind(place, $0) }
        }
    }

    private func bind(_ place: Int32, _ text: UnsafeBufferPointer<UInt8>) -> Int32 {
        text.withMemoryRebound(to: CChar.self) { text in
            // Of no bytes there need not be an address, which would be taken for null.
            guard let start = text.baseAddress else {
                return scrollback_sqlite_bind(handle, place, "", 0)
            }
            return scrollback_sqlite_bind(handle, place, start, Int32(clamping: text.count))
        }
    }
}
