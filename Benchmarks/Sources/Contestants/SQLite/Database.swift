internal import CSQLite
package import Wire

/// What SQLite says is wrong.
package struct SQLiteError: Error, CustomStringConvertible {
    package let description: String
}

/// A connection to an SQLite database; belongs to one thread at a time.
package final class Database: @unchecked Sendable {
    // Sendable: handed on and never shared; each connection has one user at a time.

    private let handle: OpaquePointer

    /// Counting what is allocated takes a lock for each allocation, and nobody asks for it here.
    private static let configured: Void = {
        _ = sqlite_keep_no_memory_statistics()
    }()

    package init(_ path: String, isReading: Bool = false) throws {
        _ = Self.configured
        var opened: OpaquePointer?
        let access =
            isReading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // One thread at a time uses it, so that SQLite need not lock.
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened, code == SQLITE_OK else {
            sqlite3_close(opened)
            throw SQLiteError(description: "SQLite cannot open \(path): \(code)")
        }
        handle = opened
    }

    package func close() { sqlite3_close_v2(handle) }

    package func execute(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Makes a statement that is kept.
    package func prepare(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check(sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil))
        guard let statement else { throw SQLiteError(description: "nothing to prepare: \(sql)") }
        return Statement(statement, of: self)
    }

    /// The first column of the first row.
    package func number(_ sql: String) throws -> Int64 {
        let statement = try prepare(sql)
        defer { statement.reset() }
        return try statement.step() ? statement.number(0) : 0
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    package func check(_ code: Int32) throws {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw SQLiteError(description: String(cString: sqlite3_errmsg(handle)))
        }
    }

    package static var version: String { "SQLite \(String(cString: sqlite3_libversion()))" }
}

/// A prepared statement, kept for as long as its connection.
package final class Statement {
    private let handle: OpaquePointer
    private let database: Database
    /// Ids while they are bound: nothing is allocated for a call.
    private let ids: UnsafeMutableRawPointer

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
        let count = Int(sqlite3_bind_parameter_count(handle))
        ids = .allocate(byteCount: max(count, 1) * UniqueID.byteCount, alignment: 8)
    }

    deinit {
        sqlite3_finalize(handle)
        ids.deallocate()
    }

    /// Binds a number; parameters count from 1.
    package func bind(_ place: Int32, _ number: Int64) {
        sqlite3_bind_int64(handle, place, number)
    }

    package func bind(_ place: Int32, _ number: Int) { bind(place, Int64(number)) }

    package func bind(_ place: Int32, _ id: UniqueID) {
        let start = ids + Int(place - 1) * UniqueID.byteCount
        id.store(into: UnsafeMutableRawBufferPointer(start: start, count: UniqueID.byteCount))
        sqlite3_bind_blob(handle, place, start, Int32(UniqueID.byteCount), nil)
    }

    /// Binds a text that stays where it is until the statement is reset.
    package func bind(_ place: Int32, lent text: UnsafeBufferPointer<UInt8>) {
        text.withMemoryRebound(to: CChar.self) { text in
            _ = sqlite3_bind_text(handle, place, text.baseAddress, Int32(text.count), nil)
        }
    }

    package func bind(_ place: Int32, copying text: String) {
        let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(handle, place, text, -1, copying)
    }

    package func bindNothing(_ place: Int32) { sqlite3_bind_null(handle, place) }

    /// Goes to the next row; false after the last one.
    package func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        sqlite3_reset(handle)
        try database.check(code)
        return false
    }

    package func reset() { sqlite3_reset(handle) }

    /// Runs it to its end.
    package func run() throws {
        while try step() {}
        reset()
    }

    /// Runs it, and refuses to have changed another number of rows.
    package func run(changing count: Int) throws {
        try run()
        try demand(database.changes == count, "SQLite changed \(database.changes) rows")
    }

    /// A column of the row; columns count from 0.
    package func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    package func isNothing(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    package func id(_ column: Int32) -> UniqueID {
        guard let start = sqlite3_column_blob(handle, column),
            sqlite3_column_bytes(handle, column) == Int32(UniqueID.byteCount)
        else { return .zero }
        return UniqueID(RawSpan(_unsafeStart: start, byteCount: UniqueID.byteCount))
    }

    package func text(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Lends a column's bytes without making a value of them.
    package func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }
}
