internal import LMDB
internal import Wire

/// Has the log's pages looked at before LMDB walks them, because it believes whatever they say:
/// damage in one can kill the process.
///
/// - Records that were there at opening are looked at in blocks, each once, just before the first
///   of them is read. Later ones were written while a process was there to know what it wrote.
/// - Tiles and the other rows are few and seldom read: the way to them is looked at each time.
///
/// So opening costs what it reads, however long the log is, and a damaged page is an error of the
/// very reading that comes to it.
final class PageGuard: Sendable {
    private let environment: Environment
    /// How many records there were at opening; nil for an auditor, who looks at all pages first.
    private let size: UInt64?
    /// A bit for each block that was looked at.
    private let blocks: SharedBits

    /// Positions in a block: some pages, so that a bit is worth it and a single reading not slow.
    private static let blockBits: UInt64 = 6
    /// How far a walk looks ahead.
    private static let walkBits: UInt64 = 10

    init(_ environment: Environment, size: UInt64?) {
        self.environment = environment
        self.size = size
        blocks = SharedBits(count: size.map { Int($0 >> Self.blockBits) + 1 } ?? 0)
    }

    /// Looks at the pages that lead to a record, unless that was done.
    @inline(__always)
    func look(at position: Position) throws(LogError) {
        if blocks.contains(position.rawValue >> Self.blockBits) { return }
        try look(at: position, bits: Self.blockBits)
    }

    /// The same for one that a walk comes to, with those that follow it.
    @inline(__always)
    func lookAhead(from position: Position) throws(LogError) {
        if blocks.contains(position.rawValue >> Self.blockBits) { return }
        try look(at: position, bits: Self.walkBits)
    }

    private func look(at position: Position, bits: UInt64) throws(LogError) {
        guard let size, position.rawValue <= size else { return }
        let width: UInt64 = 1 << bits
        let first = position.rawValue / width * width
        let last = min(size, first + (width - 1))
        try look(
            from: .record(Position(first)),
            through: .record(Position(last)),
            neighbours: bits == Self.walkBits
        )
        for block in first >> Self.blockBits...last >> Self.blockBits { blocks.insert(block) }
    }

    /// Looks at the pages that lead to some rows, and at those beside them.
    func look(
        from first: LogKey,
        through last: LogKey,
        neighbours: Bool = true
    ) throws(LogError) {
        guard size != nil else { return }
        do throws(LMDBError) {
            try environment.checkWays(
                from: first.array,
                through: last.array,
                neighbours: neighbours
            )
        } catch {
            throw LogError(error)
        }
    }

    /// Looks at the pages that lead to a row.
    func look(at key: LogKey) throws(LogError) {
        try look(from: key, through: key)
    }

    /// Looks at what opening reads before it knows the log's size: the first row and the last.
    ///
    /// The list of free pages is a writer's: it walks that at its first commit.
    static func lookAtEnds(
        of environment: Environment,
        forWriting: Bool
    ) throws(LogError) {
        let ends = PageGuard(environment, size: 0)
        try ends.look(at: .format)
        try ends.look(at: .record(Position(.max)))
        guard forWriting else { return }
        do throws(LMDBError) {
            try environment.checkFreePages()
        } catch {
            throw LogError(error)
        }
    }
}

extension LogKey {
    fileprivate var array: [UInt8] {
        bytes.span.bytes.withUnsafeBytes { Array($0) }
    }

    /// The keys that bound those of a kind.
    static func bounds(of kind: Kind) -> (first: LogKey, last: LogKey) {
        (LogKey(kind, 0), LogKey(kind, .max))
    }
}
