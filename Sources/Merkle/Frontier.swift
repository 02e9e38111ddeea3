/// The right edge of a growing tree: enough to add leaves and to name the root.
///
/// It holds one hash for each perfect subtree that the leaves so far fall into, the widest first;
/// these are as many as there are ones in the binary form of the size.
public struct Frontier: Sendable {
    /// How many leaves the tree has.
    public private(set) var size: UInt64 = 0

    private var subtrees: [Digest] = []

    /// The edge of a tree without leaves.
    public init() {
        subtrees.reserveCapacity(64)
    }

    /// The edge of a tree whose perfect subtrees are known, the widest first.
    ///
    /// - Precondition: there is one hash for each one-bit of the size.
    public init(size: UInt64, subtrees: [Digest]) {
        precondition(subtrees.count == size.nonzeroBitCount, "One hash for each perfect subtree.")
        self.size = size
        self.subtrees = subtrees
        self.subtrees.reserveCapacity(64)
    }

    /// Adds a leaf's hash, and tells of each perfect subtree that it completes: its height
    /// (the leaf itself has 0) and its hash, the lowest first.
    ///
    /// - Complexity: O(1) amortised; at most one hash for each bit of the size.
    @inlinable
    public mutating func append<Failure: Error>(
        _ leaf: Digest,
        completing: (_ height: Int, _ hash: Digest) throws(Failure) -> Void
    ) throws(Failure) {
        var hash = leaf
        var height = 0
        var remaining = size
        try completing(0, hash)
        while remaining & 1 == 1 {
            hash = TreeHash.node(removeNarrowest(), hash)
            height += 1
            remaining >>= 1
            try completing(height, hash)
        }
        push(hash)
    }

    /// Adds a leaf's hash.
    public mutating func append(_ leaf: Digest) {
        append(leaf) { _, _ in }
    }

    @usableFromInline
    mutating func removeNarrowest() -> Digest {
        subtrees.removeLast()
    }

    @usableFromInline
    mutating func push(_ hash: Digest) {
        subtrees.append(hash)
        size += 1
    }

    /// The root of the tree.
    ///
    /// - Complexity: one hash for each perfect subtree but the last.
    public var root: Digest {
        guard var hash = subtrees.last else { return TreeHash.emptyRoot }
        for left in subtrees.dropLast().reversed() { hash = TreeHash.node(left, hash) }
        return hash
    }
}
