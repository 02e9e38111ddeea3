/// The number of a field and the shape of its value, as one varint on the wire.
@usableFromInline
package struct WireTag: Sendable, Hashable, BitwiseCopyable {
    /// The field numbers that protobuf keeps for itself.
    @inlinable
    package static var reservedNumbers: ClosedRange<UInt32> { 19_000...19_999 }

    /// The field number times eight, plus the wire type.
    @usableFromInline
    package let rawValue: UInt32

    /// Makes a tag of a varint read from the wire.
    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Makes the tag of a field.
    package init(_ number: UInt32, _ type: WireType) {
        rawValue = number << 3 | UInt32(type.rawValue)
    }

    /// The number of the field.
    @inlinable
    package var number: UInt32 { rawValue >> 3 }

    /// The shape of the value, if it is one of the four that are read.
    package var type: WireType? { WireType(rawValue: UInt8(rawValue & 7)) }

    /// Whether the value is a length and that many bytes.
    @inlinable
    package var isLengthDelimited: Bool { rawValue & 7 == 2 }
}

/// The shapes of values that are read and written; groups are not among them.
package enum WireType: UInt8, Sendable {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
}
