package import Merkle

/// Where a length-delimited value lies within its message.
///
/// It is half as large as a range of integers; messages are short enough for it. No value lies at
/// offset zero, because its tag comes before it, so offset zero stands for an absent field.
@usableFromInline
package struct WireRange: Sendable, Hashable, BitwiseCopyable {
    /// The place of no value.
    @inlinable
    package static var absent: WireRange { WireRange(offset: 0, count: 0) }

    /// Where the value starts.
    @usableFromInline
    package let offset: UInt32

    /// How many bytes the value has.
    @usableFromInline
    package let count: UInt32

    @inlinable
    package init(offset: UInt32, count: UInt32) {
        self.offset = offset
        self.count = count
    }

    /// Whether there is a value, if an empty one.
    @inlinable
    package var isPresent: Bool { offset != 0 }

    /// The offsets of the value's bytes.
    @inlinable
    package var bounds: Range<Int> { Int(offset)..<Int(offset) + Int(count) }
}

/// A value that is one fixed number of bytes on the wire.
package protocol SizedValue: Sendable, Hashable {
    /// Copies the value that starts at an offset, which must lie within the span.
    init(_ bytes: RawSpan, at offset: Int)
}

extension UniqueID: SizedValue {}

extension Digest: SizedValue {
    package init(_ bytes: RawSpan, at offset: Int) {
        self.init(bytes.extracting(offset..<offset + 32))
    }
}

extension RawSpan {
    /// Copies an identifier whose length has been checked, nil if it is absent.
    @inlinable
    package func uniqueID(_ range: WireRange) -> UniqueID? {
        range.isPresent ? UniqueID(self, at: Int(range.offset)) : nil
    }

    /// Copies a digest whose length has been checked, nil if it is absent.
    package func digest(_ range: WireRange) -> Digest? {
        range.isPresent ? Digest(self, at: Int(range.offset)) : nil
    }

    /// The bytes of a value, none if it is absent.
    @inlinable
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

    /// A copy of a value's bytes.
    package func array(_ range: WireRange) -> [UInt8] {
        slice(range).withUnsafeBytes { buffer in [UInt8](buffer) }
    }
}
