/// Where a length-delimited value lies within its message.
///
/// It is half as large as a range of integers; messages are short enough for it. No value lies at
/// offset zero, because its tag comes before it, so offset zero stands for an absent field.
package struct WireRange: Sendable, Hashable, BitwiseCopyable {
    /// The place of no value.
    package static let absent = WireRange(offset: 0, count: 0)

    /// Where the value starts.
    package let offset: UInt32

    /// How many bytes the value has.
    package let count: UInt32

    package init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    /// Whether there is a value, if an empty one.
    package var isPresent: Bool { offset != 0 }

    /// The offsets of the value's bytes.
    package var bounds: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

extension RawSpan {
    /// The bytes of a value, none if it is absent.
    @_lifetime(copy self)
    package func slice(_ range: WireRange) -> RawSpan {
        extracting(range.bounds)
    }

    /// The text of a value that has been checked to be UTF-8.
    ///
    /// - Complexity: O(n), with an allocation above 15 bytes.
    package func text(_ range: WireRange) -> String {
        slice(range).withUnsafeBytes { buffer in
            unsafe String(decoding: buffer, as: UTF8.self)
        }
    }
}
