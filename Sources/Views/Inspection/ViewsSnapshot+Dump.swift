internal import Merkle

extension ViewsSnapshot {
    /// Visits every row of every table that can be read, tables in the order of their declaration
    /// and rows in the order of their keys; key and value are valid for one visit.
    ///
    /// Two views that were folded from the same events give the same rows.
    package borrowing func forEachRow(
        _ body: (_ table: String, _ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Void
    ) throws(ViewsError) {
        for table in try readableTables() {
            let name = name(of: table)
            try visitRows(in: table, CustomRange.all) { (key, value) throws(ViewsError) in
                try body(name, key, value)
                return .goOn
            }
        }
    }

    /// Prints every row as a line: its table, its key and its value, in hexadecimal digits.
    package borrowing func dump(
        _ body: (_ line: String) throws(ViewsError) -> Void
    ) throws(ViewsError) {
        try forEachRow { (table, key, value) throws(ViewsError) in
            try body("\(table) \(Hexadecimal.encode(key)) \(Hexadecimal.encode(value))")
        }
    }
}
