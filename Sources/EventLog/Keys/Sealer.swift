internal import CCrypto
package import Merkle
internal import Wire

/// Seals and opens content: AES-128-CTR under the slot's key, vouched for by an HMAC under its salt.
///
/// The counter starts from the seal, because a position that was rolled back is used again: with
/// other content the seal differs, and no key stream is ever used for two texts.
struct Sealer: ~Copyable {
    private let context: OpaquePointer
    private var buffer: UnsafeMutableRawBufferPointer

    private static let prefix: StaticString = "scrollback/content/1"

    init() {
        guard let context = EVP_CIPHER_CTX_new() else { fatalError("Out of memory.") }
        self.context = context
        buffer = .allocate(byteCount: 1_024, alignment: 16)
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    /// The seal of a content under a salt.
    static func seal(of content: RawSpan, salt: UniqueID) -> Digest {
        var code = salt.withBytes { HMACSHA256(key: $0) }
        code.update(
            RawSpan(_unsafeStart: prefix.utf8Start, byteCount: prefix.utf8CodeUnitCount))
        code.update(content)
        return code.finish()
    }

    /// Encrypts or decrypts, which is the same, and lends the result.
    @_lifetime(&self)
    mutating func apply(_ slot: Slot, seal: Digest, to bytes: RawSpan) -> RawSpan {
        if buffer.count < bytes.byteCount {
            OPENSSL_cleanse(buffer.baseAddress, buffer.count)
            buffer.deallocate()
            buffer = .allocate(byteCount: bytes.byteCount * 2, alignment: 16)
        }
        let output = buffer.baseAddress
        var written: Int32 = 0
        let worked = slot.key.withBytes { key in
            seal.withBytes { iv in
                key.withUnsafeBytes { key in
                    iv.withUnsafeBytes { iv in
                        bytes.withUnsafeBytes { input in
                            EVP_EncryptInit_ex(
                                context, EVP_aes_128_ctr(), nil,
                                key.baseAddress?.assumingMemoryBound(to: UInt8.self),
                                iv.baseAddress?.assumingMemoryBound(to: UInt8.self)) == 1
                                && EVP_EncryptUpdate(
                                    context,
                                    output?.assumingMemoryBound(to: UInt8.self), &written,
                                    input.baseAddress?.assumingMemoryBound(to: UInt8.self),
                                    Int32(input.count)) == 1
                        }
                    }
                }
            }
        }
        precondition(worked && Int(written) == bytes.byteCount, "AES-128-CTR keeps the length.")
        let result = RawSpan(
            _unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<bytes.byteCount]))
        return _overrideLifetime(result, mutating: &self)
    }
}

extension UniqueID {
    /// Lends the 16 bytes.
    func withBytes<Result: ~Copyable>(_ body: (RawSpan) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { buffer in
            store(into: buffer)
            return body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }
}
