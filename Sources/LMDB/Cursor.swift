internal import CLMDB

/// A place in a table, moved step by step.
///
/// Its key and value are valid until the next move: the compiler refuses to keep them longer.
@safe
package struct Cursor: ~Copyable, ~Escapable {
    private let pointer: OpaquePointer
    private let table: Table
    private let end: End
    private var currentKey: MDB_val
    private var currentValue: MDB_val

    /// What becomes of LMDB's cursor after this use.
    private enum End {
        case isGivenBack(ReadSlot)
        /// The reader keeps it where it is.
        case stays
        case isClosed
    }

    @_lifetime(borrow transaction)
    init(_ transaction: borrowing ReadTransaction, slot: ReadSlot, table: Table)
        throws(LMDBError)
    {
        unsafe pointer = try slot.takeCursor(in: table)
        self.table = table
        end = .isGivenBack(slot)
        unsafe currentKey = MDB_val()
        unsafe currentValue = MDB_val()
    }

    @_lifetime(borrow transaction)
    init(_ transaction: borrowing ReadTransaction, kept pointer: OpaquePointer, table: Table) {
        unsafe self.pointer = unsafe pointer
        self.table = table
        end = .stays
        unsafe currentKey = MDB_val()
        unsafe currentValue = MDB_val()
    }

    @_lifetime(borrow transaction)
    init(_ transaction: borrowing WriteTransaction, pointer: OpaquePointer, table: Table) {
        unsafe self.pointer = unsafe pointer
        self.table = table
        end = .isClosed
        unsafe currentKey = MDB_val()
        unsafe currentValue = MDB_val()
    }

    deinit {
        switch end {
        case .isGivenBack(let slot): unsafe slot.giveBack(pointer, in: table)
        case .stays: break
        case .isClosed: unsafe mdb_cursor_close(pointer)
        }
    }

    /// The key that the cursor stands on; empty before the first move.
    package var key: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let span = unsafe RawSpan(value: currentKey)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// The value that the cursor stands on; empty before the first move.
    package var value: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            let span = unsafe RawSpan(value: currentValue)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Moves to the first entry.
    package mutating func moveToFirst() throws(LMDBError) -> Bool {
        try move(MDB_FIRST)
    }

    /// Moves to the last entry.
    package mutating func moveToLast() throws(LMDBError) -> Bool {
        try move(MDB_LAST)
    }

    /// Moves one entry on.
    package mutating func moveToNext() throws(LMDBError) -> Bool {
        try move(MDB_NEXT)
    }

    /// Moves one entry back.
    package mutating func moveToPrevious() throws(LMDBError) -> Bool {
        try move(MDB_PREV)
    }

    /// Moves to the first entry whose key is the given one or sorts after it.
    package mutating func move(atOrAfter wanted: RawSpan) throws(LMDBError) -> Bool {
        guard wanted.byteCount > 0 else { return try moveToFirst() }
        return try unsafe wanted.withValue { (key) throws(LMDBError) -> Bool in
            unsafe currentKey = key
            return try move(MDB_SET_RANGE)
        }
    }

    /// Moves to the entry with exactly this key.
    package mutating func move(to wanted: RawSpan) throws(LMDBError) -> Bool {
        try unsafe wanted.withValue { (key) throws(LMDBError) -> Bool in
            unsafe currentKey = key
            return try move(MDB_SET_KEY)
        }
    }

    private mutating func move(_ operation: MDB_cursor_op) throws(LMDBError) -> Bool {
        var key = unsafe currentKey
        var value = unsafe currentValue
        let code = unsafe mdb_cursor_get(pointer, &key, &value, operation)
        guard code == MDB_SUCCESS else {
            unsafe currentKey = MDB_val()
            unsafe currentValue = MDB_val()
            if code == MDB_NOTFOUND { return false }
            throw LMDBError(code: code)
        }
        unsafe currentKey = key
        unsafe currentValue = value
        return true
    }
}

extension RawSpan {
    /// The bytes that LMDB points to; the caller ties them to the transaction.
    @_lifetime(immortal)
    init(value: MDB_val) {
        let bytes = unsafe UnsafeRawBufferPointer(start: value.mv_data, count: value.mv_size)
        let span = unsafe RawSpan(_unsafeBytes: bytes)
        self = unsafe _overrideLifetime(span, copying: ())
    }

    /// Lends the bytes to a C call.
    func withValue<Result>(
        _ body: (MDB_val) throws(LMDBError) -> Result
    ) throws(LMDBError) -> Result {
        try unsafe withUnsafeBytes { (bytes) throws(LMDBError) -> Result in
            try unsafe body(
                MDB_val(
                    mv_size: bytes.count,
                    mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                )
            )
        }
    }
}
