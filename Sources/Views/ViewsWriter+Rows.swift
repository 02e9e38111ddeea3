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
