import Merkle

/// The definitions of RFC 6962 §2.1 in their own words: recursive, slow and easy to compare.
struct NaiveTree {
    let leaves: [Digest]

    /// A tree whose leaves are the numbers from 0.
    init(size: Int) {
        leaves = (0..<size).map { TreeHash.leaf(Array("leaf \($0)".utf8).span.bytes) }
    }

    func root(size: Int) -> Digest { Self.root(of: leaves[..<size]) }

    /// PATH(m, D[n]).
    func inclusion(index: Int, size: Int) -> [Digest] {
        Self.path(index, leaves[..<size])
    }

    /// PROOF(m, D[n]).
    func consistency(from old: Int, to new: Int) -> [Digest] {
        Self.subproof(old, leaves[..<new], isWhole: true)
    }

    /// What a log would have stored for a subtree.
    func stored(_ node: TreeNode) -> Digest {
        Self.root(of: leaves[Int(node.leaves.lowerBound)..<Int(node.leaves.upperBound)])
    }

    static func root(of leaves: ArraySlice<Digest>) -> Digest {
        guard leaves.count > 1 else { return leaves.first ?? TreeHash.emptyRoot }
        let middle = leaves.startIndex + half(leaves.count)
        return TreeHash.node(root(of: leaves[..<middle]), root(of: leaves[middle...]))
    }

    private static func path(_ index: Int, _ leaves: ArraySlice<Digest>) -> [Digest] {
        guard leaves.count > 1 else { return [] }
        let half = half(leaves.count)
        let left = leaves.prefix(half)
        let right = leaves.dropFirst(half)
        return index < half
            ? path(index, left) + [root(of: right)]
            : path(index - half, right) + [root(of: left)]
    }

    private static func subproof(
        _ old: Int,
        _ leaves: ArraySlice<Digest>,
        isWhole: Bool
    ) -> [Digest] {
        if old == leaves.count { return isWhole ? [] : [root(of: leaves)] }
        let half = half(leaves.count)
        let left = leaves.prefix(half)
        let right = leaves.dropFirst(half)
        return old <= half
            ? subproof(old, left, isWhole: isWhole) + [root(of: right)]
            : subproof(old - half, right, isWhole: false) + [root(of: left)]
    }

    /// The largest power of two below a count.
    private static func half(_ count: Int) -> Int {
        var half = 1
        while half * 2 < count { half *= 2 }
        return half
    }
}
