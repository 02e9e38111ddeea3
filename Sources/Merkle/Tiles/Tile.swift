/// A tile of the tree: up to 256 neighbouring hashes of one height, as C2SP tlog-tiles has it.
///
/// A tile of level 0 holds leaf hashes; one of level n the roots of full tiles below it.
public struct Tile: Hashable, Sendable {
    /// The level; each is eight heights above the one below it.
    public let level: Int

    /// The tile's number in its level, from 0.
    public let index: UInt64

    /// How many hashes it holds, from 1 to 256; one of fewer than 256 is partial.
    public let width: Int

    /// How many hashes a full tile holds.
    public static let fullWidth = 256

    /// How many heights a level spans.
    public static let levelHeight = 8

    /// The highest level that a path can name.
    public static let maximumLevel = 63

    /// Names a tile.
    ///
    /// - Throws: ``TileError`` if the level is not in 0...63 or the width not in 1...256.
    public init(level: Int, index: UInt64, width: Int = Self.fullWidth) throws(TileError) {
        guard (0...Self.maximumLevel).contains(level) else { throw .levelOutOfRange(level) }
        guard (1...Self.fullWidth).contains(width) else { throw .widthOutOfRange(width) }
        self.level = level
        self.index = index
        self.width = width
    }

    /// The tile of a number, as wide as it is in a tree of some size.
    ///
    /// - Throws: ``TileError`` if the level is not in 0...63 or the tree has no such tile.
    public init(level: Int, index: UInt64, inTreeOf size: UInt64) throws(TileError) {
        guard (0...Self.maximumLevel).contains(level) else { throw .levelOutOfRange(level) }
        // A shift by 64 or more gives 0: a tree has no tile so high up.
        let hashes: UInt64 = size >> (Self.levelHeight * level)
        let full = hashes / UInt64(Self.fullWidth)
        let rest = Int(hashes % UInt64(Self.fullWidth))
        guard index < full || index == full && rest > 0 else {
            throw .outsideTree(level: level, index: index, size: size)
        }
        self.level = level
        self.index = index
        width = index < full ? Self.fullWidth : rest
    }

    /// The tile that holds the hashes of a subtree, as wide as it is in a tree that has it.
    init(holding node: TreeNode, inTreeOf size: UInt64) {
        level = node.tileLevel
        index = node.tileIndex
        let hashes = size >> (Self.levelHeight * level) - index * UInt64(Self.fullWidth)
        width = Int(min(hashes, UInt64(Self.fullWidth)))
    }

    /// Whether it holds all 256 hashes, and so never changes.
    public var isFull: Bool { width == Self.fullWidth }
}

extension TreeNode {
    /// The level of the tile that this subtree's hash is in or is computed from.
    public var tileLevel: Int { height / Tile.levelHeight }

    /// The number of that tile in its level.
    public var tileIndex: UInt64 { firstHash / UInt64(Tile.fullWidth) }

    /// Which of the tile's hashes lie below this subtree: one, or a power of two up to 128.
    public var tileHashes: Range<Int> {
        let first = Int(firstHash % UInt64(Tile.fullWidth))
        return first..<first + 1 << (height % Tile.levelHeight)
    }

    /// The hash of this subtree, computed from the tile's; nil if the tile has too few.
    ///
    /// - Complexity: one hash less than ``tileHashes`` counts.
    public func hash(inTile hashes: Span<Digest>) -> Digest? {
        let range = tileHashes
        guard range.upperBound <= hashes.count else { return nil }
        return TreeHash.root(of: hashes.extracting(range))
    }

    /// The number, in the tile's level, of the first hash below this subtree.
    private var firstHash: UInt64 { index << UInt64(height % Tile.levelHeight) }
}

/// Why there is no such tile, or no tile of such a path.
public enum TileError: Error, Hashable, Sendable {
    /// The level is not in 0...63.
    case levelOutOfRange(Int)
    /// The width is not in 1...256.
    case widthOutOfRange(Int)
    /// A tree of this size has no such tile.
    case outsideTree(level: Int, index: UInt64, size: UInt64)
    /// The path is not one of tlog-tiles; the offset is where it stops being one.
    case malformedPath(offset: Int)
}

extension TileError: CustomStringConvertible {
    /// A description of the fault.
    public var description: String {
        switch self {
        case .levelOutOfRange(let level): "there is no level \(level), only 0 to 63"
        case .widthOutOfRange(let width): "a tile holds 1 to 256 hashes, not \(width)"
        case .outsideTree(let level, let index, let size):
            "a tree of \(size) leaves has no tile \(index) of level \(level)"
        case .malformedPath(let offset): "the path is wrong at its byte \(offset)"
        }
    }
}
