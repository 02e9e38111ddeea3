/// Which rows of a table are visited, and which way, whatever keeps the bounds.
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
