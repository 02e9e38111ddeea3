/// A SHA-256 hash: 32 bytes.
public struct Digest: Hashable, Sendable, BitwiseCopyable {
    /// The bytes as they lie in memory, eight at a time.
    public var words: (UInt64, UInt64, UInt64, UInt64)

    /// How many bytes a hash has.
    public static let byteCount = 32

    /// All bytes zero; stands where there is no hash, for no input is known to give it.
    public static var zero: Digest { Digest(words: (0, 0, 0, 0)) }

    /// Makes a hash of its four words in memory order.
    public init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// Copies 32 bytes.
    ///
    /// - Precondition: there are exactly 32; a decoder checks that first.
    public init(_ bytes: RawSpan) {
        precondition(bytes.byteCount == Self.byteCount, "A digest has 32 bytes.")
        words = bytes.unsafeLoadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
    }

    /// Copies the bytes to the start of a buffer of at least 32.
    public func store(into buffer: UnsafeMutableRawBufferPointer) {
        buffer.storeBytes(of: words, as: (UInt64, UInt64, UInt64, UInt64).self)
    }

    /// Lends the 32 bytes.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes(of: words) { (bytes) throws(Failure) -> Result in
            try body(RawSpan(_unsafeBytes: bytes))
        }
    }

    /// Whether two hashes are the same.
    public static func == (left: Digest, right: Digest) -> Bool {
        left.words == right.words
    }

    /// Feeds half of the bytes, which for a hash say as much as all.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}

extension Digest: CustomStringConvertible {
    /// The hash in lower-case hexadecimal.
    public var description: String {
        withBytes { Hexadecimal.encode($0) }
    }

    /// Reads a hash from 64 lower-case hexadecimal digits; nil for other bytes.
    package init?(hexadecimal text: RawSpan) {
        guard let bytes = Hexadecimal.decode(text), bytes.count == Self.byteCount else {
            return nil
        }
        self.init(bytes.span.bytes)
    }

    /// The same for a text.
    package init?(hexadecimal text: some StringProtocol) {
        self.init(hexadecimal: Array(text.utf8).span.bytes)
    }
}
