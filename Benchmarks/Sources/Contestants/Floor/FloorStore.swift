internal import EventLog
internal import LMDB

/// Two LMDB files and nothing around them: what the same rows cost when nobody makes them.
package struct FloorStore: ~Copyable {
    private let logEnvironment: Environment
    private let logTable: Table
    /// Nil where only the log is written.
    private let views: Views?
    /// How many commits were flushed.
    package private(set) var commits = 0

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
    package init(in folder: String, viewTables: [String] = []) throws {
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

    /// The names of the tables that the views in a folder have.
    package static func viewTables(in folder: String) throws -> [String] {
        let watch = try ViewsWatch(path: "\(folder)/views.mdb")
        defer { watch.close() }
        return watch.names
    }

    package consuming func close() {
        logEnvironment.close()
        views?.environment.close()
    }

    /// Writes a batch as a store of ours does: the log, flushed; then the views, not flushed.
    package mutating func write(_ batch: CapturedRows.Batch, of rows: CapturedRows) throws {
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
    package func scan(_ body: (RawSpan) -> Void) throws -> Int {
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
    package func read(at position: UInt64) throws -> Int? {
        let transaction = try logEnvironment.beginReading()
        var key = InlineArray<9, UInt8>(repeating: 0xF0)
        for index in 0..<8 {
            key[index + 1] = UInt8(truncatingIfNeeded: position >> UInt64(56 - 8 * index))
        }
        return try transaction.value(of: key.span.bytes, in: logTable)?.byteCount
    }

    /// Puts every row of a closed store of ours into two bare files.
    package static func copy(of store: ScrollbackStore, to folder: String) throws {
        try copyLog(of: store, to: folder)
        let watch = try ViewsWatch(path: try store.viewsPath())
        defer { watch.close() }
        let views = try Views(in: folder, tables: watch.names)
        defer { views.environment.close() }
        var transaction = try views.environment.beginWriting()
        try watch.forEachChange { (table, key, value) throws in
            guard let value else { return }
            try transaction.put(key, value, in: views.tables[table], .append)
        }
        try transaction.commit()
    }

    private static func copyLog(of store: ScrollbackStore, to folder: String) throws {
        let environment = try Environment(
            path: "\(folder)/log.mdb",
            options: Environment.Options(creates: true)
        )
        defer { environment.close() }
        let table = try environment.openOnlyTable()
        var transaction = try environment.beginWriting()
        try walk(log: store.directory.logPath) { key, value in
            try transaction.put(key, value, in: table, .append)
        }
        try transaction.commit()
    }

    /// Everything that is in the files.
    package func contents() throws -> FloorContents {
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
