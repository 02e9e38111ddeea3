/// The entries under one tile of level 0, which a log serves together.
public struct EntryBundle: Hashable, Sendable {
    /// The bundle's number, which is that of the tile.
    public let index: UInt64

    /// How many entries it holds, from 1 to 256.
    public let width: Int

    /// Names a bundle.
    ///
    /// - Throws: ``TileError/widthOutOfRange(_:)`` if the width is not in 1...256.
    public init(index: UInt64, width: Int = Tile.fullWidth) throws(TileError) {
        let tile = try Tile(level: 0, index: index, width: width)
        self.index = tile.index
        self.width = tile.width
    }

    /// The bundle that holds an entry, as wide as it is in a log of some size.
    ///
    /// - Throws: ``TileError/outsideTree(level:index:size:)`` if the log has no such entry.
    public init(ofEntry entry: UInt64, inLogOf size: UInt64) throws(TileError) {
        let index = entry / UInt64(Tile.fullWidth)
        guard entry < size else { throw .outsideTree(level: 0, index: index, size: size) }
        let tile = try Tile(level: 0, index: index, inTreeOf: size)
        self.index = tile.index
        width = tile.width
    }

    /// The path, relative to the log's prefix: `tile/entries/x001/x234/067.p/8`.
    public var path: String { "tile/entries/" + NumberPath.text(index: index, width: width) }

    /// Reads a path as the specification writes it.
    ///
    /// - Throws: ``TileError/malformedPath(offset:)`` with the place; every bundle has one path.
    public init(path: String) throws(TileError) {
        var scanner = try NumberPath.scanner(of: path)
        guard scanner.take("tile/entries/") else { throw .malformedPath(offset: scanner.offset) }
        let (index, width) = try NumberPath.read(&scanner)
        try self.init(index: index, width: width)
    }
}
