internal import CCrypto

/// The text of a key: name, id and key material, joined by `+`.
///
/// Public: `example.com/log+7997405c+AQcC+FTV…`. Private: the same behind `PRIVATE+KEY+`.
enum KeyText {
    /// The most bytes of a key's text: prefix, name, id, 33 bytes in base 64, and what joins them.
    static let maximumBytes = KeyName.maximumBytes + 66

    static let privatePrefix: StaticString = "PRIVATE+KEY+"

    /// Reads a key's text, and lends its 32 bytes, which are cleared afterwards.
    static func read<Result>(
        _ text: RawSpan,
        isPrivate: Bool,
        _ body: (KeyName, KeyID, RawSpan) throws(KeyError) -> Result
    ) throws(KeyError) -> Result {
        guard text.byteCount <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
        var copy = text.withUnsafeBytes { Array($0) }
        defer { if isPrivate { cleanse(&copy) } }
        let (name, id, material) = try split(copy, isPrivate: isPrivate)
        var key: [UInt8]
        do { key = try Base64.decode(copy[material].span.bytes) } catch { throw .base64(error) }
        defer { cleanse(&key) }
        guard let type = key.first else { throw .byteCount(0) }
        guard type == SignatureType.ed25519 else { throw .unsupportedType(type) }
        guard key.count == 1 + byteCount else { throw .byteCount(key.count - 1) }
        return try body(name, id, key.span.bytes.extracting(droppingFirst: 1))
    }

    /// Writes a key's text; of a private one nothing else is left, and the caller clears the text.
    static func characters(name: KeyName, id: KeyID, key: RawSpan, isPrivate: Bool) -> [UInt8] {
        var material: [UInt8] = []
        material.reserveCapacity(1 + byteCount)
        material.append(SignatureType.ed25519)
        key.withUnsafeBytes { material.append(contentsOf: $0) }
        var encoded = Base64.characters(of: material.span.bytes)
        var text: [UInt8] = []
        text.reserveCapacity(maximumBytes)
        if isPrivate { privatePrefix.withUTF8Buffer { text.append(contentsOf: $0) } }
        // Piece by piece: a sum of arrays would leave a copy of the key behind.
        text += name.bytes
        text.append(plus)
        text += Array(id.description.utf8)
        text.append(plus)
        text += encoded
        if isPrivate {
            cleanse(&material)
            cleanse(&encoded)
        }
        return text
    }

    /// Overwrites bytes in a way that the optimiser does not leave out.
    static func cleanse(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    private static let byteCount = 32
    private static let plus = UInt8(ascii: "+")

    /// Finds the parts; the material may itself have plus signs, a name never has.
    private static func split(
        _ text: [UInt8],
        isPrivate: Bool
    ) throws(KeyError) -> (KeyName, KeyID, Range<Int>) {
        var scanner = ByteScanner(text[...])
        guard !isPrivate || scanner.take(privatePrefix), let name = scanner.take(before: plus),
            let digits = scanner.take(before: plus)
        else { throw .malformed }
        let keyName = try KeyName(name)
        guard digits.count == 8, let id = Hexadecimal.decode(digits.span.bytes) else {
            throw .malformedID
        }
        return (keyName, KeyID(bigEndian: id.span.bytes), scanner.position..<text.count)
    }
}
