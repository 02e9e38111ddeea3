import LMDB

/// Two LMDB files and nothing around them: what the same rows cost when nobody makes them.
struct FloorStore: ~Copyable {
    private let logEnvironment: Environment
    private let logTable: Table
    /// Nil where only the log is written.
    private let views: Views?
    /// How many commits were flushed.
    private(set) var commits = 0

    private struct Views {
        let environment: Environment
        let tables: [Table]

        init(in folder: String, tables names: [String]) throws(LMDBError) {
            environment = try Environment(
                path: "\(folder)/views.mdb",
                options: Environment.Options(
                    maximumTables: names.count,
                    flushing: .never,
                    creates: true
                )
            )
            tables = try environment.openTables(names)
        }
    }

    /// Opens the files in a folder, making missing ones; without tables the log alone.
    init(in folder: String, viewTables: [String] = []) throws(LMDBError) {
        let environment = try Environment(
            path: "\(folder)/log.mdb",
            options: Environment.Options(creates: true)
        )
        let table = try environment.openOnlyTable()
        let views = viewTables.isEmpty ? nil : try Views(in: folder, tables: viewTables)
        logEnvironment = environment
        logTable = table
        self.views = views
    }

    consuming func close() {
        logEnvironment.close()
        views?.environment.close()
    }

    /// Writes a batch as a store of ours does: the log, flushed; then the views, not flushed.
    mutating func write(_ batch: CapturedRows.Batch, of rows: CapturedRows) throws(LMDBError) {
        var transaction = try logEnvironment.beginWriting()
        try Self.put(batch.tiles, of: rows, in: logTable, .insert, &transaction)
        try Self.put(batch.records, of: rows, in: logTable, .append, &transaction)
        try transaction.commit()
        commits += 1
        guard let views else { return }
        var derived = try views.environment.beginWriting()
        for (table, list) in zip(views.tables, batch.views) {
            try Self.put(list, of: rows, in: table, .replace, &derived)
        }
        try derived.commit()
    }

    private static func put(
        _ list: [CapturedRows.Row],
        of rows: CapturedRows,
        in table: Table,
        _ mode: WriteTransaction.Mode,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        for row in list {
            try rows.with(row) { (key, value) throws(LMDBError) in
                if let value {
                    try transaction.put(key, value, in: table, mode)
                } else {
                    try transaction.remove(key, in: table)
                }
            }
        }
    }

    /// Visits every record, in order, without looking into it.
    func scan(_ body: (RawSpan) -> Void) throws(LMDBError) -> Int {
        let transaction = try logEnvironment.beginReading()
        var cursor = try transaction.cursor(in: logTable)
        var count = 0
        let first: [UInt8] = [0xF0]
        var isThere = try cursor.move(atOrAfter: first.span.bytes)
        while isThere {
            body(cursor.value)
            count += 1
            isThere = try cursor.moveToNext()
        }
        return count
    }

    /// Reads one record in a transaction of its own; its length, or nil if it is not there.
    func read(at position: UInt64) throws(LMDBError) -> Int? {
        let transaction = try logEnvironment.beginReading()
        var key = InlineArray<9, UInt8>(repeating: 0xF0)
        for index in 0..<8 {
            key[index + 1] = UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * index))
        }
        return try transaction.value(of: key.span.bytes, in: logTable)?.byteCount
    }

    /// Everything that is in the files.
    func contents() throws -> FloorContents {
        var found = FloorContents()
        try Self.walk(logEnvironment, logTable) { found.note(table: 0, $0, $1) }
        guard let views else { return found }
        for (index, table) in views.tables.enumerated() {
            try Self.walk(views.environment, table) { found.note(table: index + 1, $0, $1) }
        }
        return found
    }
}

extension FloorStore {
    /// Visits the rows of a log's one table.
    static func walk(log path: String, _ body: (RawSpan, RawSpan) throws -> Void) throws {
        let environment = try Environment(
            path: path,
            options: Environment.Options(access: .readOnly)
        )
        defer { environment.close() }
        try walk(environment, try environment.openOnlyTable(), body)
    }

    private static func walk(
        _ environment: Environment,
        _ table: Table,
        _ body: (RawSpan, RawSpan) throws -> Void
    ) throws {
        let transaction = try environment.beginReading()
        var cursor = try transaction.cursor(in: table)
        var isThere = try cursor.moveToFirst()
        while isThere {
            try body(cursor.key, cursor.value)
            isThere = try cursor.moveToNext()
        }
    }
}
