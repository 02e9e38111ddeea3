/// Which stored hashes a proof is made of.
///
/// Planning looks at sizes alone, so that a log can fetch, or a client download, all it needs at
/// once:
///
///     let plan = try ProofPlan(inclusionOf: 5, in: 8)
///     let hashes = try plan.hashes { node in try log.hash(of: node) }
///     let proof = try InclusionProof(index: 5, size: 8, hashes: hashes)
public struct ProofPlan: Sendable {
    /// The perfect subtrees whose hashes are needed, in the order of the proof's hashes; those
    /// of one hash stand together, the widest first.
    public private(set) var nodes: [TreeNode] = []

    /// The end in `nodes` of the nodes of each of the proof's hashes.
    private var ends: [Int] = []

    private let size: UInt64

    /// Plans the proof that a leaf is in a tree.
    ///
    /// - Throws: ``ProofError`` if there is no such leaf or tree.
    /// - Complexity: O(log² size) at most; no hashing.
    public init(inclusionOf index: UInt64, in size: UInt64) throws(ProofError) {
        try InclusionProof.check(index: index, size: size)
        self.size = size
        var tree = 0..<size
        var siblings: [Range<UInt64>] = []
        while tree.upperBound - tree.lowerBound > 1 {
            let middle = Self.middle(of: tree)
            if index < middle {
                siblings.append(middle..<tree.upperBound)
                tree = tree.lowerBound..<middle
            } else {
                siblings.append(tree.lowerBound..<middle)
                tree = middle..<tree.upperBound
            }
        }
        for sibling in siblings.reversed() { add(sibling) }
    }

    /// Plans the proof that a tree continues an older one.
    ///
    /// - Throws: ``ProofError`` if the older one is empty or larger.
    /// - Complexity: O(log² size) at most; no hashing.
    public init(consistencyFrom old: UInt64, to new: UInt64) throws(ProofError) {
        try ConsistencyProof.check(oldSize: old, newSize: new)
        size = new
        var tree = 0..<new
        var siblings: [Range<UInt64>] = []
        while tree.upperBound != old {
            let middle = Self.middle(of: tree)
            if old <= middle {
                siblings.append(middle..<tree.upperBound)
                tree = tree.lowerBound..<middle
            } else {
                siblings.append(tree.lowerBound..<middle)
                tree = middle..<tree.upperBound
            }
        }
        // A subtree that begins at 0 is the whole older tree, whose root the verifier has.
        if tree.lowerBound > 0 { add(tree) }
        for sibling in siblings.reversed() { add(sibling) }
    }

    /// How many hashes the proof has.
    public var hashCount: Int { ends.count }

    /// Computes the proof's hashes from the stored ones.
    ///
    /// - Throws: what the closure throws.
    /// - Complexity: calls the closure once for each of ``nodes``, and hashes less often than that.
    public func hashes<Failure: Error>(
        _ stored: (TreeNode) throws(Failure) -> Digest
    ) throws(Failure) -> [Digest] {
        var hashes: [Digest] = []
        hashes.reserveCapacity(ends.count)
        var start = 0
        for end in ends {
            var hash = try stored(nodes[end - 1])
            for node in nodes[start..<end - 1].reversed() {
                hash = TreeHash.node(try stored(node), hash)
            }
            hashes.append(hash)
            start = end
        }
        return hashes
    }

    /// The tiles that hold these hashes, each once, as wide as they are in the tree of this size.
    ///
    /// - Complexity: O(number of nodes).
    public var tiles: [Tile] {
        var seen: Set<Tile> = []
        return nodes.map { Tile(holding: $0, inTreeOf: size) }.filter { seen.insert($0).inserted }
    }

    private mutating func add(_ leaves: Range<UInt64>) {
        TreeNode.append(covering: leaves, to: &nodes)
        ends.append(nodes.count)
    }

    /// Returns the split of a tree in the RFC: the largest power of two that is smaller than its
    /// count.
    private static func middle(of tree: Range<UInt64>) -> UInt64 {
        let last = tree.upperBound - tree.lowerBound - 1
        return tree.lowerBound + 1 << UInt64(UInt64.bitWidth - 1 - last.leadingZeroBitCount)
    }
}
