internal import Views

/// A row that ends in elements of one length, which are read and written one by one.
///
/// The other fields and the elements accept all bytes.
protocol RowOfElements: RowLayout {
    associatedtype Element: RowLayout
    /// The most elements of a row.
    static var limit: Int { get }
}

extension RowOfElements {
    static var limit: Int { .max }

    /// Returns the offset of an element.
    @inline(__always)
    static func offset(of place: Int) -> Int { byteCount &+ place &* Element.byteCount }
}

/// The elements of a row, read where they lie.
struct RowElements<Row: RowOfElements>: ~Escapable {
    private let bytes: RawSpan
    let count: Int

    /// Reads a row; nil unless it ends in whole elements, at least one and at most `limit`.
    @_lifetime(copy bytes)
    @inline(__always)
    init?(_ bytes: RawSpan) {
        let (count, rest) = (bytes.byteCount - Row.byteCount).quotientAndRemainder(
            dividingBy: Row.Element.byteCount
        )
        guard rest == 0, count > 0, count <= Row.limit else { return nil }
        self.bytes = bytes
        self.count = count
    }

    /// The row without its elements.
    @inline(__always)
    var header: Row { read(at: 0) }

    /// One element.
    ///
    /// - Precondition: the place is below `count`.
    @inline(__always)
    subscript(place: Int) -> Row.Element { read(at: Row.offset(of: place)) }

    @inline(__always)
    private func read<Layout: RowLayout>(at offset: Int) -> Layout {
        var layout = Layout()
        let fixed = Layout.byteCount
        var reader = RowReader(bytes.extracting(offset..<offset + fixed), fixed: fixed)
        layout.visit(&reader)
        return layout
    }
}

extension RowTable where Row: RowOfElements {
    /// Returns the elements of a row; nil if there is no row.
    @_lifetime(borrow views)
    @inline(__always)
    func elements(
        at key: Key,
        in views: borrowing some ViewReading & ~Copyable
    ) throws(ViewsError) -> RowElements<Row>? {
        let key = key.rowBytes
        guard let bytes = try views.value(of: key.bytes, in: table) else { return nil }
        guard let elements = RowElements<Row>(bytes) else { throw views.damage(in: table) }
        return elements
    }

    /// Adds an element to the end of a row with that many elements.
    @inline(__always)
    func append(
        _ element: Row.Element,
        at place: Int,
        to key: Key,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let (key, element) = (key.rowBytes, element.rowBytes)
        try views.append(element.bytes, at: Row.offset(of: place), to: key.bytes, in: table)
    }

    /// Writes over an element of a row.
    func overwrite(
        _ element: Row.Element,
        at place: Int,
        of key: Key,
        in views: inout ViewsWriter
    ) throws(ViewsError) {
        let (key, element) = (key.rowBytes, element.rowBytes)
        try views.overwrite(element.bytes, at: Row.offset(of: place), of: key.bytes, in: table)
    }

    /// Visits the rows of a range, whose elements are read one by one.
    @inline(__always)
    func forEachRow(
        in range: KeyRange,
        _ views: borrowing some ViewReading & ~Copyable,
        _ body: (_ key: Key, _ row: RowElements<Row>) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try views.forEachRow(in: table, range) { (key, row) throws(ViewsError) in
            guard let key = Key(reading: key), let row = RowElements<Row>(row) else {
                throw views.damage(in: table)
            }
            return try body(key, row)
        }
    }
}
