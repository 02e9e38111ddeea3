internal import Glibc

/// The pages of an LMDB file, read past the library: which of them two states share, only they say.
///
/// The layout is that of data version 1, which all of 0.9 writes.
final class LMDBPages {
    private let start: UnsafeRawPointer
    private let pageSize: Int

    /// A table's tree in one state.
    struct Tree {
        fileprivate let depth: Int
        fileprivate let root: UInt64
        let name: String
    }

    /// A row in the map.
    struct Row {
        let keyStart: UnsafeRawPointer
        let keyCount: Int
        let valueStart: UnsafeRawPointer
        let valueCount: Int

        var key: RawSpan {
            @_lifetime(borrow self)
            get { RawSpan(_unsafeStart: keyStart, byteCount: keyCount) }
        }

        var value: RawSpan {
            @_lifetime(borrow self)
            get { RawSpan(_unsafeStart: valueStart, byteCount: valueCount) }
        }

        func hasSameValue(as other: Row) -> Bool {
            valueCount == other.valueCount && memcmp(valueStart, other.valueStart, valueCount) == 0
        }

        /// Below zero where this row's key comes first.
        func order(to other: Row) -> Int {
            let order = memcmp(keyStart, other.keyStart, min(keyCount, other.keyCount))
            return order == 0 ? keyCount - other.keyCount : Int(order)
        }
    }

    private static let mapBytes = 64 << 30
    private static let headerBytes = 16
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let overflowNode: UInt16 = 0x01
    private static let tableNode: UInt16 = 0x02
    private static let noPage = UInt64.max

    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WrongResult(description: "\(path) cannot be read") }
        defer { Glibc.close(descriptor) }
        let map = mmap(nil, Self.mapBytes, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let map, map != MAP_FAILED else {
            throw WrongResult(description: "\(path) cannot be mapped")
        }
        start = UnsafeRawPointer(map)
        let magic = start.load(fromByteOffset: Self.headerBytes, as: UInt32.self)
        try demand(magic == Self.magic, "\(path) is no LMDB file")
        // The table of free pages says how large a page is.
        pageSize = Int(start.load(fromByteOffset: Self.headerBytes + 24, as: UInt32.self))
    }

    func close() { munmap(UnsafeMutableRawPointer(mutating: start), Self.mapBytes) }

    /// The named tables of the newest state.
    func tables() -> [Tree] {
        var newest = start + Self.headerBytes
        let other = newest + pageSize
        if transaction(other) > transaction(newest) { newest = other }
        let main = Tree(newest + 72, named: "")
        var tables: [Tree] = []
        for leaf in leaves(of: main) {
            forEachNode(leaf) { flags, row in
                guard flags & Self.tableNode != 0 else { return }
                let name = row.key.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                tables.append(Tree(row.valueStart, named: name))
            }
        }
        return tables
    }

    private func transaction(_ meta: UnsafeRawPointer) -> UInt64 {
        meta.load(fromByteOffset: 128, as: UInt64.self)
    }

    /// The leaf pages of a table, in key order; no leaf is looked into.
    func leaves(of tree: Tree) -> [UInt64] {
        guard tree.root != Self.noPage else { return [] }
        var pages = [tree.root]
        for _ in 1..<max(tree.depth, 1) {
            pages = pages.flatMap { page in
                nodes(of: page).map { node in
                    UInt64(node.loadUnaligned(as: UInt32.self))
                        | UInt64(node.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) << 32
                }
            }
        }
        return pages
    }

    /// The rows of some leaf pages, in their order.
    func rows(of leaves: some Sequence<UInt64>) -> [Row] {
        var rows: [Row] = []
        for leaf in leaves { forEachNode(leaf) { _, row in rows.append(row) } }
        return rows
    }

    private func page(_ number: UInt64) -> UnsafeRawPointer { start + Int(number) * pageSize }

    private func nodes(of number: UInt64) -> [UnsafeRawPointer] {
        let page = page(number)
        let end = Int(page.load(fromByteOffset: 12, as: UInt16.self))
        return stride(from: Self.headerBytes, to: end, by: 2).map { place in
            page + Int(page.load(fromByteOffset: place, as: UInt16.self))
        }
    }

    private func forEachNode(
        _ leaf: UInt64,
        _ body: (_ flags: UInt16, Row) -> Void
    ) {
        for node in nodes(of: leaf) {
            let flags = node.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
            let keyCount = Int(node.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
            var value = node + 8 + keyCount
            if flags & Self.overflowNode != 0 {
                value = page(value.loadUnaligned(as: UInt64.self)) + Self.headerBytes
            }
            let row = Row(
                keyStart: node + 8,
                keyCount: keyCount,
                valueStart: value,
                valueCount: Int(node.loadUnaligned(as: UInt32.self))
            )
            body(flags, row)
        }
    }
}

extension LMDBPages.Tree {
    /// Reads what LMDB keeps of a table.
    fileprivate init(_ record: UnsafeRawPointer, named name: String) {
        depth = Int(record.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        root = record.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
        self.name = name
    }
}
