internal import LMDB
internal import Wire

/// Checks the log's pages before LMDB walks them, because LMDB trusts them: a damaged page can kill
/// the process.
///
/// - A record that existed at opening is looked up without LMDB if its node and those beside it are
///   as LMDB fills a leaf (`ReadTransaction.plainValue`); a record has a checksum of its own. Else,
///   and for walks, such records are checked in blocks, each once, just before the first of them is
///   read. Later ones were written while a process was running that knew their content.
/// - A branch page on the way to records is checked once too.
/// - Tiles and the other rows are few and seldom read: the pages on the way to them are checked at
///   each read.
///
/// So opening costs only the pages that it reads, in a log of any length, and a damaged page is an
/// error of the read that needs it.
final class PageGuard: Sendable {
    private let environment: Environment
    /// The number of records at opening; nil for an auditor, which checks all pages first.
    private let size: UInt64?
    /// A bit for each checked block.
    private let blocks: SharedBits

    /// The number of bits of a position within a block: a block has a page or two, so that a single
    /// read checks little more than what it reads, and a million records take 16 KiB of bits.
    private static let blockBits: UInt64 = 3
    /// The number of bits of a position within the range that a walk checks ahead.
    private static let walkBits: UInt64 = 10

    init(_ environment: Environment, size: UInt64?) {
        self.environment = environment
        self.size = size
        blocks = SharedBits(count: size.map { Int($0 >> Self.blockBits) + 1 } ?? 0)
    }

    /// Whether the pages of a record have to be checked yet: it existed at opening, and no walk or
    /// read with LMDB has come to its block.
    @inline(__always)
    func isNeeded(for position: Position) -> Bool {
        position.rawValue <= size ?? 0 && !blocks.contains(position.rawValue >> Self.blockBits)
    }

    /// Checks the pages that lead to a record, unless they were checked before.
    @inline(__always)
    func check(at position: Position) throws(LogError) {
        if blocks.contains(position.rawValue >> Self.blockBits) { return }
        try check(at: position, bits: Self.blockBits)
    }

    /// The same for a record that a walk reaches, with those that follow it.
    @inline(__always)
    func checkAhead(from position: Position) throws(LogError) {
        if blocks.contains(position.rawValue >> Self.blockBits) { return }
        try check(at: position, bits: Self.walkBits)
    }

    private func check(at position: Position, bits: UInt64) throws(LogError) {
        guard let size, position.rawValue <= size else { return }
        let width: UInt64 = 1 << bits
        let first = position.rawValue / width * width
        let last = min(size, first + (width - 1))
        try check(
            from: .record(Position(first)),
            through: .record(Position(last)),
            neighbours: bits == Self.walkBits,
            trustsBranches: true
        )
        for block in first >> Self.blockBits...last >> Self.blockBits { blocks.insert(block) }
    }

    /// Checks the pages that lead to some rows, and their neighbours.
    func check(
        from first: LogKey,
        through last: LogKey,
        neighbours: Bool = true,
        trustsBranches: Bool = false
    ) throws(LogError) {
        guard size != nil else { return }
        do throws(LMDBError) {
            try environment.checkWays(
                from: first.array,
                through: last.array,
                neighbours: neighbours,
                trustsBranches: trustsBranches
            )
        } catch {
            throw LogError(error)
        }
    }

    /// Checks the pages that lead to a row.
    func check(at key: LogKey) throws(LogError) {
        try check(from: key, through: key)
    }

    /// Checks the pages that opening reads before it knows the log's size: those of the first and
    /// the last row.
    ///
    /// For a writer, the list of free pages too: the writer walks it at its first commit.
    static func checkEnds(
        of environment: Environment,
        forWriting: Bool
    ) throws(LogError) {
        let ends = PageGuard(environment, size: 0)
        try ends.check(at: .format)
        try ends.check(at: .record(Position(.max)))
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
