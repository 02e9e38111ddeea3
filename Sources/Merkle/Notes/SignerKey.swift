internal import CCrypto

/// A private key, with the name it signs notes under.
///
/// The seed is cleared when the key is released, here and in libcrypto, as are the copies that
/// reading and writing it need. It is in no description.
public final class SignerKey: @unchecked Sendable {
    // Sendable: the pair of keys is made once, is never changed and may be used by many threads.
    private let pair: OpaquePointer

    /// An own copy, because libcrypto leaves one on the heap when it is asked for its.
    private let seed: UnsafeMutableRawBufferPointer

    /// The public half, which is what others check signatures with.
    public let verifier: VerifierKey

    /// How many bytes a private key has.
    public static let seedByteCount = 32

    /// How many bytes a signature has.
    public static let signatureByteCount = 64

    /// Makes a key of the 32 bytes that RFC 8032 calls the private key.
    ///
    /// - Throws: ``KeyError/byteCount(_:)`` if there are not 32, or
    ///   ``KeyError/cryptographyFailed``.
    public init(name: KeyName, seed: RawSpan) throws(KeyError) {
        guard seed.byteCount == Self.seedByteCount else { throw .byteCount(seed.byteCount) }
        let made = seed.withUnsafeBytes { seed in
            scrollback_ed25519_key(seed.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        guard let made else { throw .cryptographyFailed }
        do throws(KeyError) {
            var publicKey = [UInt8](repeating: 0, count: 32)
            guard scrollback_ed25519_public(made, &publicKey) == 1 else {
                throw .cryptographyFailed
            }
            verifier = try VerifierKey(name: name, publicKey: publicKey.span.bytes)
        } catch {
            EVP_PKEY_free(made)
            throw error
        }
        pair = made
        self.seed = .allocate(byteCount: Self.seedByteCount, alignment: 1)
        seed.withUnsafeBytes { self.seed.copyMemory(from: $0) }
    }

    deinit {
        EVP_PKEY_free(pair)
        OPENSSL_cleanse(seed.baseAddress, seed.count)
        seed.deallocate()
    }

    /// Makes a new key from random bytes.
    ///
    /// - Throws: ``KeyError/cryptographyFailed`` if there are no random bytes to be had.
    public static func random(name: KeyName) throws(KeyError) -> SignerKey {
        var seed = [UInt8](repeating: 0, count: seedByteCount)
        defer { KeyText.cleanse(&seed) }
        guard RAND_priv_bytes(&seed, Int32(seed.count)) == 1 else { throw .cryptographyFailed }
        return try SignerKey(name: name, seed: seed.span.bytes)
    }

    /// Reads the text `PRIVATE+KEY+name+id+seed`.
    ///
    /// The caller keeps the text, and should clear it.
    ///
    /// - Throws: ``KeyError``; also if the id does not match the name and the key.
    public static func parse(_ text: RawSpan) throws(KeyError) -> SignerKey {
        try KeyText.read(text, isPrivate: true) { (name, stated, seed) throws(KeyError) in
            let key = try SignerKey(name: name, seed: seed)
            guard key.verifier.id == stated else {
                throw .wrongID(stated: stated, computed: key.verifier.id)
            }
            return key
        }
    }

    /// Lends the text `PRIVATE+KEY+name+id+seed`, which is cleared when the closure returns.
    public func withPrivateText<Result>(_ body: (RawSpan) -> Result) -> Result {
        var text = KeyText.characters(
            name: verifier.name,
            id: verifier.id,
            key: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(seed)),
            isPrivate: true
        )
        defer { KeyText.cleanse(&text) }
        return body(text.span.bytes)
    }

    /// Signs a message: 64 bytes, the same ones each time.
    ///
    /// - Throws: ``KeyError/cryptographyFailed``.
    /// - Complexity: O(message), and about 0.04 ms.
    public func signature(of message: RawSpan) throws(KeyError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Self.signatureByteCount)
        let result = message.withUnsafeBytes { message in
            scrollback_ed25519_sign(
                pair,
                message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                message.count,
                &signature
            )
        }
        guard result == 1 else { throw .cryptographyFailed }
        return signature
    }
}

extension SignerKey: CustomStringConvertible {
    /// The name and the id, and nothing secret.
    public var description: String { "signer \(verifier.name)+\(verifier.id)" }
}
