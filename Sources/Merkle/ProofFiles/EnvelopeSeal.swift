/// The keyed hash in an envelope that vouches for an event's content.
public enum EnvelopeSeal {
    /// How many bytes a salt has.
    public static let saltByteCount = 16

    /// The field of the envelope that holds the seal.
    static let fieldNumber: UInt64 = 10

    private static let prefix: StaticString = "scrollback/content/1"

    /// The seal of a content: HMAC-SHA256(salt, "scrollback/content/1" ‖ content).
    ///
    /// - Precondition: the salt has at most 64 bytes; a log's have ``saltByteCount``.
    public static func compute(content: RawSpan, salt: RawSpan) -> Digest {
        var code = HMACSHA256(key: salt)
        // In place: this is done for every event that is written or read.
        code.update(
            RawSpan(_unsafeStart: prefix.utf8Start, byteCount: prefix.utf8CodeUnitCount)
        )
        code.update(content)
        return code.finish()
    }

    /// Finds the seal in an envelope, which is a protobuf message; nil if it has none.
    ///
    /// - Throws: ``EnvelopeSealError`` with the place of the fault; also if there are two seals,
    ///   because readers could choose different ones.
    /// - Complexity: O(number of fields).
    public static func find(in envelope: RawSpan) throws(EnvelopeSealError) -> Digest? {
        var scanner = FieldScanner(envelope)
        var seal: Digest?
        while let field = try scanner.next() {
            guard field.number == fieldNumber else { continue }
            guard seal == nil else { throw .twoSeals(offset: field.offset) }
            guard let value = field.value, value.count == Digest.byteCount else {
                throw .malformedSeal(offset: field.offset)
            }
            seal = Digest(envelope.extracting(value))
        }
        return seal
    }
}

/// Why no seal can be read from an envelope.
public enum EnvelopeSealError: Error, Hashable, Sendable {
    /// No protobuf field begins at this offset, or it reaches beyond the end.
    case malformedField(offset: Int)
    /// The field at this offset is the seal's, and is not 32 bytes.
    case malformedSeal(offset: Int)
    /// The field at this offset is a second seal.
    case twoSeals(offset: Int)
}

extension EnvelopeSealError: CustomStringConvertible {
    /// A description of the fault, without the envelope's contents.
    public var description: String {
        switch self {
        case .malformedField(let offset): "no protobuf field is at byte \(offset) of the envelope"
        case .malformedSeal(let offset):
            "the seal at byte \(offset) of the envelope is not \(Digest.byteCount) bytes"
        case .twoSeals(let offset): "a second seal is at byte \(offset) of the envelope"
        }
    }
}

/// Walks over a protobuf message's own fields, without looking into them.
///
/// `Wire` does this for whole records, and stands above this module; an outside verifier needs
/// this one look alone.
private struct FieldScanner: ~Escapable {
    struct Field {
        let number: UInt64
        /// The offset of the field.
        let offset: Int
        /// The range of its bytes; nil for a number.
        let value: Range<Int>?
    }

    private let bytes: RawSpan
    private var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) {
        self.bytes = bytes
    }

    @_lifetime(self: copy self)
    mutating func next() throws(EnvelopeSealError) -> Field? {
        guard position < bytes.byteCount else { return nil }
        let offset = position
        let tag = try varint(of: offset)
        guard tag >> 3 > 0 else { throw .malformedField(offset: offset) }
        var value: Range<Int>?
        switch tag & 7 {
        case 0: _ = try varint(of: offset)
        case 1: try skip(8, of: offset)
        case 2:
            guard let count = Int(exactly: try varint(of: offset)) else {
                throw .malformedField(offset: offset)
            }
            let start = position
            try skip(count, of: offset)
            value = start..<position
        case 5: try skip(4, of: offset)
        default: throw .malformedField(offset: offset)
        }
        return Field(number: tag >> 3, offset: offset, value: value)
    }

    @_lifetime(self: copy self)
    private mutating func skip(_ count: Int, of offset: Int) throws(EnvelopeSealError) {
        guard count <= bytes.byteCount - position else { throw .malformedField(offset: offset) }
        position += count
    }

    @_lifetime(self: copy self)
    private mutating func varint(of offset: Int) throws(EnvelopeSealError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.byteCount else { throw .malformedField(offset: offset) }
            let byte = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt8.self)
            position += 1
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else { throw .malformedField(offset: offset) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .malformedField(offset: offset)
    }
}
