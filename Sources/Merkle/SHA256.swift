internal import CCrypto

/// SHA-256 with its state on the stack.
public struct SHA256: ~Copyable {
    private var context = SHA256_CTX()

    /// Begins a hash of nothing.
    @inline(__always)
    public init() {
        SHA256_Init(&context)
    }

    /// Adds bytes.
    public mutating func update(_ bytes: RawSpan) {
        bytes.withUnsafeBytes { buffer in
            _ = SHA256_Update(&context, buffer.baseAddress, buffer.count)
        }
    }

    /// Adds a byte.
    public mutating func update(_ byte: UInt8) {
        withUnsafeBytes(of: byte) { buffer in
            _ = SHA256_Update(&context, buffer.baseAddress, 1)
        }
    }

    /// Adds a hash.
    public mutating func update(_ digest: Digest) {
        withUnsafeBytes(of: digest.words) { buffer in
            _ = SHA256_Update(&context, buffer.baseAddress, buffer.count)
        }
    }

    /// The hash of all that was taken in.
    @inline(__always)
    public consuming func finish() -> Digest {
        var digest = Digest.zero
        withUnsafeMutableBytes(of: &digest.words) { buffer in
            _ = SHA256_Final(buffer.baseAddress, &context)
        }
        return digest
    }

    /// The hash of some bytes.
    public static func hash(_ bytes: RawSpan) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }
}
