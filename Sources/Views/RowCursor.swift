internal import LMDB

/// A place among the rows of a table, moved step by step; it checks each row that it reaches.
///
/// A row is checked before its key decides anything, also the two beyond the ends of a range: a
/// damaged key may have put a row there.
struct RowCursor: ~Copyable, ~Escapable {
    private var cursor: Cursor
    private let table: StoredTable

    @_lifetime(copy cursor)
    init(_ cursor: consuming Cursor, over table: StoredTable) {
        self.cursor = cursor
        self.table = table
    }

    /// The key of the present row; empty before the first move.
    var key: RawSpan {
        @_lifetime(borrow self)
        borrowing get { cursor.key }
    }

    /// The value of the present row.
    var value: RawSpan {
        @_lifetime(borrow self)
        borrowing get { StoredTable.value(in: cursor.value) }
    }

    /// The value as stored, with its checksum at the end.
    var stored: RawSpan {
        @_lifetime(borrow self)
        borrowing get { cursor.value }
    }

    private borrowing func check() throws(ViewsError) {
        try table.check(cursor.value, of: cursor.key)
    }

    /// Moves to the first row of a visit.
    mutating func moveToStart(of range: some RowRange) throws(ViewsError) -> Bool {
        range.isDescending
            ? try moveToLast(through: range.highest(), range)
            : try moveToFirst(from: range.lowest())
    }

    private mutating func moveToFirst(from lowest: RawSpan) throws(ViewsError) -> Bool {
        guard try seek(lowest) else {
            if try moveToLast() { try check() }
            return false
        }
        try check()
        guard lowest.byteCount > 0 else { return true }
        guard try moveToPrevious() else { return try moveToFirst() }
        try check()
        return try moveToNext()
    }

    private mutating func moveToLast(
        through highest: RawSpan,
        _ range: some RowRange
    ) throws(ViewsError) -> Bool {
        guard try seek(highest) else { return try checked(moveToLast()) }
        try check()
        if range.contains(key) { return true }
        return try checked(moveToPrevious())
    }

    /// Moves to the next row of a visit.
    mutating func step(_ range: some RowRange) throws(ViewsError) -> Bool {
        try checked(advance(range))
    }

    /// Moves to the row with exactly this key, which is usually the next row of a visit.
    mutating func step(to wanted: RawSpan, along range: some RowRange) throws(ViewsError) -> Bool {
        if key.byteCount > 0, try advance(range), key.isEqual(to: wanted) {
            try check()
            return true
        }
        return try move(to: wanted)
    }

    /// Moves to the row with exactly this key; if there is none, to a neighbour of its place.
    mutating func move(to wanted: RawSpan) throws(ViewsError) -> Bool {
        guard try seek(wanted) else {
            if try moveToLast() { try check() }
            return false
        }
        try check()
        if key.isEqual(to: wanted) { return true }
        if try moveToPrevious() { try check() }
        return false
    }

    private borrowing func checked(_ isThere: Bool) throws(ViewsError) -> Bool {
        if isThere { try check() }
        return isThere
    }

    private mutating func advance(_ range: some RowRange) throws(ViewsError) -> Bool {
        range.isDescending ? try moveToPrevious() : try moveToNext()
    }

    private mutating func seek(_ wanted: RawSpan) throws(ViewsError) -> Bool {
        do throws(LMDBError) { return try cursor.move(atOrAfter: wanted) } catch {
            throw .storage(error)
        }
    }

    private mutating func moveToFirst() throws(ViewsError) -> Bool {
        do throws(LMDBError) { return try cursor.moveToFirst() } catch { throw .storage(error) }
    }

    private mutating func moveToLast() throws(ViewsError) -> Bool {
        do throws(LMDBError) { return try cursor.moveToLast() } catch { throw .storage(error) }
    }

    private mutating func moveToNext() throws(ViewsError) -> Bool {
        do throws(LMDBError) { return try cursor.moveToNext() } catch { throw .storage(error) }
    }

    private mutating func moveToPrevious() throws(ViewsError) -> Bool {
        do throws(LMDBError) { return try cursor.moveToPrevious() } catch { throw .storage(error) }
    }
}

extension RowCursor: OrderedRows {
    mutating func visit(
        _ range: some RowRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let end = range.end
        var isThere = try moveToStart(of: range)
        while isThere, end.goesOn(at: key) {
            if case .stop = try body(key, value) { return }
            isThere = try step(range)
        }
    }
}
