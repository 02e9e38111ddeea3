internal import CCrypto
internal import Merkle
internal import Wire

/// Seals and opens content: AES-128-CTR under the slot's key, authenticated by an HMAC under its
/// salt.
///
/// The counter starts from the seal, because a position that was rolled back is used again: with
/// other content the seal differs, so no key stream is ever used for two texts.
struct Sealer: ~Copyable {
    private let cipher: UnsafeMutablePointer<scrollback_aes_128_ctr>
    private var buffer: PrivateMemory
    private var count = 0
    /// Whether there may be something to forget.
    private var isUsed = false

    init() {
        guard let cipher = scrollback_aes_128_ctr_new() else {
            fatalError("OpenSSL gives no AES-128-CTR, or memory has run out.")
        }
        self.cipher = cipher
        buffer = PrivateMemory(byteCount: Self.keptByteCount)
    }

    /// Clears the results of all calls so far and the last key, and releases a large buffer.
    mutating func forget() {
        guard isUsed else { return }
        scrollback_aes_128_ctr_forget(cipher)
        if buffer.bytes.count > Self.keptByteCount {
            buffer = PrivateMemory(byteCount: Self.keptByteCount)
        } else {
            buffer.clear()
        }
        count = 0
        isUsed = false
    }

    /// One page.
    private static let keptByteCount = 4_096

    deinit {
        scrollback_aes_128_ctr_free(cipher)
    }

    /// The seal of a content under a salt.
    static func seal(of content: RawSpan, salt: UniqueID) -> Digest {
        var key = InlineArray<2, UInt64>(repeating: salt.low.bigEndian)
        key[0] = salt.high.bigEndian
        return EnvelopeSeal.compute(content: content, salt: key.span.bytes)
    }

    /// Decrypts, and returns whether the result matches the seal; `result` then lends it.
    mutating func opens(_ sealed: RawSpan, _ slot: Slot, seal: Digest) -> Bool {
        apply(slot, seal: seal, to: sealed)
        return Self.seal(of: result, salt: slot.salt) == seal
    }

    /// Lends room for something that was opened before; `result` then lends that.
    mutating func room(for byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if buffer.bytes.count < byteCount { buffer = PrivateMemory(byteCount: byteCount * 2) }
        count = byteCount
        isUsed = true
        return UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<byteCount])
    }

    /// The result of the last call, valid until the next one.
    var result: RawSpan {
        @_lifetime(borrow self)
        borrowing get {
            _overrideLifetime(RawSpan(_unsafeBytes: resultBytes), borrowing: self)
        }
    }

    /// The same bytes for a caller that ties them to a lifetime of its own.
    var resultBytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
    }

    /// Encrypts or decrypts, which is the same operation in counter mode; `result` then lends the
    /// bytes.
    mutating func apply(_ slot: Slot, seal: Digest, to bytes: RawSpan) {
        var key = slot.key.bigEndianWords
        var counter = (seal.words.0, seal.words.1)
        let output = room(for: bytes.byteCount).baseAddress?.assumingMemoryBound(to: UInt8.self)
        let works = bytes.withUnsafeBytes { input in
            scrollback_aes_128_ctr_apply(
                cipher,
                &key,
                &counter,
                input.baseAddress?.assumingMemoryBound(to: UInt8.self),
                output,
                input.count
            )
        }
        precondition(works == 1, "AES-128-CTR cannot fail on memory that is there.")
    }
}

extension UniqueID {
    /// The 16 bytes as they are stored.
    var bigEndianWords: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }
}
