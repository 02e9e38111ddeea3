internal import CLMDB

/// The one transaction that may change an environment.
///
/// `commit` consumes it; a transaction dropped without a commit is undone. It belongs to the thread
/// that began it, and the compiler keeps it there: it can be neither copied nor sent. A value read
/// from it cannot outlive the next change, because changing needs exclusive access.
@safe
package struct WriteTransaction: ~Copyable {
    private var pointer: OpaquePointer?
    private let environment: Environment
    /// One cursor for each table, opened at its first use: keeping it saves a fifth of every put.
    private let cursors: UnsafeMutablePointer<OpaquePointer?>
    private let cursorCount: Int

    /// The treatment of an existing key by a put.
    package enum Mode: Sendable {
        /// Writes, with or without an existing entry.
        case replace
        /// Refuses an existing key.
        case insert
        /// Refuses a key that does not sort after the last one; cheaper than a search.
        case append
    }

    init(_ transaction: OpaquePointer, in environment: Environment) {
        unsafe pointer = transaction
        self.environment = environment
        // LMDB's own two tables come first.
        cursorCount = environment.options.maximumTables + 2
        unsafe cursors = .allocate(capacity: cursorCount)
        unsafe cursors.initialize(repeating: nil, count: cursorCount)
    }

    deinit {
        // In a forked child the transaction and its lock are the parent's.
        if let pointer = unsafe pointer, environment.isOurs {
            unsafe Self.close(cursors, cursorCount)
            unsafe mdb_txn_abort(pointer)
        }
        unsafe cursors.deallocate()
        environment.noteEnd()
    }

    /// Makes every change of this transaction permanent, all or nothing.
    ///
    /// - Throws: any `LMDBError`; after that, only `Environment.lastTransactionID` tells whether
    ///   the changes are stored.
    package consuming func commit() throws(LMDBError) {
        guard let transaction = unsafe pointer else { return }
        unsafe pointer = nil
        unsafe Self.close(cursors, cursorCount)
        try LMDBError.check(unsafe mdb_txn_commit(transaction))
    }

    /// Undoes everything.
    package consuming func abort() {}

    private static func close(_ cursors: UnsafeMutablePointer<OpaquePointer?>, _ count: Int) {
        for index in 0..<count {
            if let cursor = unsafe cursors[index] { unsafe mdb_cursor_close(cursor) }
        }
    }

    /// The transaction number of the state after the commit; each commit adds one.
    package var transactionID: UInt64 {
        guard let transaction = unsafe pointer else { return 0 }
        return unsafe UInt64(mdb_txn_id(transaction))
    }

    /// Writes one entry.
    package mutating func put(
        _ key: RawSpan,
        _ value: RawSpan,
        in table: Table,
        _ mode: Mode = .replace
    ) throws(LMDBError) {
        let flags: UInt32 =
            switch mode {
            case .replace: 0
            case .insert: UInt32(MDB_NOOVERWRITE)
            case .append: UInt32(MDB_APPEND)
            }
        _ = unsafe try put(key, value, in: table, flags)
    }

    /// Writes one entry, with or without an existing one, and shows the value that it replaces.
    ///
    /// The key is searched once, as `put` does. LMDB begins with the page that the last search
    /// ended in, and stays there if the key lies between the page's first and last keys. If one of
    /// these keys is damaged, an entry of another page is written a second time, and the damaged
    /// one is a neighbour.
    ///
    /// - Returns: whether the entry is a new one.
    package mutating func put(
        _ key: RawSpan,
        _ value: RawSpan,
        in table: Table,
        replaced: (RawSpan) -> Void
    ) throws(LMDBError) -> Bool {
        let flags = UInt32(MDB_NOOVERWRITE)
        guard let former = unsafe try put(key, value, in: table, flags, meets: true) else {
            return true
        }
        replaced(unsafe RawSpan(value: former))
        // The cursor stands on the entry.
        _ = unsafe try put(key, value, in: table, UInt32(MDB_CURRENT))
        return false
    }

    /// Shows the entries before and after the last entry put.
    package mutating func showNeighbours(
        in table: Table,
        to body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(LMDBError) {
        let cursor = try unsafe cursor(for: table)
        let none = unsafe MDB_val()
        if try unsafe move(cursor, MDB_PREV, none, to: body) {
            _ = try unsafe move(cursor, MDB_NEXT, none) { _, _ in }
        }
        _ = try unsafe move(cursor, MDB_NEXT, none, to: body)
    }

    /// Shows the entries before and after the place of a key.
    package mutating func showNeighbours(
        of key: RawSpan,
        in table: Table,
        to body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(LMDBError) {
        let cursor = try unsafe cursor(for: table)
        let isAnyBehind = try unsafe key.withValue { (lent) throws(LMDBError) -> Bool in
            try unsafe move(cursor, MDB_SET_RANGE, lent, to: body)
        }
        _ = try unsafe move(cursor, isAnyBehind ? MDB_PREV : MDB_LAST, MDB_val(), to: body)
    }

    /// Moves a cursor and shows its entry; false if there is none.
    private func move(
        _ cursor: OpaquePointer,
        _ step: MDB_cursor_op,
        _ start: MDB_val,
        to body: (_ key: RawSpan, _ value: RawSpan) -> Void
    ) throws(LMDBError) -> Bool {
        var (key, value) = unsafe (start, MDB_val())
        let code = unsafe mdb_cursor_get(cursor, &key, &value, step)
        if code == MDB_NOTFOUND { return false }
        try LMDBError.check(code)
        body(unsafe RawSpan(value: key), unsafe RawSpan(value: value))
        return true
    }

    /// Puts with LMDB's flags; an existing entry is an error, or else the result.
    private func put(
        _ key: RawSpan,
        _ value: RawSpan,
        in table: Table,
        _ flags: UInt32,
        meets: Bool = false
    ) throws(LMDBError) -> MDB_val? {
        // LMDB accepts an empty key, and a later search then fails an assertion.
        guard key.byteCount > 0 else { throw .badKeySize }
        let cursor = try unsafe cursor(for: table)
        return try unsafe key.withValue { (lentKey) throws(LMDBError) -> MDB_val? in
            try unsafe value.withValue { (lentValue) throws(LMDBError) -> MDB_val? in
                var key = unsafe lentKey
                var value = unsafe lentValue
                let code = unsafe mdb_cursor_put(cursor, &key, &value, flags)
                if meets, code == MDB_KEYEXIST { return unsafe value }
                try LMDBError.check(code)
                return nil
            }
        }
    }

    /// Removes one entry; false where there was none.
    @discardableResult
    package mutating func remove(_ key: RawSpan, in table: Table) throws(LMDBError) -> Bool {
        guard let transaction = unsafe pointer else { throw .transactionFailed }
        return try unsafe key.withValue { (lent) throws(LMDBError) -> Bool in
            var key = unsafe lent
            let code = unsafe mdb_del(transaction, table.handle, &key, nil)
            if code == MDB_NOTFOUND { return false }
            try LMDBError.check(code)
            return true
        }
    }

    /// Removes one entry and shows its value before; false where there was none.
    package mutating func remove(
        _ key: RawSpan,
        in table: Table,
        removed: (RawSpan) -> Void
    ) throws(LMDBError) -> Bool {
        guard try show(key, in: table, to: removed) else { return false }
        return try remove(key, in: table)
    }

    private borrowing func show(
        _ key: RawSpan,
        in table: Table,
        to body: (RawSpan) -> Void
    ) throws(LMDBError) -> Bool {
        guard let value = try value(of: key, in: table) else { return false }
        body(value)
        return true
    }

    /// Removes every entry of a table.
    package mutating func removeAll(in table: Table) throws(LMDBError) {
        guard let transaction = unsafe pointer else { throw .transactionFailed }
        try LMDBError.check(unsafe mdb_drop(transaction, table.handle, 0))
    }

    /// The value of a key as this transaction sees it, good until its next change.
    @_lifetime(borrow self)
    package borrowing func value(of key: RawSpan, in table: Table) throws(LMDBError) -> RawSpan? {
        guard let transaction = unsafe pointer else { throw .transactionFailed }
        guard let found = try unsafe find(key, in: table, transaction: transaction) else {
            return nil
        }
        let span = unsafe RawSpan(value: found)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// A cursor over the table as this transaction sees it, good until its next change.
    @_lifetime(borrow self)
    package borrowing func cursor(in table: Table) throws(LMDBError) -> Cursor {
        guard let transaction = unsafe pointer else { throw .transactionFailed }
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_cursor_open(transaction, table.handle, &opened))
        guard let opened = unsafe opened else { throw .other(code: 0) }
        return unsafe Cursor(self, pointer: opened, table: table)
    }

    private func cursor(for table: Table) throws(LMDBError) -> OpaquePointer {
        let index = Int(table.handle)
        guard let transaction = unsafe pointer, index < cursorCount else {
            throw .transactionFailed
        }
        if let open = unsafe cursors[index] { return unsafe open }
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_cursor_open(transaction, table.handle, &opened))
        guard let opened = unsafe opened else { throw .other(code: 0) }
        unsafe cursors[index] = opened
        return unsafe opened
    }
}
