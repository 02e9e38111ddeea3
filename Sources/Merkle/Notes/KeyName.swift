/// The name of a key that signs notes: best a URL without its scheme, such as `example.com/log`.
///
/// Names are equal if their bytes are; texts that merely look the same are other names.
public struct KeyName: Hashable, Sendable {
    /// The name in UTF-8.
    let bytes: [UInt8]

    /// The most bytes that a name has.
    public static let maximumBytes = 1024

    /// Creates a key name.
    ///
    /// - Throws: ``KeyError/malformedName`` if it is empty or too long, or has a space of any
    ///   kind, a plus sign or a control character.
    public init(_ name: String) throws(KeyError) {
        try self.init(Array(name.utf8)[...])
    }

    init(_ bytes: ArraySlice<UInt8>) throws(KeyError) {
        do {
            self.bytes = try TextFault.line(bytes.span.bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .malformedName
        }
        let isAllowed = String(checked: bytes).unicodeScalars.allSatisfy {
            $0 != "+" && !$0.properties.isWhitespace
        }
        guard !bytes.isEmpty, isAllowed else { throw .malformedName }
    }
}

extension KeyName: CustomStringConvertible {
    /// The name.
    public var description: String { String(checked: bytes) }
}

/// Four bytes that distinguish a name's keys.
///
/// They prove nothing: other keys with the same id can be made easily, so only the key itself
/// proves who signed.
public struct KeyID: Hashable, Sendable {
    /// The four bytes, the first one highest.
    public let value: UInt32

    /// Creates an id from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// Computes the id of an Ed25519 key: the start of SHA-256(name ‖ newline ‖ 0x01 ‖ key).
    init(name: KeyName, publicKey: [UInt8]) {
        var hash = SHA256()
        hash.update(name.bytes.span.bytes)
        hash.update(newline)
        hash.update(SignatureType.ed25519)
        hash.update(publicKey.span.bytes)
        value = hash.finish().withBytes { KeyID(bigEndian: $0).value }
    }

    /// Reads the first four bytes.
    init(bigEndian bytes: RawSpan) {
        value = UInt32(bigEndian: bytes.unsafeLoadUnaligned(as: UInt32.self))
    }

    /// The four bytes, the highest first.
    var bytes: [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

extension KeyID: CustomStringConvertible {
    /// Eight lower-case hexadecimal digits.
    public var description: String { Hexadecimal.encode(bytes.span.bytes) }
}

/// The bytes by which signed notes tell kinds of keys apart.
enum SignatureType {
    /// Ed25519 over the note's text, the one kind that is read here.
    static let ed25519: UInt8 = 0x01
}
