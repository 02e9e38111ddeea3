/// A perfect subtree: the one of a height whose leaves begin at a multiple of its width.
///
/// These are the hashes a log stores or can compute from one tile; all other inner nodes are
/// made of them.
public struct TreeNode: Hashable, Sendable {
    /// How many levels lie below it; a leaf has 0.
    public let height: Int

    /// Its number among the subtrees of its height, from the left, from 0.
    public let index: UInt64

    /// Names a subtree.
    ///
    /// - Precondition: it lies within a tree of ``TreeHash/maximumSize`` leaves.
    public init(height: Int, index: UInt64) {
        precondition(
            (0..<64).contains(height) && index < TreeHash.maximumSize >> UInt64(height),
            "The subtree lies outside the largest tree."
        )
        self.height = height
        self.index = index
    }

    /// The indexes of the leaves below it.
    public var leaves: Range<UInt64> {
        let width: UInt64 = 1 << UInt64(height)
        return index * width..<index * width + width
    }

    /// The perfect subtrees that the first `size` leaves fall into, the widest first.
    ///
    /// Their hashes are what ``Frontier/init(size:subtrees:)`` takes, and so give the root.
    ///
    /// - Precondition: the size is at most ``TreeHash/maximumSize``.
    /// - Complexity: one for each one-bit of the size.
    public static func edge(of size: UInt64) -> [TreeNode] {
        precondition(size <= TreeHash.maximumSize, "The tree is larger than the largest.")
        var nodes: [TreeNode] = []
        append(covering: 0..<size, to: &nodes)
        return nodes
    }

    /// Adds the subtrees that a range of leaves falls into, the widest first.
    ///
    /// The range is one that the RFC's splitting gives: it begins at a multiple of the smallest
    /// power of two that is not below its length.
    static func append(covering leaves: Range<UInt64>, to nodes: inout [TreeNode]) {
        var start = leaves.lowerBound
        while start < leaves.upperBound {
            let height = UInt64.bitWidth - 1 - (leaves.upperBound - start).leadingZeroBitCount
            nodes.append(TreeNode(height: height, index: start >> UInt64(height)))
            start += 1 << UInt64(height)
        }
    }
}

extension TreeHash {
    /// How many leaves the largest tree has that is proved about: 2^63.
    public static var maximumSize: UInt64 { 1 << 63 }

    /// The root of the tree of some leaf hashes, or of any hashes that stand for perfect subtrees
    /// of one height.
    ///
    /// - Complexity: one hash less than there are leaves; no memory from the heap.
    public static func root(of leaves: Span<Digest>) -> Digest {
        guard !leaves.isEmpty else { return emptyRoot }
        // At each height the perfect subtree that waits for its right neighbour.
        var waiting = InlineArray<64, Digest>(repeating: .zero)
        for number in leaves.indices {
            var hash = leaves[number]
            var height = 0
            while number >> height & 1 == 1 {
                hash = node(waiting[height], hash)
                height += 1
            }
            waiting[height] = hash
        }
        var height = leaves.count.trailingZeroBitCount
        var root = waiting[height]
        height += 1
        while leaves.count >> height > 0 {
            if leaves.count >> height & 1 == 1 { root = node(waiting[height], root) }
            height += 1
        }
        return root
    }
}
