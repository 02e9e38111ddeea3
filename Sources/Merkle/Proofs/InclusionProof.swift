/// A proof that a tree has a leaf: the hashes beside the way from the leaf up to the root.
public struct InclusionProof: Hashable, Sendable {
    /// The leaf's index, from 0.
    public let index: UInt64

    /// How many leaves the tree has.
    public let size: UInt64

    /// The hashes, from the leaf's sibling up to the root's child.
    public let hashes: [Digest]

    /// The most hashes a proof has: one for each level of the largest tree.
    public static let maximumHashCount = 63

    /// Creates a proof from the hashes of another party.
    ///
    /// - Throws: ``ProofError`` if there is no such leaf or tree, or the hashes are too many or too
    ///   few for it.
    public init(index: UInt64, size: UInt64, hashes: [Digest]) throws(ProofError) {
        try Self.check(index: index, size: size)
        let expected = Self.hashCount(index: index, last: size - 1)
        guard hashes.count == expected else {
            throw .hashCount(expected: expected, found: hashes.count)
        }
        self.index = index
        self.size = size
        self.hashes = hashes
    }

    /// Makes the proof from the hashes that a log stores.
    ///
    /// ``ProofPlan`` does the same in two steps, for when the stored hashes can be missing.
    ///
    /// - Throws: ``ProofError`` if there is no such leaf or tree.
    /// - Complexity: O(log² size) at most.
    public init(
        index: UInt64,
        size: UInt64,
        stored: (TreeNode) -> Digest
    ) throws(ProofError) {
        hashes = try ProofPlan(inclusionOf: index, in: size).hashes(stored)
        self.index = index
        self.size = size
    }

    /// Checks that a tree of this root has the leaf at this index.
    ///
    /// - Throws: ``ProofError/wrongRoot`` if it has not.
    /// - Complexity: one hash for each of the proof's.
    public func verify(leaf: Digest, root: Digest) throws(ProofError) {
        guard self.root(of: leaf) == root else { throw .wrongRoot }
    }

    /// The root that a tree has if it has the leaf at this index.
    ///
    /// - Complexity: one hash for each of the proof's.
    public func root(of leaf: Digest) -> Digest {
        var climb = Climb(node: index, last: size - 1)
        var hash = leaf
        for sibling in hashes {
            hash = climb.isRight() ? TreeHash.node(sibling, hash) : TreeHash.node(hash, sibling)
        }
        return hash
    }

    static func check(index: UInt64, size: UInt64) throws(ProofError) {
        guard size <= TreeHash.maximumSize else { throw .treeTooLarge(size: size) }
        guard index < size else { throw .indexOutsideTree(index: index, size: size) }
    }

    /// How many siblings lie beside the way up from a node to the root.
    ///
    /// Up to where the way meets that of the last node every level has one; above that the node
    /// is itself the last, and has one on its left wherever its number is odd.
    static func hashCount(index: UInt64, last: UInt64) -> Int {
        let meeting = UInt64.bitWidth - (index ^ last).leadingZeroBitCount
        return meeting + (index >> UInt64(meeting)).nonzeroBitCount
    }
}

/// The way up from a node: on which side of it each sibling stands.
struct Climb {
    /// The node's number in its level.
    private var node: UInt64
    /// The number of the last node of that level.
    private var last: UInt64

    init(node: UInt64, last: UInt64) {
        self.node = node
        self.last = last
    }

    /// Goes up to the next level at which the node has a sibling, and over it.
    ///
    /// - Returns: whether the node is the right one of the two.
    mutating func isRight() -> Bool {
        // The last node of a level, if its number is even, has no sibling and is its own parent.
        while node == last, node & 1 == 0, last > 0 {
            node >>= 1
            last >>= 1
        }
        let isRight = node & 1 == 1
        node >>= 1
        last >>= 1
        return isRight
    }
}
