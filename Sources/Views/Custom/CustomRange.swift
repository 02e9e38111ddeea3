/// A range of rows in an embedder's table and its direction; keys may be of any length.
public struct CustomRange: Sendable, RowRange {
    private let lower: [UInt8]
    private let upper: [UInt8]
    /// Whether the greatest key comes first.
    public let isDescending: Bool

    /// The rows from one key to another, both included.
    public init(from lower: [UInt8], through upper: [UInt8], descending: Bool = false) {
        self.lower = lower
        self.upper = upper
        isDescending = descending
    }

    /// The rows whose keys begin with some bytes.
    public init(prefix: [UInt8], descending: Bool = false) {
        let rest = max(CustomLimits.keyBytes - prefix.count, 0)
        self.init(
            from: prefix,
            through: prefix + [UInt8](repeating: .max, count: rest),
            descending: descending
        )
    }

    /// Every row.
    public static let all = CustomRange(prefix: [])

    @_lifetime(borrow self)
    borrowing func lowest() -> RawSpan {
        let bytes = lower.span.bytes
        return _overrideLifetime(bytes, borrowing: self)
    }

    @_lifetime(borrow self)
    borrowing func highest() -> RawSpan {
        let bytes = upper.span.bytes
        return _overrideLifetime(bytes, borrowing: self)
    }
}
