// The paths of C2SP tlog-tiles: tile/<L>/<N>[.p/<W>] and tile/entries/<N>[.p/<W>].
//
// <N> is the tile's number in groups of three digits, all but the last behind an `x`, so that no
// file has the name of a folder: 1234067 is x001/x234/067.

extension Tile {
    /// The most bytes that a path has which names a tile or a bundle.
    public static let maximumPathBytes = 64

    /// The path, relative to the log's prefix: `tile/0/x001/x234/067.p/8`.
    public var path: String { "tile/\(level)/" + NumberPath.text(index: index, width: width) }

    /// Reads a path as the specification writes it.
    ///
    /// - Throws: ``TileError/malformedPath(offset:)`` with the place; every tile has one path.
    public init(path: String) throws(TileError) {
        var scanner = try NumberPath.scanner(of: path)
        guard scanner.take("tile/") else { throw .malformedPath(offset: scanner.offset) }
        let levelOffset = scanner.offset
        guard let level = scanner.takeDecimal(), level <= UInt64(Self.maximumLevel),
            scanner.take("/")
        else { throw .malformedPath(offset: levelOffset) }
        let (index, width) = try NumberPath.read(&scanner)
        try self.init(level: Int(level), index: index, width: width)
    }
}

/// The end of a path, which tiles and bundles share: the number and the width.
enum NumberPath {
    static func scanner(of path: String) throws(TileError) -> ByteScanner {
        guard path.utf8.count <= Tile.maximumPathBytes else {
            throw .malformedPath(offset: Tile.maximumPathBytes)
        }
        return ByteScanner(Array(path.utf8)[...])
    }

    static func text(index: UInt64, width: Int) -> String {
        var text = digits(of: index % 1000)
        var rest = index / 1000
        while rest > 0 {
            text = "x\(digits(of: rest % 1000))/\(text)"
            rest /= 1000
        }
        return width == Tile.fullWidth ? text : "\(text).p/\(width)"
    }

    static func read(_ scanner: inout ByteScanner) throws(TileError) -> (index: UInt64, width: Int)
    {
        let index = try readIndex(&scanner)
        guard !scanner.isAtEnd else { return (index, Tile.fullWidth) }
        let offset = scanner.offset
        guard scanner.take(".p/"), let width = scanner.takeDecimal(), scanner.isAtEnd,
            (1..<UInt64(Tile.fullWidth)).contains(width)
        else { throw .malformedPath(offset: offset) }
        return (index, Int(width))
    }

    private static func readIndex(_ scanner: inout ByteScanner) throws(TileError) -> UInt64 {
        var index: UInt64 = 0
        var isFirst = true
        while true {
            let offset = scanner.offset
            let isLast = !scanner.take("x")
            guard let group = scanner.takeDigits(3), isLast || scanner.take("/"),
                // A number has one path, so a group that adds nothing is refused.
                isLast || !isFirst || group > 0
            else { throw .malformedPath(offset: offset) }
            let (thousands, overflows) = index.multipliedReportingOverflow(by: 1000)
            let (sum, overflowsToo) = thousands.addingReportingOverflow(group)
            guard !overflows, !overflowsToo else { throw .malformedPath(offset: offset) }
            index = sum
            if isLast { return index }
            isFirst = false
        }
    }

    /// Three decimal digits.
    private static func digits(of group: UInt64) -> String {
        String(String(1000 + group).dropFirst())
    }
}
