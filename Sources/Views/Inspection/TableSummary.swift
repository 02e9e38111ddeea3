package import Merkle

/// A summary of one table's rows: tables with the same digest hold the same rows.
package struct TableSummary: Hashable, Sendable {
    package let name: String
    package let rows: Int
    /// The bytes of keys and values.
    package let bytes: Int
    /// SHA-256 over every key and value in order, each behind its length.
    package let digest: Digest
}

extension ViewsSnapshot {
    /// Summarizes every table that can be read, in the order of declaration.
    ///
    /// - Complexity: reads every row.
    package borrowing func summaries() throws(ViewsError) -> [TableSummary] {
        var summaries: [TableSummary] = []
        for table in try readableTables() { summaries.append(try summary(of: table)) }
        return summaries
    }

    private borrowing func summary(of table: ViewTable) throws(ViewsError) -> TableSummary {
        var hash = SHA256()
        var rows = 0
        var bytes = 0
        try visitRows(in: table, CustomRange.all) { key, value in
            rows += 1
            bytes += key.byteCount + value.byteCount
            hash.update(lengthAnd: key)
            hash.update(lengthAnd: value)
            return .goOn
        }
        return TableSummary(
            name: name(of: table),
            rows: rows,
            bytes: bytes,
            digest: hash.finish()
        )
    }
}

extension SHA256 {
    fileprivate mutating func update(lengthAnd bytes: RawSpan) {
        var length = RowBytes()
        length.append(UInt64(bytes.byteCount))
        update(length.bytes)
        update(bytes)
    }
}
