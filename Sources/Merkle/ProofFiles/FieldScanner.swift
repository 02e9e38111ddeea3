/// Walks over a protobuf message's own fields, without looking into them.
///
/// `Wire` does this for whole records, and stands above this module; an outside verifier needs
/// only the seal and what an erasure names.
struct FieldScanner: ~Escapable {
    struct Field {
        let number: UInt64
        /// The offset of the field.
        let offset: Int
        /// The range of its bytes; nil for a number.
        let value: Range<Int>?
        /// Its value if it is a varint; else 0.
        let integer: UInt64
    }

    /// No field begins at this offset, or it reaches beyond the end.
    struct Fault: Error {
        let offset: Int
    }

    private let bytes: RawSpan
    private var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) {
        self.bytes = bytes
    }

    @_lifetime(self: copy self)
    mutating func next() throws(Fault) -> Field? {
        guard position < bytes.byteCount else { return nil }
        let offset = position
        let tag = try varint(of: offset)
        guard tag >> 3 > 0 else { throw Fault(offset: offset) }
        var value: Range<Int>?
        var number: UInt64 = 0
        switch tag & 7 {
        case 0: number = try varint(of: offset)
        case 1: try skip(8, of: offset)
        case 2:
            guard let count = Int(exactly: try varint(of: offset)) else {
                throw Fault(offset: offset)
            }
            let start = position
            try skip(count, of: offset)
            value = start..<position
        case 5: try skip(4, of: offset)
        default: throw Fault(offset: offset)
        }
        return Field(number: tag >> 3, offset: offset, value: value, integer: number)
    }

    @_lifetime(self: copy self)
    private mutating func skip(_ count: Int, of offset: Int) throws(Fault) {
        guard count <= bytes.byteCount - position else { throw Fault(offset: offset) }
        position += count
    }

    @_lifetime(self: copy self)
    private mutating func varint(of offset: Int) throws(Fault) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.byteCount else { throw Fault(offset: offset) }
            let byte = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt8.self)
            position += 1
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { throw Fault(offset: offset) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Fault(offset: offset)
    }
}
