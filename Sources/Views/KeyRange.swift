/// A range of rows of a table, and its direction.
package struct KeyRange {
    /// The least key that belongs to the range.
    package let lower: RowBytes
    /// The greatest key that belongs to the range.
    package let upper: RowBytes
    /// Whether the greatest key comes first.
    package let isDescending: Bool

    package init(from lower: RowBytes, through upper: RowBytes, descending: Bool = false) {
        self.lower = lower
        self.upper = upper
        isDescending = descending
    }

    /// The rows whose keys begin with some bytes.
    package init(prefix: RowBytes, descending: Bool = false) {
        self.init(from: prefix, through: prefix.filledUp, descending: descending)
    }

    /// Every row.
    package static let all = KeyRange(prefix: RowBytes())
}

/// Whether a visit continues.
public enum Visit: Sendable {
    case goOn
    case stop
}

extension RowBytes {
    /// The greatest key that begins with these bytes.
    fileprivate var filledUp: RowBytes {
        var filled = self
        while filled.byteCount + 8 <= Self.capacity { filled.append(UInt64.max) }
        while filled.byteCount < Self.capacity { filled.append(UInt8.max) }
        return filled
    }
}
