internal import LMDB

extension ViewsSnapshot {
    package borrowing func forEachRow(
        in table: ViewTable,
        _ range: KeyRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try visitRows(in: table, range, body)
    }

    /// The same, whatever keeps the bounds.
    borrowing func visitRows(
        in table: ViewTable,
        _ range: some RowRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        var cursor = try cursor(in: table)
        var isThere = try cursor.moveToStart(of: range)
        while isThere, range.contains(cursor.key) {
            if case .stop = try body(cursor.key, cursor.value) { return }
            isThere = try cursor.step(range)
        }
    }
}

extension Cursor {
    /// Moves to the row with which a visit begins.
    mutating func moveToStart(of range: some RowRange) throws(ViewsError) -> Bool {
        do throws(LMDBError) {
            guard range.isDescending else { return try move(atOrAfter: range.lowest()) }
            guard try move(atOrAfter: range.highest()) else { return try moveToLast() }
            if range.contains(key) { return true }
            return try moveToPrevious()
        } catch {
            throw .storage(error)
        }
    }

    /// Moves one row further in a visit.
    mutating func step(_ range: some RowRange) throws(ViewsError) -> Bool {
        do throws(LMDBError) {
            return try range.isDescending ? moveToPrevious() : moveToNext()
        } catch {
            throw .storage(error)
        }
    }
}
