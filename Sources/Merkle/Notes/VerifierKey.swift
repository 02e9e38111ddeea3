internal import CCrypto

/// A public key, with the name it signs notes under; its text is what an auditor keeps.
///
///     let key = try VerifierKey("example.com/log+7997405c+AQcC+FTVKf0jlTdH…")
public struct VerifierKey: Hashable, Sendable {
    /// The name that its signatures carry.
    public let name: KeyName

    /// The id that its signatures carry, computed from the name and the key.
    public let id: KeyID

    /// The 32 bytes of RFC 8032.
    public let publicKey: [UInt8]

    /// The most bytes that a key's text has.
    public static let maximumTextBytes = KeyText.maximumBytes

    /// Creates a key from the 32 bytes of an Ed25519 key.
    ///
    /// - Throws: ``KeyError/byteCount(_:)`` if there are not 32.
    public init(name: KeyName, publicKey: RawSpan) throws(KeyError) {
        guard publicKey.byteCount == 32 else { throw .byteCount(publicKey.byteCount) }
        self.name = name
        self.publicKey = publicKey.withUnsafeBytes { Array($0) }
        id = KeyID(name: name, publicKey: self.publicKey)
    }

    /// Reads the text `name+id+key`.
    ///
    /// - Throws: ``KeyError``; also if the id does not match the name and the key.
    public init(_ text: String) throws(KeyError) {
        let bytes = Array(text.utf8)
        self = try KeyText.read(bytes.span.bytes, isPrivate: false) {
            (name, stated, key) throws(KeyError) in
            let key = try VerifierKey(name: name, publicKey: key)
            guard key.id == stated else { throw .wrongID(stated: stated, computed: key.id) }
            return key
        }
    }

    /// Whether these 64 bytes are the key's signature of a message.
    ///
    /// - Throws: ``KeyError/cryptographyFailed`` if libcrypto cannot tell.
    /// - Complexity: O(message), and about 0.1 ms.
    public func isSignature(_ signature: RawSpan, of message: RawSpan) throws(KeyError) -> Bool {
        guard signature.byteCount == SignerKey.signatureByteCount else { return false }
        let result = signature.withUnsafeBytes { signature in
            message.withUnsafeBytes { message in
                scrollback_ed25519_verify(
                    publicKey,
                    message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    message.count,
                    signature.baseAddress?.assumingMemoryBound(to: UInt8.self)
                )
            }
        }
        guard result >= 0 else { throw .cryptographyFailed }
        return result == 1
    }
}

extension VerifierKey: CustomStringConvertible {
    /// The text `name+id+key`.
    public var description: String {
        String(
            checked: KeyText.characters(
                name: name,
                id: id,
                key: publicKey.span.bytes,
                isPrivate: false
            )
        )
    }
}
