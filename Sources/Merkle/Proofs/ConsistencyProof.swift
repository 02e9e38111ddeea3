/// A proof that a tree continues an older one: that it begins with all its leaves, in order.
public struct ConsistencyProof: Hashable, Sendable {
    /// How many leaves the older tree has.
    public let oldSize: UInt64

    /// How many leaves the newer tree has.
    public let newSize: UInt64

    /// The hashes, in the order of RFC 6962 §2.1.2.
    public let hashes: [Digest]

    /// The most hashes a proof has: one for each level of the largest tree, and one to begin with.
    public static let maximumHashCount = 64

    /// Creates a proof from the hashes of another party.
    ///
    /// - Throws: ``ProofError`` if the older tree is empty or larger than the newer one, or the
    ///   hashes are too many or too few for the two.
    public init(oldSize: UInt64, newSize: UInt64, hashes: [Digest]) throws(ProofError) {
        try Self.check(oldSize: oldSize, newSize: newSize)
        let expected = Self.hashCount(oldSize: oldSize, newSize: newSize)
        guard hashes.count == expected else {
            throw .hashCount(expected: expected, found: hashes.count)
        }
        self.oldSize = oldSize
        self.newSize = newSize
        self.hashes = hashes
    }

    /// Makes the proof from the hashes that a log stores.
    ///
    /// ``ProofPlan`` does the same in two steps, for when the stored hashes can be missing.
    ///
    /// - Throws: ``ProofError`` if the older tree is empty or larger than the newer one.
    /// - Complexity: O(log² size) at most.
    public init(
        oldSize: UInt64,
        newSize: UInt64,
        stored: (TreeNode) -> Digest
    ) throws(ProofError) {
        hashes = try ProofPlan(consistencyFrom: oldSize, to: newSize).hashes(stored)
        self.oldSize = oldSize
        self.newSize = newSize
    }

    /// Checks that the tree of the new root continues the one of the old root.
    ///
    /// Trees of the same size must have the same root.
    ///
    /// - Throws: ``ProofError/wrongOldRoot`` or ``ProofError/wrongNewRoot``.
    /// - Complexity: at most two hashes for each of the proof's.
    public func verify(oldRoot: Digest, newRoot: Digest) throws(ProofError) {
        guard oldSize < newSize else {
            guard oldRoot == newRoot else { throw .wrongNewRoot }
            return
        }
        var climb = Self.climb(oldSize: oldSize, newSize: newSize)
        // Both trees have the older one's last perfect subtree. If that is the whole older tree,
        // the proof leaves it out, because its root is known.
        let isWhole = oldSize.nonzeroBitCount == 1
        var old = isWhole ? oldRoot : hashes[0]
        var new = old
        for sibling in hashes.dropFirst(isWhole ? 0 : 1) {
            if climb.isRight() {
                old = TreeHash.node(sibling, old)
                new = TreeHash.node(sibling, new)
            } else {
                new = TreeHash.node(new, sibling)
            }
        }
        guard old == oldRoot else { throw .wrongOldRoot }
        guard new == newRoot else { throw .wrongNewRoot }
    }

    static func check(oldSize: UInt64, newSize: UInt64) throws(ProofError) {
        guard newSize <= TreeHash.maximumSize else { throw .treeTooLarge(size: newSize) }
        guard oldSize <= newSize else { throw .sizesOutOfOrder(old: oldSize, new: newSize) }
        guard oldSize > 0 else { throw .emptyTree }
    }

    private static func hashCount(oldSize: UInt64, newSize: UInt64) -> Int {
        guard oldSize < newSize else { return 0 }
        let height = UInt64(oldSize.trailingZeroBitCount)
        return InclusionProof.hashCount(
            index: (oldSize - 1) >> height,
            last: (newSize - 1) >> height
        ) + (oldSize.nonzeroBitCount == 1 ? 0 : 1)
    }

    /// The way up from the older tree's last perfect subtree, in the newer tree.
    private static func climb(oldSize: UInt64, newSize: UInt64) -> Climb {
        let height = UInt64(oldSize.trailingZeroBitCount)
        return Climb(node: (oldSize - 1) >> height, last: (newSize - 1) >> height)
    }
}
