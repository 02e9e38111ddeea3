/// Rows of one table that can be visited in order.
protocol OrderedRows: ~Copyable, ~Escapable {
    /// Visits the rows of a range in its order, until the visitor stops.
    mutating func visit(
        _ range: some RowRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError)
}

/// The rows of a table with the changes of a buffer above them.
struct LayeredRows<Beneath: OrderedRows & ~Copyable & ~Escapable>: OrderedRows, ~Copyable,
    ~Escapable
{
    private let buffer: UnsafeMutablePointer<WriteBuffer>
    private var beneath: Beneath

    @_lifetime(copy beneath)
    init(_ buffer: UnsafeMutablePointer<WriteBuffer>, over beneath: consuming Beneath) {
        self.buffer = buffer
        self.beneath = beneath
    }

    mutating func visit(
        _ range: some RowRange,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let buffer = buffer
        var touched = buffer.pointee.entries(in: range)
        var last = Visit.goOn
        try beneath.visit(range) { (key, value) throws(ViewsError) in
            while let entry = buffer.pointee.first(of: touched) {
                let replacesRow = buffer.pointee.key(of: entry).isEqual(to: key)
                let comesFirst =
                    buffer.pointee.key(of: entry).sorts(before: key) != range.isDescending
                guard comesFirst || replacesRow else { break }
                touched.drop(entry)
                last = try buffer.pointee.visit(entry, body)
                if replacesRow || last == .stop { return last }
            }
            last = try body(key, value)
            return last
        }
        while last == .goOn, let entry = buffer.pointee.first(of: touched) {
            touched.drop(entry)
            last = try buffer.pointee.visit(entry, body)
        }
    }
}

extension WriteBuffer {
    /// Shows an entry, unless it is a removal.
    fileprivate borrowing func visit(
        _ entry: Int,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) -> Visit {
        guard let value = value(of: entry) else { return .goOn }
        return try body(key(of: entry), value)
    }
}
