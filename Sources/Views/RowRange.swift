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
    /// The end of a visit that began in the range.
    var end: RangeEnd {
        @_lifetime(borrow self)
        borrowing get {
            let bound = isDescending ? lowest() : highest()
            return RangeEnd(bound, isDescending: isDescending)
        }
    }

    func contains(_ key: RawSpan) -> Bool {
        !key.sorts(before: lowest()) && !highest().sorts(before: key)
    }
}

/// The end of a visit, taken once for all its rows, because a range copies its bounds.
struct RangeEnd: ~Escapable {
    private let bound: RawSpan
    private let isDescending: Bool

    @_lifetime(copy bound)
    fileprivate init(_ bound: RawSpan, isDescending: Bool) {
        self.bound = bound
        self.isDescending = isDescending
    }

    /// Whether a key lies before the end.
    func goesOn(at key: RawSpan) -> Bool {
        isDescending ? !key.sorts(before: bound) : !bound.sorts(before: key)
    }
}

extension KeyRange: RowRange {
    @_lifetime(borrow self)
    borrowing func lowest() -> RawSpan { lower.bytes }

    @_lifetime(borrow self)
    borrowing func highest() -> RawSpan { upper.bytes }
}
