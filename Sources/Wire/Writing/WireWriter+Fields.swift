package import Merkle

extension WireWriter {
    /// Appends the tag of a field.
    package mutating func append(tag: WireTag) {
        append(varint: UInt64(tag.rawValue))
    }

    /// Writes a `uint32`.
    package mutating func write(uint32 value: UInt32, field: UInt32) {
        write(varint: UInt64(value), field: field)
    }

    /// Writes a `uint64`.
    package mutating func write(uint64 value: UInt64, field: UInt32) {
        write(varint: value, field: field)
    }

    /// Writes an `int32` or the number of an enumeration.
    package mutating func write(int32 value: Int32, field: UInt32) {
        write(varint: UInt64(bitPattern: Int64(value)), field: field)
    }

    /// Writes an `int64`.
    package mutating func write(int64 value: Int64, field: UInt32) {
        write(varint: UInt64(bitPattern: value), field: field)
    }

    /// Writes a `sint32`.
    package mutating func write(sint32 value: Int32, field: UInt32) {
        append(tag: WireTag(field, .varint))
        Scalar.SInt32.write(value, to: &self)
    }

    /// Writes a `sint64`.
    package mutating func write(sint64 value: Int64, field: UInt32) {
        append(tag: WireTag(field, .varint))
        Scalar.SInt64.write(value, to: &self)
    }

    /// Writes a `fixed32`.
    package mutating func write(fixed32 value: UInt32, field: UInt32) {
        append(tag: WireTag(field, .fixed32))
        append(fixed32: value)
    }

    /// Writes a `fixed64`.
    package mutating func write(fixed64 value: UInt64, field: UInt32) {
        append(tag: WireTag(field, .fixed64))
        append(fixed64: value)
    }

    /// Writes a `sfixed32`.
    package mutating func write(sfixed32 value: Int32, field: UInt32) {
        write(fixed32: UInt32(bitPattern: value), field: field)
    }

    /// Writes a `sfixed64`.
    package mutating func write(sfixed64 value: Int64, field: UInt32) {
        write(fixed64: UInt64(bitPattern: value), field: field)
    }

    /// Writes a `double`.
    package mutating func write(double value: Double, field: UInt32) {
        write(fixed64: value.bitPattern, field: field)
    }

    /// Writes a `bool`.
    package mutating func write(bool value: Bool, field: UInt32) {
        write(varint: value ? 1 : 0, field: field)
    }

    private mutating func write(varint value: UInt64, field: UInt32) {
        append(tag: WireTag(field, .varint))
        append(varint: value)
    }

    /// Writes a field of bytes, or a message that is encoded already.
    package mutating func write(_ bytes: RawSpan, field: UInt32) {
        append(tag: WireTag(field, .lengthDelimited))
        append(varint: UInt64(bytes.byteCount))
        append(bytes)
    }

    /// Writes a field of bytes.
    package mutating func write(_ bytes: [UInt8], field: UInt32) {
        write(bytes.span.bytes, field: field)
    }

    /// Writes a field of text.
    package mutating func write(_ text: String, field: UInt32) {
        append(tag: WireTag(field, .lengthDelimited))
        var text = text
        text.withUTF8 { utf8 in
            append(varint: UInt64(utf8.count))
            // The text's bytes stay in place within the closure.
            append(unsafe UnsafeRawBufferPointer(utf8).bytes)
        }
    }

    /// Writes a field of 16 bytes.
    package mutating func write(_ id: UniqueID, field: UInt32) {
        append(tag: WireTag(field, .lengthDelimited))
        append(varint: UInt64(UniqueID.byteCount))
        append(byteCount: UniqueID.byteCount) { id.store(into: $0) }
    }

    /// Writes a field of 32 bytes.
    package mutating func write(_ digest: Digest, field: UInt32) {
        append(tag: WireTag(field, .lengthDelimited))
        append(varint: 32)
        append(byteCount: 32) { digest.store(into: $0) }
    }

    /// Writes a message within this one.
    package mutating func write(_ message: borrowing some WireMessage, field: UInt32) {
        let mark = beginMessage(field: field)
        message.encode(into: &self)
        endMessage(mark)
    }

    /// Writes numbers as one packed field, nothing if there are none.
    package mutating func write<Coding: ScalarCoding>(
        packed values: [Coding.Value],
        as coding: Coding.Type,
        field: UInt32
    ) {
        guard !values.isEmpty else { return }
        let mark = beginMessage(field: field)
        for value in values { Coding.write(value, to: &self) }
        endMessage(mark)
    }
}
