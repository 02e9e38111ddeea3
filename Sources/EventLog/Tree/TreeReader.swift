package import Merkle
internal import Wire

/// The hashes for proofs: from stored tiles and, while a tile is open, from the level below it.
///
/// It keeps the open tile of each level between calls: its hashes never change, and each costs a
/// record or 255 hashes to compute.
package struct TreeReader {
    /// The known hashes of the open tile of each level.
    private var open: [UInt8: (index: UInt64, hashes: [Digest])] = [:]

    package init() {}

    /// The hash of a perfect subtree.
    ///
    /// - Throws: `noSuchPosition` if the log is shorter; `damagedTile` if a tile is missing.
    /// - Complexity: at most a tile and 255 hashes; the first time, for a subtree on the right
    ///   edge, that many for each hash of the open tile.
    package mutating func hash(
        of node: TreeNode,
        in snapshot: borrowing LogSnapshot
    ) throws(LogError) -> Digest {
        let end = Position(node.leaves.upperBound)
        guard end <= snapshot.size else { throw .noSuchPosition(end, size: snapshot.size) }
        let level = UInt8(node.tileLevel)
        let hashes = try tile(
            level: level,
            index: node.tileIndex,
            count: node.tileHashes.upperBound,
            in: snapshot
        )
        guard let hash = node.hash(inTile: hashes.span) else {
            throw .damagedTile(level: level, index: node.tileIndex)
        }
        return hash
    }

    /// Returns the tile with a number, or as many of its hashes as needed.
    private mutating func tile(
        level: UInt8,
        index: UInt64,
        count: Int,
        in snapshot: borrowing LogSnapshot
    ) throws(LogError) -> [Digest] {
        if let tile = try snapshot.tile(level: level, index: index) { return tile }
        let kept = open[level].flatMap { $0.index == index ? $0.hashes : nil } ?? []
        if kept.count >= count { return kept }
        let hashes = try TreeState.entries(
            level: level,
            index: index,
            count: count,
            startingWith: kept,
            in: snapshot
        )
        open[level] = (index, hashes)
        return hashes
    }
}
