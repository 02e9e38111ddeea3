/// Why a proof does not hold, or cannot be made.
public enum ProofError: Error, Hashable, Sendable {
    /// The tree has more leaves than ``TreeHash/maximumSize``.
    case treeTooLarge(size: UInt64)
    /// The tree has no leaf of that index.
    case indexOutsideTree(index: UInt64, size: UInt64)
    /// The older tree has no leaves, so there is nothing that the newer one could have kept.
    case emptyTree
    /// The older tree is larger than the newer one.
    case sizesOutOfOrder(old: UInt64, new: UInt64)
    /// The proof has another count of hashes than the sizes ask for.
    case hashCount(expected: Int, found: Int)
    /// The leaf and the proof give another root.
    case wrongRoot
    /// The proof gives another root for the older tree.
    case wrongOldRoot
    /// The proof gives another root for the newer tree.
    case wrongNewRoot
}

extension ProofError: CustomStringConvertible {
    /// A description of the fault.
    public var description: String {
        switch self {
        case .treeTooLarge(let size): "a tree of \(size) leaves is larger than 2^63"
        case .indexOutsideTree(let index, let size):
            "the index \(index) lies outside a tree of \(size) leaves"
        case .emptyTree: "an empty tree is part of every tree, so nothing can be proved from it"
        case .sizesOutOfOrder(let old, let new):
            "a tree of \(new) leaves cannot continue one of \(old)"
        case .hashCount(let expected, let found):
            "the proof has \(found) hashes where the sizes ask for \(expected)"
        case .wrongRoot: "the leaf and the proof give another root"
        case .wrongOldRoot: "the proof gives another root for the older tree"
        case .wrongNewRoot: "the proof gives another root for the newer tree"
        }
    }
}
