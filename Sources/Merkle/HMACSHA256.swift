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
        var block = InlineArray<8, UInt64>(repeating: 0)
        key.withUnsafeBytes { key in
            withUnsafeMutableBytes(of: &block) { $0.copyMemory(from: key) }
        }
        for word in block.indices { block[word] ^= 0x3636_3636_3636_3636 }
        inner.update(block.span.bytes)
        for word in block.indices { block[word] ^= 0x3636_3636_3636_3636 ^ 0x5C5C_5C5C_5C5C_5C5C }
        outer.update(block.span.bytes)
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
