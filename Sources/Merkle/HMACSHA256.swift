/// HMAC with SHA-256, for keys of at most 64 bytes, taken in piece by piece.
public struct HMACSHA256: ~Copyable {
    private var inner = SHA256()
    private var outer = SHA256()

    private static let blockBytes = 64

    /// Begins with a key.
    ///
    /// - Precondition: the key has at most 64 bytes; longer ones would have to be hashed first.
    public init(key: RawSpan) {
        precondition(key.byteCount <= Self.blockBytes, "The key is longer than a block.")
        var innerPad = InlineArray<64, UInt8>(repeating: 0x36)
        var outerPad = InlineArray<64, UInt8>(repeating: 0x5C)
        for index in key.byteOffsets {
            let byte = key.unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self)
            innerPad[index] ^= byte
            outerPad[index] ^= byte
        }
        inner.update(innerPad.span.bytes)
        outer.update(outerPad.span.bytes)
    }

    /// Takes in more bytes.
    public mutating func update(_ bytes: RawSpan) {
        inner.update(bytes)
    }

    /// The code of all that was taken in.
    public consuming func finish() -> Digest {
        outer.update(inner.finish())
        return outer.finish()
    }
}
