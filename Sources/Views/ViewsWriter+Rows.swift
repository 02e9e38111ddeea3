internal import LMDB

extension ViewsWriter {
    /// Visits rows as the open batch leaves them: its writes stand among the table's rows.
    ///
    /// - Complexity: reads each of the few newest keys that the batch has touched in the table,
    ///   besides the rows; the rows that every command needs are looked up by key.
    package borrowing func forEachRow(
        in table: ViewTable,
        _ range: KeyRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try visitRows(in: table, range, body)
    }

    /// The same, for ranges with any kind of bounds.
    borrowing func visitRows(
        in table: ViewTable,
        _ range: some RowRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let cursor = try cursor(in: table)
        guard let buffersBeneath else {
            var rows = LayeredRows(buffers[table], over: cursor)
            try rows.visit(range, body)
            return
        }
        let beneath = LayeredRows(buffersBeneath[table], over: cursor)
        var rows = LayeredRows(buffers[table], over: beneath)
        try rows.visit(range, body)
    }
}
