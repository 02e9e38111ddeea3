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
        while let field = try next(of: &scanner) {
            guard field.number == fieldNumber else { continue }
            guard seal == nil else { throw .twoSeals(offset: field.offset) }
            guard let value = field.value, value.count == Digest.byteCount else {
                throw .malformedSeal(offset: field.offset)
            }
            seal = Digest(envelope.extracting(value))
        }
        return seal
    }

    private static func next(
        of scanner: inout FieldScanner
    ) throws(EnvelopeSealError) -> FieldScanner.Field? {
        do throws(FieldScanner.Fault) {
            return try scanner.next()
        } catch {
            throw .malformedField(offset: error.offset)
        }
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
