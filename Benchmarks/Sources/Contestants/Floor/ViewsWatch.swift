internal import CLMDB
internal import Glibc

/// Sees what each commit does to a views file, from beside the writer and without a lock.
///
/// Only for a file whose writer waits while this looks. A state stays whole through the one commit
/// after it, because LMDB reuses the pages that a commit gives up at the next commit at the
/// earliest; so the two newest states can always be compared.
final class ViewsWatch {
    let names: [String]
    private let environment: OpaquePointer
    private let tables: [MDB_dbi]
    /// The state that was looked at last.
    private var seen: OpaquePointer?

    private static let mostTables: UInt32 = 64
    private static let mapBytes = 64 << 30

    init(path: String) throws {
        var created: OpaquePointer?
        try Self.check(mdb_env_create(&created))
        guard let created else { throw WrongResult(description: "LMDB gave no environment") }
        environment = created
        try Self.check(mdb_env_set_maxdbs(created, Self.mostTables))
        try Self.check(mdb_env_set_mapsize(created, Self.mapBytes))
        let flags = MDB_RDONLY | MDB_NOLOCK | MDB_NOSUBDIR | MDB_NOTLS
        try Self.check(mdb_env_open(created, path, UInt32(flags), 0))
        var transaction: OpaquePointer?
        try Self.check(mdb_txn_begin(created, nil, UInt32(MDB_RDONLY), &transaction))
        var root: MDB_dbi = 0
        try Self.check(mdb_dbi_open(transaction, nil, 0, &root))
        var names: [String] = []
        var walk = try Walk(transaction, root)
        while let row = walk.row {
            names.append(row.key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
            try walk.advance()
        }
        walk.close()
        tables = try names.map { name in
            var table: MDB_dbi = 0
            try Self.check(mdb_dbi_open(transaction, name, 0, &table))
            return table
        }
        self.names = names
        // Committed, so that the handles stay.
        try Self.check(mdb_txn_commit(transaction))
    }

    func close() {
        if let seen { mdb_txn_abort(seen) }
        seen = nil
        mdb_env_close(environment)
    }

    /// Visits the rows that are other than at the last look, by table and in key order.
    ///
    /// A nil value is a row that is gone. At the first look every row is new.
    func forEachChange(_ body: (Int, RawSpan, RawSpan?) throws -> Void) throws {
        var begun: OpaquePointer?
        try Self.check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &begun))
        for (number, table) in tables.enumerated() {
            var new = try Walk(begun, table)
            var old = try Walk(seen, table)
            while new.row != nil || old.row != nil {
                switch Self.order(old.row, new.row) {
                case ..<0:
                    if let row = old.row { try body(number, row.key, nil) }
                    try old.advance()
                case 1...:
                    if let row = new.row { try body(number, row.key, row.value) }
                    try new.advance()
                default:
                    if let row = new.row, !row.hasSameValue(as: old.row) {
                        try body(number, row.key, row.value)
                    }
                    try old.advance()
                    try new.advance()
                }
            }
            new.close()
            old.close()
        }
        if let seen { mdb_txn_abort(seen) }
        seen = begun
    }

    /// All rows of the state that was looked at last.
    var contents: FloorContents {
        get throws {
            var found = FloorContents()
            for (number, table) in tables.enumerated() {
                var walk = try Walk(seen, table)
                while let row = walk.row {
                    found.note(table: number + 1, row.key, row.value)
                    try walk.advance()
                }
                walk.close()
            }
            return found
        }
    }

    /// Below zero where the old row comes first, above where the new one does.
    private static func order(_ old: Row?, _ new: Row?) -> Int {
        guard let old else { return 1 }
        guard let new else { return -1 }
        let (left, right) = (old.lentKey, new.lentKey)
        let order = memcmp(left.mv_data, right.mv_data, min(left.mv_size, right.mv_size))
        return order == 0 ? left.mv_size - right.mv_size : Int(order)
    }

    fileprivate static func check(_ code: Int32) throws {
        guard code == MDB_SUCCESS else {
            throw WrongResult(description: String(cString: mdb_strerror(code)))
        }
    }
}

/// A row in the map; good until its transaction ends.
private struct Row {
    var lentKey = MDB_val()
    var lentValue = MDB_val()

    var key: RawSpan {
        @_lifetime(borrow self)
        get { RawSpan(_unsafeStart: lentKey.mv_data, byteCount: lentKey.mv_size) }
    }

    var value: RawSpan {
        @_lifetime(borrow self)
        get { RawSpan(_unsafeStart: lentValue.mv_data, byteCount: lentValue.mv_size) }
    }

    func hasSameValue(as other: Row?) -> Bool {
        guard let other, other.lentValue.mv_size == lentValue.mv_size else { return false }
        // A page that no commit touched lies at the same place in both states.
        return other.lentValue.mv_data == lentValue.mv_data
            || memcmp(other.lentValue.mv_data, lentValue.mv_data, lentValue.mv_size) == 0
    }
}

/// A walk over one table in one state; over nothing without a state.
private struct Walk {
    private(set) var row: Row?
    private let cursor: OpaquePointer?

    init(_ transaction: OpaquePointer?, _ table: MDB_dbi) throws {
        var opened: OpaquePointer?
        if transaction != nil {
            try ViewsWatch.check(mdb_cursor_open(transaction, table, &opened))
        }
        cursor = opened
        try move(MDB_FIRST)
    }

    mutating func advance() throws {
        if row != nil { try move(MDB_NEXT) }
    }

    func close() {
        if let cursor { mdb_cursor_close(cursor) }
    }

    private mutating func move(_ operation: MDB_cursor_op) throws {
        guard let cursor else { return }
        var next = Row()
        let code = mdb_cursor_get(cursor, &next.lentKey, &next.lentValue, operation)
        if code != MDB_NOTFOUND { try ViewsWatch.check(code) }
        row = code == MDB_SUCCESS ? next : nil
    }
}
