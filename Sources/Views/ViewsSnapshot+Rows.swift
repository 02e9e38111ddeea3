extension ViewsSnapshot {
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
        if let scope { scope.willRead(range.lowest(), range.highest(), in: table) }
        var cursor = try cursor(in: table)
        try cursor.visit(range, body)
    }

    /// Visits rows of a table, each with the row of another table that is named by the rest of its
    /// key from an offset on; both tables are walked side by side.
    ///
    /// - Complexity: two rows for each, and a look-up if the other table has rows between them.
    package borrowing func forEachRow(
        in table: ViewTable,
        _ range: KeyRange,
        with other: ViewTable,
        namedFrom offset: Int,
        _ body: (_ key: RawSpan, _ value: RawSpan, _ other: RawSpan?) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        // The other table's rows come from the same streams as those that name them.
        if let scope { scope.willRead(range.lowest(), range.highest(), in: table) }
        var cursor = try cursor(in: table)
        var companion = try self.cursor(in: other)
        let end = range.end
        var isThere = try cursor.moveToStart(of: range)
        while isThere, end.goesOn(at: cursor.key) {
            guard cursor.key.byteCount >= offset else {
                throw damage(in: table)
            }
            let isNamed = try companion.step(to: cursor.key.extracting(offset...), along: range)
            let visit =
                isNamed
                ? try body(cursor.key, cursor.value, companion.value)
                : try body(cursor.key, cursor.value, nil)
            if case .stop = visit { return }
            isThere = try cursor.step(range)
        }
    }

    /// Visits rows of a table in ascending order, each with the row of another table under the same
    /// key, if that has one.
    ///
    /// - Complexity: one walk over the range in each of the two, as far as the visit goes.
    package borrowing func forEachRow(
        in table: ViewTable,
        _ range: KeyRange,
        besides other: ViewTable,
        _ body: (_ key: RawSpan, _ value: RawSpan, _ other: RawSpan?) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        if let scope {
            scope.willRead(range.lowest(), range.highest(), in: table)
            scope.willRead(range.lowest(), range.highest(), in: other)
        }
        var cursor = try cursor(in: table)
        var companion = try self.cursor(in: other)
        let end = range.end
        var isThere = try cursor.moveToStart(of: range)
        var isBeside = try companion.moveToStart(of: range)
        while isThere, end.goesOn(at: cursor.key) {
            while isBeside, companion.key.sorts(before: cursor.key) {
                isBeside = try companion.step(range)
            }
            let isSame = isBeside && companion.key.isEqual(to: cursor.key)
            let visit =
                isSame
                ? try body(cursor.key, cursor.value, companion.value)
                : try body(cursor.key, cursor.value, nil)
            if case .stop = visit { return }
            isThere = try cursor.step(range)
        }
    }
}
