/// A sound LMDB file in memory, of which a test has to know where its pages are.
///
/// It reads no more of the format than it takes to find pages, and has no code of the sources.
package struct PagedFile: Sendable {
    package let bytes: [UInt8]

    package static let pageSize = 4_096
    package static let branch: UInt64 = 1
    package static let leaf: UInt64 = 2

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A number of some bytes, the lowest first.
    package func number(_ width: Int, at offset: Int) -> Int {
        bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the newer meta page begins.
    package var meta: Int {
        number(8, at: 144) > number(8, at: Self.pageSize + 144) ? 0 : Self.pageSize
    }
    /// The root page of the tree of rows.
    package var root: Int { number(8, at: meta + 88 + 40) }
    /// The root page of the tree of free pages.
    package var freeRoot: Int { number(8, at: meta + 40 + 40) }

    /// Where the nodes of a page begin.
    package func nodes(of page: Int) -> [Int] {
        let start = page * Self.pageSize
        let count = (number(2, at: start + 12) - 16) / 2
        return (0..<count).map { start + number(2, at: start + 16 + 2 * $0) }
    }

    /// The branch or leaf pages of the tree of rows.
    package func pages(_ kind: UInt64) -> [Int] {
        var found: [Int] = []
        var waiting = [root]
        while let page = waiting.popLast() {
            let flags = number(2, at: page * Self.pageSize + 10)
            if flags == Int(kind) { found.append(page) }
            guard flags == Int(Self.branch) else { continue }
            waiting += nodes(of: page).map { number(4, at: $0) | number(2, at: $0 + 4) << 32 }
        }
        return found.sorted()
    }

    /// The bytes of a page that say something: its header and the offsets, and the nodes.
    package func usedBytes(of page: Int) -> [Int] {
        let start = page * Self.pageSize
        let (lower, upper) = (number(2, at: start + 12), number(2, at: start + 14))
        return Array(start..<start + lower) + Array(start + upper..<start + Self.pageSize)
    }
}
