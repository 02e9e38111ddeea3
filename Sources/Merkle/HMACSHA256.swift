/// HMAC with SHA-256, for keys of at most 64 bytes, taken in piece by piece.
public struct HMACSHA256: ~Copyable {
    private var inner = SHA256()
    /// The key, filled up with zeros.
    private var block = InlineArray<8, UInt64>(repeating: 0)

    private static let blockBytes = 64

    /// Begins with a key.
    ///
    /// - Precondition: the key has at most 64 bytes; longer ones would have to be hashed first.
    @inline(__always)
    public init(key: RawSpan) {
        precondition(key.byteCount <= Self.blockBytes, "The key is longer than a block.")
        key.withUnsafeBytes { key in
            withUnsafeMutableBytes(of: &block) { $0.copyMemory(from: key) }
        }
        Self.begin(&inner, with: block, 0x3636_3636_3636_3636)
    }

    /// Adds bytes.
    @inline(__always)
    public mutating func update(_ bytes: RawSpan) {
        inner.update(bytes)
    }

    /// The code of all that was taken in.
    @inline(__always)
    public consuming func finish() -> Digest {
        let digest = inner.finish()
        // Begun only now, so that there is one large state at a time and none is moved.
        var outer = SHA256()
        Self.begin(&outer, with: block, 0x5C5C_5C5C_5C5C_5C5C)
        outer.update(digest)
        return outer.finish()
    }

    @inline(__always)
    private static func begin(
        _ hash: inout SHA256,
        with block: InlineArray<8, UInt64>,
        _ padding: UInt64
    ) {
        var block = block
        for word in block.indices { block[word] ^= padding }
        hash.update(block.span.bytes)
    }
}
