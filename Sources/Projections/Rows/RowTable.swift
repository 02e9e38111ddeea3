internal import Views

/// A table whose rows have one layout of keys and one of values.
struct RowTable<Key: RowLayout, Row: RowLayout>: Sendable {
    let table: ViewTable

    fileprivate init(_ table: ViewTable) { self.table = table }

    /// Returns the row of a key; nil if there is none.
    @inline(__always)
    func row(
        at key: Key,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row? {
        let key = key.rowBytes
        guard let found = try views.value(of: key.bytes, in: table) else { return nil }
        return try row(found, in: views)
    }

    /// Reads a row.
    @inline(__always)
    func row(
        _ bytes: RawSpan,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Row {
        guard let row = Row(reading: bytes) else { throw views.damage(in: table) }
        return row
    }

    /// Whether a key has a row.
    func has(
        _ key: Key,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> Bool {
        let key = key.rowBytes
        return try views.value(of: key.bytes, in: table) != nil
    }

    @inline(__always)
    func put(_ row: Row, at key: Key, in views: inout ViewsWriter) {
        let key = key.rowBytes
        if row.byteCount <= RowBytes.capacity {
            let row = row.rowBytes
            views.put(key.bytes, row.bytes, in: table)
        } else {
            row.withBytes { views.put(key.bytes, $0, in: table) }
        }
    }

    func remove(_ key: Key, in views: inout ViewsWriter) {
        let key = key.rowBytes
        views.remove(key.bytes, in: table)
    }

    /// Visits the rows between two keys, both included.
    @inline(__always)
    func forEach(
        from first: Key,
        through last: Key,
        descending: Bool = false,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ key: Key, _ row: Row) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let range = KeyRange(from: first.rowBytes, through: last.rowBytes, descending: descending)
        try forEach(in: range, views, body)
    }

    /// Visits the rows whose keys begin with some fields.
    @inline(__always)
    func forEach(
        beginning prefix: some RowLayout,
        descending: Bool = false,
        in views: borrowing some ViewReading & ~Copyable,
        _ body: (_ key: Key, _ row: Row) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try forEach(in: KeyRange(prefix: prefix.rowBytes, descending: descending), views, body)
    }

    @inline(__always)
    func forEach(
        in range: KeyRange,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ key: Key, _ row: Row) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            let (key, row) = try read(key, row, in: views)
            return try body(key, row)
        }
    }

    /// Reads a key and its row.
    ///
    /// A closure with this call is specialized for the layouts, even where it is not for the views;
    /// in `forEach` it would be specialized for neither.
    @inline(__always)
    func read(
        _ key: RawSpan,
        _ row: RawSpan,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> (Key, Row) {
        guard let key = Key(reading: key), let row = Row(reading: row) else {
            throw views.damage(in: table)
        }
        return (key, row)
    }
}

extension KeyRange {
    /// The keys whose beginning lies between two, both included.
    init(beginning first: some RowLayout, through last: some RowLayout) {
        self.init(from: first.rowBytes, through: KeyRange(prefix: last.rowBytes).upper)
    }
}

extension TableList {
    /// Declares a table by its layouts.
    mutating func rows<Key, Row>(_ name: StaticString) -> RowTable<Key, Row> {
        describe(table("\(name)"))
    }

    /// Declares that a table holds rows of other layouts, too.
    mutating func rows<Key, Row>(
        sharing other: RowTable<some RowLayout, some RowLayout>
    ) -> RowTable<Key, Row> {
        describe(other.table)
    }

    private mutating func describe<Key, Row>(_ table: ViewTable) -> RowTable<Key, Row> {
        // Making the value costs a search of the conformances.
        describe { RowLayouts<Key, Row>(table: table) }
        return RowTable(table)
    }
}
