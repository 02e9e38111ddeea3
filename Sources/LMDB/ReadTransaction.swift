internal import CLMDB
internal import Glibc

/// One unchanging state of an environment, for as long as this value lives.
///
/// It never blocks the writer, but the pages of its state cannot be reused while it lives, so keep
/// it for one query and never across an `await`. When it ends, its slot is kept for the next
/// reader.
package struct ReadTransaction: ~Copyable {
    private let slot: ReadSlot
    private let environment: Environment

    init(_ slot: ReadSlot, in environment: Environment) {
        self.slot = slot
        self.environment = environment
    }

    deinit {
        environment.takeBack(slot)
    }

    /// Releases the state, so that its pages can be reused, and keeps the reader slot: nothing can
    /// be read until `renew`.
    package borrowing func rest() { slot.reset() }

    /// Moves to the newest committed state in the reader slot that is already kept.
    ///
    /// - Precondition: nothing is lent of the previous state.
    package borrowing func renew() throws(LMDBError) {
        slot.reset()
        try slot.renew()
    }

    /// The number of the write transaction whose state this is.
    package var transactionID: UInt64 {
        unsafe UInt64(mdb_txn_id(slot.transaction))
    }

    /// Returns the value of a key of the only table, good until this transaction ends, found without
    /// LMDB below branches that were checked before.
    ///
    /// The value's bytes are not checked. It is nil for what cannot be found so, although it may be
    /// there: then check the ways to the key, and look it up with LMDB.
    @_lifetime(borrow self)
    package borrowing func plainValue(of key: RawSpan) -> RawSpan? {
        guard let pages = slot.pages(in: environment),
            let place = pages.map.withBytes({ bytes in
                PageBytes(bytes, pages.meta)
                    .plainValue(of: key, in: pages.meta.main, known: pages.map)
            })
        else { return nil }
        // The slot keeps the map until the state is released.
        return unsafe _overrideLifetime(pages.map.span(of: place), borrowing: self)
    }

    /// Fetches what `plainValue` reads of some keys, which lie one behind the other and have so many
    /// bytes each: before several of them are looked up.
    package borrowing func fetchPlainValues(of keys: RawSpan, each keyBytes: Int) {
        guard let pages = slot.pages(in: environment) else { return }
        pages.map.withBytes { bytes in
            PageBytes(bytes, pages.meta)
                .fetchPlainValues(of: keys, each: keyBytes, in: pages.meta.main, known: pages.map)
        }
    }

    /// The value of a key, good until this transaction ends.
    @_lifetime(borrow self)
    package borrowing func value(of key: RawSpan, in table: Table) throws(LMDBError) -> RawSpan? {
        guard let found = try unsafe find(key, in: table, transaction: slot.transaction) else {
            return nil
        }
        let span = unsafe RawSpan(value: found)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Returns the value of a key that probably lies near the key of the last such look-up in the
    /// table.
    ///
    /// Within a page that takes no descent.
    @_lifetime(borrow self)
    package borrowing func nearbyValue(
        of key: RawSpan,
        in table: Table
    ) throws(LMDBError) -> RawSpan? {
        guard let found = try unsafe slot.findNearby(key, in: table) else { return nil }
        let span = unsafe RawSpan(value: found)
        return unsafe _overrideLifetime(span, borrowing: self)
    }

    /// Returns the size of a table, without walking it.
    package borrowing func size(of table: Table) throws(LMDBError) -> TableSize {
        var found = MDB_stat()
        try LMDBError.check(unsafe mdb_stat(slot.transaction, table.handle, &found))
        let pages = found.ms_branch_pages + found.ms_leaf_pages + found.ms_overflow_pages
        return TableSize(
            rows: UInt64(found.ms_entries),
            bytes: UInt64(pages) * UInt64(found.ms_psize)
        )
    }

    /// Returns the bytes of the file's free pages, which later commits use.
    ///
    /// - Complexity: O(commits whose freed pages are not used again yet).
    package borrowing func freeBytes() throws(LMDBError) -> UInt64 {
        // The list of free pages is a table that every environment has as its first.
        let list: MDB_dbi = 0
        var stat = MDB_stat()
        try LMDBError.check(unsafe mdb_stat(slot.transaction, list, &stat))
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_cursor_open(slot.transaction, list, &opened))
        defer { unsafe mdb_cursor_close(opened) }
        var pages: UInt64 = 0
        var key = unsafe MDB_val()
        var value = unsafe MDB_val()
        while true {
            let code = unsafe mdb_cursor_get(opened, &key, &value, MDB_NEXT)
            if code == MDB_NOTFOUND { return pages * UInt64(stat.ms_psize) }
            try LMDBError.check(code)
            // A commit's list: how many pages, then their numbers.
            guard let list = unsafe value.mv_data,
                unsafe value.mv_size >= MemoryLayout<UInt>.size
            else { continue }
            pages += UInt64(unsafe list.loadUnaligned(as: UInt.self))
        }
    }

    /// Returns a cursor on a table, one of those that this reader has opened before if possible.
    @_lifetime(borrow self)
    package borrowing func cursor(in table: Table) throws(LMDBError) -> Cursor {
        try Cursor(self, slot: slot, table: table)
    }

    /// Returns the cursor that the reader keeps for the table, on the entry of its last use.
    ///
    /// It costs less than another cursor, and a search within the page takes no descent. Use it for
    /// one search at a time: the next use moves it.
    @_lifetime(borrow self)
    package borrowing func keptCursor(in table: Table) throws(LMDBError) -> Cursor {
        unsafe Cursor(self, kept: try slot.keptCursor(in: table), table: table)
    }

    /// Whether the reader keeps a cursor for the table already.
    package borrowing func keepsCursor(in table: Table) -> Bool { slot.keepsCursor(in: table) }
}

