/// One of the two pages at the beginning of an LMDB file, which say where its trees begin.
struct MetaPage: Equatable, Sendable {
    /// A tree as a meta page describes it.
    struct Tree: Equatable, Sendable {
        let flags: UInt16
        let depth: Int
        let branchPages: UInt64
        let leafPages: UInt64
        let overflowPages: UInt64
        let rows: UInt64
        let root: UInt64

        /// The root of a tree without rows.
        static let noRoot = UInt64.max

        init(_ bytes: RawSpan, at offset: Int) {
            flags = bytes.number16(offset + 4)
            depth = Int(bytes.number16(offset + 6))
            branchPages = bytes.number64(offset + 8)
            leafPages = bytes.number64(offset + 16)
            overflowPages = bytes.number64(offset + 24)
            rows = bytes.number64(offset + 32)
            root = bytes.number64(offset + 40)
        }
    }

    let pageSize: Int
    let free: Tree
    let main: Tree
    let lastPage: UInt64
    let transaction: UInt64

    /// The number of bytes that are checked.
    static let byteCount = 152
    private static let magic: UInt32 = 0xBEEF_C0DE
    private static let version: UInt32 = 1
    private static let pageSizes = 256...32_768

    /// Reads a meta page; nil if the bytes are not one.
    init?(_ bytes: RawSpan, number: UInt64) {
        guard bytes.byteCount >= Self.byteCount, bytes.number64(0) == number,
            bytes.number16(10) == PageBytes.Kind.meta.rawValue,
            bytes.number32(16) == Self.magic, bytes.number32(20) == Self.version
        else { return nil }
        let size = Int(bytes.number32(40))
        guard Self.pageSizes.contains(size), size.nonzeroBitCount == 1 else { return nil }
        pageSize = size
        free = Tree(bytes, at: 40)
        main = Tree(bytes, at: 88)
        lastPage = bytes.number64(136)
        transaction = bytes.number64(144)
        // LMDB reads the page that the number points to.
        guard transaction == 0 || transaction & 1 == number else { return nil }
    }

    /// The bytes of all pages; nil if that number of pages is impossible.
    var byteCount: Int? {
        guard lastPage < UInt64(Int.max / pageSize) else { return nil }
        return (Int(lastPage) + 1) * pageSize
    }

    /// Whether its description of its trees is impossible.
    private var isImpossible: Bool {
        let integerKeys: UInt16 = 0x08
        // The environment's own flags stand beside the free tree's; only this one is ever stored.
        let noSubfolder: UInt16 = 0x4000
        return byteCount == nil || lastPage == 0 || main.flags != 0
            || free.flags & ~noSubfolder != integerKeys
    }

    /// The newer of the file's two meta pages.
    ///
    /// - Throws: the fault of one that is not valid, or does not go with the other.
    static func newest(in bytes: RawSpan) throws(PageFault) -> MetaPage {
        try both(in: bytes).newest
    }

    /// Both meta pages of a file.
    ///
    /// - Throws: the fault of one that is not valid, or does not go with the other.
    static func both(
        in bytes: RawSpan
    ) throws(PageFault) -> (newest: MetaPage, other: MetaPage) {
        let first = MetaPage(bytes, number: 0)
        // A damaged first page does not say where the second begins.
        let place = first?.pageSize ?? usualPageSize
        guard bytes.byteCount >= place + byteCount else { throw PageFault(1, .missing) }
        let second = MetaPage(bytes.extracting(droppingFirst: place), number: 1)
        guard let first else { throw PageFault(second == nil ? .max : 0, .meta) }
        guard let second, second.pageSize == first.pageSize else { throw PageFault(1, .meta) }
        let isNew = first.transaction == 0 && second.transaction == 0
        let newest = first.transaction < second.transaction ? second : first
        let other = first.transaction < second.transaction ? first : second
        guard isNew || newest.transaction - other.transaction == 1 else {
            throw PageFault(other.transaction & 1, .metaNumbers)
        }
        if newest.isImpossible { throw PageFault(newest.transaction & 1, .meta) }
        if other.isImpossible { throw PageFault(other.transaction & 1, .meta) }
        return (newest, other)
    }

    /// The meta page of a given state, if either page describes it.
    ///
    /// LMDB writes a meta page before it tells readers of it: if the writer is slow between the
    /// two, or was killed there, readers hold the state of the other page. That page is the next to
    /// be overwritten, so it is read twice.
    static func state(_ transaction: UInt64, in bytes: RawSpan) throws(PageFault) -> MetaPage? {
        let (newest, other) = try both(in: bytes)
        if newest.transaction == transaction { return newest }
        guard other.transaction == transaction, try both(in: bytes) == (newest, other) else {
            return nil
        }
        return other
    }

    private static let usualPageSize = 4_096
    /// The number of bytes from the file's beginning that contain both pages.
    static let bothByteCount = pageSizes.upperBound + byteCount
}

extension PageFault {
    /// Whether neither page is a meta page, or the second is missing: LMDB refuses such a file
    /// itself.
    var isOfAnotherFile: Bool { page == .max && reason == .meta || reason == .missing }
}
