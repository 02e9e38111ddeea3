/// The hashing of RFC 6962: leaves and nodes are kept apart by their first byte.
public enum TreeHash {
    /// The root of a tree without leaves: SHA-256 of nothing.
    public static var emptyRoot: Digest { SHA256().finish() }

    /// The hash of a leaf: SHA-256(0x00 ‖ bytes).
    public static func leaf(_ bytes: RawSpan) -> Digest {
        var hash = SHA256()
        hash.update(0x00)
        hash.update(bytes)
        return hash.finish()
    }

    /// The hash of an inner node: SHA-256(0x01 ‖ left ‖ right).
    public static func node(_ left: Digest, _ right: Digest) -> Digest {
        var hash = SHA256()
        hash.update(0x01)
        hash.update(left)
        hash.update(right)
        return hash.finish()
    }
}
