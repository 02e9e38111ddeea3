internal import Views
internal import Wire

/// A key or value of a table that declares its fields once, in stored order.
///
/// Reading, writing, its length and the list in `docs/views.md` follow from `visit`.
protocol RowLayout: SendableMetatype {
    /// Creates one whose fields are all empty.
    init()

    /// Visits every field in stored order.
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields)
}

/// A visitor of the fields of a key or value: it reads, writes, measures or describes them.
///
/// Numbers are big-endian, so that keys sort as their fields do.
protocol RowFields: ~Copyable, ~Escapable {
    /// Visits eight bytes.
    mutating func number(_ value: inout UInt64, _ name: StaticString)
    /// Visits eight bytes: microseconds since 1970.
    mutating func time(_ value: inout UInt64, _ name: StaticString)
    /// Visits four bytes.
    mutating func short(_ value: inout UInt32, _ name: StaticString)
    /// Visits one byte.
    mutating func byte(_ value: inout UInt8, _ name: StaticString)
    /// Visits one byte: the lowest of a value of an enumeration in the schemas.
    mutating func enumeration<Value: WireEnumeration>(
        _ value: inout Value,
        _ name: StaticString
    )
    /// Visits the bytes up to the end, as text; only the last field of a row can be one.
    mutating func text(_ value: inout String, _ name: StaticString)
    /// Visits a byte with a length, and text of that length; a row can have one such field.
    mutating func shortText(_ value: inout String, _ name: StaticString)
    /// Visits elements of one length up to the end; only the last field of a row can be such a
    /// list.
    ///
    /// A reader sets the count, at most `limit`. The visitor is then called for each index.
    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout Self) -> Void
    )
    /// Marks the fields so far as invalid; a reader then refuses the row.
    mutating func refuse()
}

extension RowFields where Self: ~Copyable & ~Escapable {
    @inline(__always)
    mutating func time(_ value: inout UInt64, _ name: StaticString) { number(&value, name) }
}

extension RowLayout {
    /// Reads the bytes of a row; nil unless they are exactly one.
    @inline(__always)
    init?(reading bytes: RawSpan) {
        self.init()
        guard bytes.byteCount >= Self.byteCount else { return nil }
        var reader = RowReader(bytes, fixed: Self.byteCount)
        visit(&reader)
        guard reader.hasSucceeded else { return nil }
    }

    /// The stored bytes.
    ///
    /// - Precondition: there are at most `RowBytes.capacity`.
    @inline(__always)
    var rowBytes: RowBytes {
        var copy = self
        var bytes = RowBytes()
        copy.visit(&bytes)
        return bytes
    }

    /// The number of stored bytes.
    @inline(__always)
    var byteCount: Int {
        var copy = self
        var measure = RowMeasure()
        copy.visit(&measure)
        return measure.byteCount
    }

    /// The number of bytes without text and elements, which every row has.
    @inline(__always)
    static var byteCount: Int { Self().byteCount }
}

/// A key or value without bytes.
struct NoFields: RowLayout {
    func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {}
}
