/// A range of rows of a table and its direction, with the bounds in any kind of storage.
protocol RowRange {
    /// Whether the greatest key comes first.
    var isDescending: Bool { get }

    /// The least key that belongs to the range.
    @_lifetime(borrow self)
    borrowing func lowest() -> RawSpan

    /// The greatest key that belongs to the range.
    @_lifetime(borrow self)
    borrowing func highest() -> RawSpan
}

extension RowRange {
    /// Whether a visit that began in the range is still in it at a key.
    func goesOn(at key: RawSpan) -> Bool {
        isDescending ? !key.sorts(before: lowest()) : !highest().sorts(before: key)
    }

    func contains(_ key: RawSpan) -> Bool {
        !key.sorts(before: lowest()) && !highest().sorts(before: key)
    }
}

extension KeyRange: RowRange {
    @_lifetime(borrow self)
    borrowing func lowest() -> RawSpan { lower.bytes }

    @_lifetime(borrow self)
    borrowing func highest() -> RawSpan { upper.bytes }
}