/// The size of a table.
package struct TableSize: Hashable, Sendable {
    package let rows: UInt64
    /// The bytes of its pages.
    package let bytes: UInt64

    package init(rows: UInt64, bytes: UInt64) {
        self.rows = rows
        self.bytes = bytes
    }
}

/// Looks a key up in a transaction of either kind.
func find(
    _ key: RawSpan,
    in table: Table,
    transaction: OpaquePointer
) throws(LMDBError) -> MDB_val? {
    try unsafe key.withValue { (lent) throws(LMDBError) -> MDB_val? in
        var key = unsafe lent
        var value = unsafe MDB_val()
        let code = unsafe mdb_get(transaction, table.handle, &key, &value)
        if code == MDB_NOTFOUND { return nil }
        try LMDBError.check(code)
        return unsafe value
    }
}

/// LMDB's read transaction with the cursors opened in it, reused by one reader after another.
///
/// One owner at a time: the environment while idle, one `ReadTransaction` while in use.
@safe
final class ReadSlot: @unchecked Sendable {
    // Sendable: handed from owner to owner through the environment's mutex, never shared.

    let transaction: OpaquePointer
    private var spareCursors: [(table: Table, pointer: OpaquePointer)] = unsafe []
    /// The cursors that stay at their places while the transaction is in use, by the table's handle.
    private var kept: [KeptCursor] = []
    /// How often the transaction was reset: a cursor placed before has to be renewed.
    private var resets: UInt64 = 0
    /// The pages of the state that the transaction holds.
    private var pages = Pages.unasked

    private enum Pages {
        case unasked
        /// Nil where neither meta page was that of the state any more.
        case asked(PageSnapshot?)
        /// The transaction holds no state.
        case none
    }

    @safe
    private struct KeptCursor {
        var pointer: OpaquePointer?
        var resets: UInt64 = 0
    }

    init(in environment: Environment) throws(LMDBError) {
        var begun: OpaquePointer?
        let code = unsafe mdb_txn_begin(environment.pointer, nil, UInt32(MDB_RDONLY), &begun)
        if code == EAGAIN { throw .readersOfAnotherNamespace }
        try LMDBError.check(code)
        guard let begun = unsafe begun else { throw .other(code: 0) }
        unsafe transaction = begun
    }

    func renew() throws(LMDBError) {
        try LMDBError.check(unsafe mdb_txn_renew(transaction))
        pages = .unasked
    }

    /// The pages of the state; nil where the transaction holds none, or they cannot be found.
    func pages(in environment: Environment) -> PageSnapshot? {
        switch pages {
        case .none: return nil
        case .asked(let snapshot): return snapshot
        case .unasked:
            let snapshot = try? environment.pageSnapshot(of: unsafe UInt64(mdb_txn_id(transaction)))
            pages = .asked(snapshot)
            return snapshot
        }
    }

    func reset() {
        resets &+= 1
        pages = .none
        unsafe mdb_txn_reset(transaction)
    }

    /// Closes the cursors and, in the process that opened it, the transaction.
    func close(ending isOurs: Bool) {
        guard isOurs else { return }
        for cursor in kept {
            if let pointer = unsafe cursor.pointer { unsafe mdb_cursor_close(pointer) }
        }
        kept = []
        while let spare = unsafe spareCursors.popLast() { unsafe mdb_cursor_close(spare.pointer) }
        unsafe mdb_txn_abort(transaction)
    }

    /// Looks up a key, starting where the last look-up ended.
    func findNearby(_ key: RawSpan, in table: Table) throws(LMDBError) -> MDB_val? {
        let pointer = unsafe try keptCursor(in: table)
        return try unsafe key.withValue { (lent) throws(LMDBError) -> MDB_val? in
            var key = unsafe lent
            var value = unsafe MDB_val()
            let code = unsafe mdb_cursor_get(pointer, &key, &value, MDB_SET)
            if code == MDB_NOTFOUND { return nil }
            try LMDBError.check(code)
            return unsafe value
        }
    }

    func keptCursor(in table: Table) throws(LMDBError) -> OpaquePointer {
        let place = Int(table.handle)
        while kept.count <= place { kept.append(KeptCursor()) }
        if let pointer = unsafe kept[place].pointer {
            if kept[place].resets != resets {
                try LMDBError.check(unsafe mdb_cursor_renew(transaction, pointer))
                kept[place].resets = resets
            }
            return unsafe pointer
        }
        let pointer = unsafe try takeCursor(in: table)
        unsafe kept[place].pointer = unsafe pointer
        kept[place].resets = resets
        return unsafe pointer
    }

    func keepsCursor(in table: Table) -> Bool {
        let place = Int(table.handle)
        return unsafe place < kept.count && kept[place].resets == resets
            && kept[place].pointer != nil
    }

    func takeCursor(in table: Table) throws(LMDBError) -> OpaquePointer {
        if let index = unsafe spareCursors.lastIndex(where: { unsafe $0.table == table }) {
            let pointer = unsafe spareCursors.remove(at: index).pointer
            let code = unsafe mdb_cursor_renew(transaction, pointer)
            guard code == MDB_SUCCESS else {
                unsafe mdb_cursor_close(pointer)
                throw LMDBError(code: code)
            }
            return unsafe pointer
        }
        var opened: OpaquePointer?
        try LMDBError.check(unsafe mdb_cursor_open(transaction, table.handle, &opened))
        guard let opened = unsafe opened else { throw .other(code: 0) }
        return unsafe opened
    }

    func giveBack(_ pointer: OpaquePointer, in table: Table) {
        unsafe spareCursors.append((table, pointer))
    }
}
