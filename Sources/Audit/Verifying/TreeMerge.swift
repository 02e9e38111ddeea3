internal import EventLog
internal import Merkle
internal import Wire

/// Combines the roots of full tiles from the left: compares every tile above the leaves with them,
/// and computes the root of the tree at any size on the way.
struct TreeMerge {
    /// How many leaves the tiles so far have.
    private(set) var size: UInt64 = 0
    /// How many stored tiles above the leaves were compared.
    private(set) var compared: UInt64 = 0
    /// The perfect subtrees of the leaves so far, the widest first.
    private var subtrees: [Digest] = []
    /// The open tile of each level, from 1.
    private var open: [[TileRoot]] = []

    /// Returns the root of a tree of these leaves followed by a few more.
    func root(at size: UInt64, edge: [Digest]) -> Digest {
        Frontier(size: size, subtrees: subtrees + edge).root
    }

    /// Adds the root of the next full tile of leaves.
    ///
    /// - Returns: the first stored tile above it that differs.
    mutating func append(
        _ tile: TileRoot,
        in snapshot: borrowing LogSnapshot
    ) throws(LogError) -> Finding? {
        addSubtree(tile.hash)
        size += Page.tileWidth
        var finding: Finding?
        var level = 1
        var next = tile
        while true {
            if level > open.count { open.append([]) }
            open[level - 1].append(next)
            guard open[level - 1].count == Tile.fullWidth else { return finding }
            let hashes = open[level - 1].map(\.hash)
            let fault = try compare(open[level - 1], level: level, snapshot)
            finding.note(fault)
            let isSound = fault == nil && open[level - 1].allSatisfy(\.isSound)
            next = TileRoot(hash: TreeHash.root(of: hashes.span), isSound: isSound)
            open[level - 1].removeAll(keepingCapacity: true)
            level += 1
        }
    }

    private mutating func addSubtree(_ hash: Digest) {
        var hash = hash
        var number = size / Page.tileWidth
        while number & 1 == 1 {
            hash = TreeHash.node(subtrees.removeLast(), hash)
            number >>= 1
        }
        subtrees.append(hash)
    }

    /// Compares a stored tile with the roots below it; if these are faulty already, a difference is
    /// not reported.
    private mutating func compare(
        _ roots: [TileRoot],
        level: Int,
        _ snapshot: borrowing LogSnapshot
    ) throws(LogError) -> Finding? {
        let leavesPerHash: UInt64 = 1 << UInt64(Tile.levelHeight * level)
        let first = size - leavesPerHash * UInt64(Tile.fullWidth)
        let number = first / leavesPerHash / UInt64(Tile.fullWidth)
        guard let tile = try snapshot.storedTile(level: UInt8(level), index: number),
            tile.byteCount == Tile.fullWidth * Digest.byteCount
        else {
            return Finding(
                .missingTile,
                at: Position(size),
                "it fills tile \(number) of level \(level), which is missing or of another length"
            )
        }
        compared += 1
        for (place, root) in roots.enumerated() where root.isSound {
            let start = place * Digest.byteCount
            guard Digest(tile.extracting(start..<start + Digest.byteCount)) == root.hash else {
                return Finding(
                    .tile,
                    at: Position(first + UInt64(place) * leavesPerHash + 1),
                    "tile \(number) of level \(level) has another hash of what lies below it"
                )
            }
        }
        return nil
    }
}
