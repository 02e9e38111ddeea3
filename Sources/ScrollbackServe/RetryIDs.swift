internal import Merkle
internal import Scrollback
internal import Wire

/// Makes ids of the texts by which clients mark their retries.
///
/// Without the secret, no client can make a text for a given id.
struct RetryIDs: Sendable {
    private let secret: [UInt8]

    /// Under a secret of the store's keys, which their copies and a restored store have too.
    init(of store: Store) throws(StoreError) {
        secret = try store.secret(for: "idempotency").withBytes { bytes in
            bytes.withUnsafeBytes { Array($0) }
        }
    }

    init(secret: [UInt8]) { self.secret = secret }

    /// The id (UUID version 8) that an actor's text stands for.
    func id(for text: String, by actor: String) -> UniqueID {
        var code = HMACSHA256(key: secret.span.bytes)
        let bytes = Array("scrollback/idempotency/1\0\(actor)\0\(text)".utf8)
        code.update(bytes.span.bytes)
        let words = code.finish().words
        return UniqueID(
            high: UInt64(bigEndian: words.0) & ~0xF000 | 0x8000,
            low: UInt64(bigEndian: words.1) & ~(0b11 << 62) | 0b10 << 62
        )
    }
}
