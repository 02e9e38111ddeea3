/// Reads one level of a protobuf message, accepting only canonical encodings.
///
/// - Field numbers ascend, and no field comes twice unless the reader is told that it repeats.
/// - Varints are as short as they can be.
/// - Every length is compared with the remaining bytes before anything is read or added to it.
///
/// No bytes, also malicious ones, make it trap or allocate. After an error the reader stands
/// somewhere in the middle and must not be used again.
@usableFromInline
package struct WireReader: ~Escapable {
    /// The length of the longest message that is read: 64 MiB, as protobuf's own default.
    @inlinable
    package static var maximumByteCount: Int { 64 << 20 }

    /// How many messages may lie within each other.
    @inlinable
    package static var maximumDepth: Int { 32 }

    /// The message.
    @usableFromInline
    package let bytes: RawSpan

    /// Where the next byte is read: never outside of the message.
    @usableFromInline
    var place = 0

    /// How many messages this one lies in.
    @usableFromInline
    package let depth: Int

    /// The number of the newest field, 0 before the first.
    @usableFromInline
    var number: UInt32 = 0

    /// Where the newest field's tag starts.
    @usableFromInline
    var start = 0

    /// Where the next byte is read.
    package var offset: Int { place }

    /// Makes a reader at the start of a message.
    @inlinable
    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan, depth: Int = 0) throws(WireError) {
        guard bytes.byteCount <= Self.maximumByteCount else {
            throw .messageTooLong(byteCount: bytes.byteCount)
        }
        guard depth < Self.maximumDepth else { throw .nestedTooDeep }
        self.bytes = bytes
        self.depth = depth
    }

    /// Makes a reader of a part of a message that has been read before.
    @_lifetime(copy part)
    init(part: RawSpan, depth: Int = 0) {
        bytes = part
        self.depth = depth
    }

    /// Reads the next field's tag, or returns nil at the end of the message.
    ///
    /// The value must then be read, or skipped with `skipUnknown`.
    @inlinable
    @_lifetime(self: copy self)
    package mutating func nextField() throws(WireError) -> WireTag? {
        guard place < bytes.byteCount else { return nil }
        start = place
        let tag = try tag()
        guard tag.number > number else {
            throw tag.number == number
                ? .fieldRepeated(field: number, at: start)
                : .fieldOutOfOrder(field: tag.number, at: start)
        }
        number = tag.number
        return tag
    }

    /// Skips the value of a field that the schema does not know, and its repetitions.
    @_lifetime(self: copy self)
    package mutating func skipUnknown(_ tag: WireTag) throws(WireError) {
        try skip(tag)
        while place < bytes.byteCount {
            let before = place
            let next = try self.tag()
            guard next.number == tag.number else {
                place = before
                return
            }
            start = before
            try skip(next)
        }
    }

    /// The error of a known field whose wire type is not the schema's.
    @usableFromInline
    package func wrongWireType() -> WireError {
        .wrongWireType(field: number, at: start)
    }

    /// The error of a field whose value equals its default, which a canonical encoder leaves out.
    @usableFromInline
    package func defaultValueWritten() -> WireError {
        .defaultValueWritten(field: number, at: start)
    }

    /// The error of a second member of a oneof.
    @usableFromInline
    package func secondMember() -> WireError {
        .secondMember(field: number, at: start)
    }

    @inlinable
    @_lifetime(self: copy self)
    package mutating func tag() throws(WireError) -> WireTag {
        let start = place
        let raw = try varint()
        guard let rawValue = UInt32(exactly: raw), rawValue >= 8 else {
            throw .invalidFieldNumber(at: start)
        }
        let tag = WireTag(rawValue: rawValue)
        guard !WireTag.reservedNumbers.contains(tag.number) else {
            throw .invalidFieldNumber(at: start)
        }
        guard 0b100111 >> (tag.rawValue & 7) & 1 == 1 else {
            throw .unsupportedWireType(field: tag.number, at: start)
        }
        return tag
    }

    @_lifetime(self: copy self)
    mutating func skip(_ tag: WireTag) throws(WireError) {
        switch tag.type {
        case .varint: _ = try varint()
        case .fixed64: _ = try fixed64()
        case .lengthDelimited: _ = try range()
        case .fixed32: _ = try fixed32()
        case nil: throw .unsupportedWireType(field: tag.number, at: start)
        }
    }
}
