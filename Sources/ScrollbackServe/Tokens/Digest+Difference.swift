internal import Merkle

extension Digest {
    /// The bits in which any words differ, 0 for equal digests; in a time that depends on none.
    func difference(from other: Digest) -> UInt64 {
        let (one, other) = (words, other.words)
        return (one.0 ^ other.0) | (one.1 ^ other.1) | (one.2 ^ other.2) | (one.3 ^ other.3)
    }
}
