internal import Merkle
internal import Wire

/// The tree as the writer carries it: the frontier, and the tiles that are not full yet.
///
/// - A tile of level 0 holds 256 leaf hashes; one of level n the roots of 256 tiles below it.
/// - Full tiles are in the log; open ones are here alone, and are rebuilt from the log at open
///   and after a batch that was undone, by the same function.
struct TreeState {
    private(set) var frontier: Frontier
    /// The hashes of the open tile of each level.
    private var open: [[Digest]]

    static let tileWidth = Tile.fullWidth
    private static let levelBits = Tile.levelHeight

    /// The tree of the first `size` events.
    init(size: UInt64, in snapshot: borrowing LogSnapshot) throws(LogError) {
        open = []
        var subtrees: [Digest] = []
        var level: UInt8 = 0
        while size >> (Self.levelBits * Int(level)) > 0 {
            let entries = try Self.openEntries(level: level, size: size, in: snapshot)
            open.append(entries)
            subtrees = Self.perfectSubtrees(of: entries) + subtrees
            level += 1
        }
        frontier = Frontier(size: size, subtrees: subtrees)
    }

    /// Adds a leaf.
    ///
    /// - Returns: the number of levels in which it completed a tile, from 0 up; `fullTile` gives
    ///   each.
    mutating func append(_ leaf: Digest) -> Int {
        var filled = 0
        frontier.append(leaf) { height, hash in
            guard height % Self.levelBits == 0 else { return }
            let level = height / Self.levelBits
            if level == open.count {
                open.append([])
                open[level].reserveCapacity(Self.tileWidth)
            }
            // A full tile is kept for reading until the next hash of its level arrives.
            if open[level].count == Self.tileWidth { open[level].removeAll(keepingCapacity: true) }
            open[level].append(hash)
            if open[level].count == Self.tileWidth { filled = level + 1 }
        }
        return filled
    }

    /// The tile of a level that the newest leaf filled.
    func fullTile(level: Int) -> [Digest] { open[level] }

    /// Returns the key under which that tile is stored.
    func fullTileKey(level: Int) -> LogKey {
        let index = (frontier.size >> (Self.levelBits * (level + 1))) - 1
        return .tile(level: UInt8(level), index: index)
    }

    /// The hashes that a tree of this size has in the open tile of a level.
    private static func openEntries(
        level: UInt8,
        size: UInt64,
        in snapshot: borrowing LogSnapshot
    ) throws(LogError) -> [Digest] {
        let complete = size >> (levelBits * Int(level))
        let index = complete / UInt64(tileWidth)
        let count = Int(complete % UInt64(tileWidth))
        if let tile = try snapshot.tile(level: level, index: index) {
            return Array(tile.prefix(count))
        }
        return try entries(level: level, index: index, count: count, in: snapshot)
    }

    /// Computes the first hashes of a tile from the level below it: the leaves, or full tiles.
    static func entries(
        level: UInt8,
        index: UInt64,
        count: Int,
        startingWith known: [Digest] = [],
        in snapshot: borrowing LogSnapshot
    ) throws(LogError) -> [Digest] {
        var entries = known
        entries.reserveCapacity(tileWidth)
        let first = index * UInt64(tileWidth)
        for entry in first + UInt64(known.count)..<first + UInt64(count) {
            if level == 0 {
                entries.append(try snapshot.record(at: Position(entry + 1)).leafHash)
            } else {
                guard let below = try snapshot.tile(level: level - 1, index: entry) else {
                    throw .damagedTile(level: level - 1, index: entry)
                }
                entries.append(TreeHash.root(of: below.span))
            }
        }
        return entries
    }

    /// Returns the perfect subtrees of a tile's first hashes, the widest first.
    private static func perfectSubtrees(of entries: [Digest]) -> [Digest] {
        var subtrees: [Digest] = []
        var start = 0
        for bit in (0..<levelBits).reversed() where entries.count & (1 << bit) != 0 {
            subtrees.append(TreeHash.root(of: entries.span.extracting(start..<start + 1 << bit)))
            start += 1 << bit
        }
        return subtrees
    }
}
