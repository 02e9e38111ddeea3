internal import LMDB

extension ViewsWriter {
    /// Visits rows as the open batch leaves them: what it has written stands among the table's.
    ///
    /// - Complexity: a look at each of the few newest keys that the batch has touched in the table,
    ///   besides the rows; what every command needs is looked up by key.
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
        var touched = touchedEntries(in: table, range)
        var cursor = try cursor(in: table)
        var isThere = try cursor.moveToStart(of: range)
        while true {
            let isInTable = isThere && range.contains(cursor.key)
            guard let entry = first(of: touched, in: table) else {
                guard isInTable else { return }
                if case .stop = try body(cursor.key, cursor.value) { return }
                isThere = try cursor.step(range)
                continue
            }
            var replacesRow = false
            if isInTable {
                let isBehind =
                    range.isDescending
                    ? touchedKey(entry, in: table).sorts(before: cursor.key)
                    : cursor.key.sorts(before: touchedKey(entry, in: table))
                if isBehind {
                    if case .stop = try body(cursor.key, cursor.value) { return }
                    isThere = try cursor.step(range)
                    continue
                }
                replacesRow =
                    range.isDescending
                    ? !cursor.key.sorts(before: touchedKey(entry, in: table))
                    : !touchedKey(entry, in: table).sorts(before: cursor.key)
            }
            touched.drop(entry)
            if replacesRow { isThere = try cursor.step(range) }
            if case .stop = try visit(entry, in: table, body) { return }
        }
    }
}
