/// The place of the values of a repeated field, and their number.
@usableFromInline
package struct WireRun: Sendable, Hashable, BitwiseCopyable {
    /// The place of no values.
    @inlinable
    package static var none: WireRun { WireRun(range: .absent, count: 0) }

    /// The packed numbers, or every value with its tag and length.
    @usableFromInline
    package let range: WireRange

    /// How many values there are.
    @usableFromInline
    package let count: UInt32

    @inlinable
    package init(range: WireRange, count: UInt32) {
        self.range = range
        self.count = count
    }
}

/// The required form of each value of a repeated length-delimited field.
package enum WireElement {
    case bytes
    case string
    case sized(Int)
}
