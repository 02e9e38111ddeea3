/// The pages of an LMDB file as bytes, read without LMDB, which would believe them.
///
///     page   number 8 · pad 2 · flags 2 · lower 2 · upper 2, or the count of overflow pages 4
///            branch and leaf: the nodes' offsets, 2 each, end at lower; nodes begin at upper
///     node   low 2 · high 2 · flags 2 · key size 2 · key · value, and a byte to make it even
///            leaf: low and high are the value's size; with flag 1 the value is a page's number
///            branch: low, high and flags are the child's number; the first key counts for nothing
///     meta   page header · magic 4 · version 4 · address 8 · map size 8 · free tree · main tree
///            · last page 8 · transaction 8
///     tree   page size, in the free tree's alone 4 · flags 2 · depth 2 · branch pages 8
///            · leaf pages 8 · overflow pages 8 · rows 8 · root 8
///
/// That is LMDB 0.9 on a little-endian machine of 64 bits. Every offset is compared with the
/// page's end before it is used, so that no bytes can make this crash.
struct PageBytes: ~Escapable {
    let bytes: RawSpan
    let pageSize: Int
    /// The last page that LMDB has counted.
    let lastPage: UInt64
    /// How many pages the bytes hold.
    ///
    /// LMDB counts pages that it takes and gives back within a
    /// transaction, and never writes them: a sound file may end before its last pages, all free.
    let pageCount: UInt64

    static let headerSize = 16
    static let nodeSize = 8
    static let mostKeyBytes = 511
    /// The greatest depth that LMDB's cursors reach.
    static let mostLevels = 32
    /// The first page after the meta pages.
    static let firstPage: UInt64 = 2

    enum Kind: UInt16 { case branch = 1, leaf = 2, overflow = 4, meta = 8 }

    /// A part of the file.
    struct Place: BitwiseCopyable {
        let offset: Int
        let count: Int
    }

    /// A page of nodes.
    struct NodePage: BitwiseCopyable {
        let number: UInt64
        let start: Int
        let count: Int
        let upper: Int
    }

    /// An entry of a page, which lies within it.
    struct Node: BitwiseCopyable {
        /// From the page's start.
        let offset: Int
        let size: Int
        let key: Place
        /// A branch's child, or the number in the value's place where `isElsewhere`.
        let target: UInt64
        let value: Place
        /// Whether the value lies on overflow pages.
        let isElsewhere: Bool
    }

    /// Takes the pages up to the last one of a meta page, as far as the bytes hold them.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan, _ meta: MetaPage) {
        self.bytes = bytes
        pageSize = meta.pageSize
        lastPage = meta.lastPage
        pageCount = min(lastPage + 1, UInt64(bytes.byteCount / meta.pageSize))
    }

    private func start(of number: UInt64) throws(PageFault) -> Int {
        guard number >= Self.firstPage, number <= lastPage else {
            throw PageFault(number, .number)
        }
        guard number < pageCount else { throw PageFault(number, .missing) }
        return Int(number) * pageSize
    }

    /// The header of a page of nodes.
    func nodePage(_ number: UInt64, _ kind: Kind) throws(PageFault) -> NodePage {
        let start = try start(of: number)
        guard bytes.number64(start) == number, bytes.number16(start + 10) == kind.rawValue else {
            throw PageFault(number, .header)
        }
        let lower = Int(bytes.number16(start + 12))
        let upper = Int(bytes.number16(start + 14))
        guard lower >= Self.headerSize, lower % 2 == 0, lower <= upper, upper <= pageSize else {
            throw PageFault(number, .nodes)
        }
        let count = (lower - Self.headerSize) / 2
        return NodePage(number: number, start: start, count: count, upper: upper)
    }

    /// A node of a page, which lies between the page's upper bound and its end.
    @inline(__always)
    func node(_ index: Int, of page: NodePage, _ kind: Kind) throws(PageFault) -> Node {
        let offset = Int(bytes.number16(page.start + Self.headerSize + 2 * index))
        guard offset >= page.upper, offset % 2 == 0, offset + Self.nodeSize <= pageSize else {
            throw PageFault(page.number, .nodes)
        }
        let place = page.start + offset
        let low = bytes.number32(place)
        let flags = bytes.number16(place + 4)
        let keySize = Int(bytes.number16(place + 6))
        let key = Place(offset: place + Self.nodeSize, count: keySize)
        let behindKey = Self.nodeSize + keySize
        guard kind == .leaf else {
            let size = behindKey + behindKey % 2
            guard offset + size <= pageSize else { throw PageFault(page.number, .nodes) }
            return Node(
                offset: offset,
                size: size,
                key: key,
                target: UInt64(low) | UInt64(flags) << 32,
                value: Place(offset: place, count: 0),
                isElsewhere: false
            )
        }
        // Other flags are those of tables within tables, and of several values for a key.
        guard flags <= 1 else { throw PageFault(page.number, .sizes) }
        let isElsewhere = flags == 1
        let behindValue = behindKey + (isElsewhere ? 8 : Int(low))
        let size = behindValue + behindValue % 2
        guard offset + size <= pageSize else { throw PageFault(page.number, .nodes) }
        return Node(
            offset: offset,
            size: size,
            key: key,
            target: isElsewhere ? bytes.number64(place + behindKey) : 0,
            value: Place(offset: place + behindKey, count: Int(low)),
            isElsewhere: isElsewhere
        )
    }

    /// The place of a value on overflow pages, and the number of its pages.
    func overflow(_ node: Node) throws(PageFault) -> (value: Place, pages: UInt64) {
        let number = node.target
        let start = try start(of: number)
        let pages = UInt64(bytes.number32(start + 12))
        guard bytes.number64(start) == number,
            bytes.number16(start + 10) == Kind.overflow.rawValue,
            pages > 0, pages <= lastPage - number + 1,
            Self.headerSize + node.value.count <= Int(pages) * pageSize
        else { throw PageFault(number, .value) }
        guard number + pages <= pageCount else { throw PageFault(number + pages - 1, .missing) }
        return (Place(offset: start + Self.headerSize, count: node.value.count), pages)
    }

    @_lifetime(copy self)
    func bytes(of place: Place) -> RawSpan {
        bytes.extracting(place.offset..<place.offset + place.count)
    }

    /// Whether LMDB orders a key of the main tree before another.
    @inline(__always)
    func isOrdered(_ left: Place, before right: Place) -> Bool {
        if left.count == right.count, RawSpan.sizesOfTwoNumbers ~= left.count {
            return bytes.isOrdered(left.offset, before: right.offset, in: bytes, left.count)
        }
        return bytes(of: left).isOrdered(before: bytes(of: right))
    }

    /// Whether LMDB orders a key before one of the main tree.
    @inline(__always)
    func isOrdered(_ key: RawSpan, before place: Place) -> Bool {
        if key.byteCount == place.count, RawSpan.sizesOfTwoNumbers ~= place.count {
            return key.isOrdered(0, before: place.offset, in: bytes, place.count)
        }
        return key.isOrdered(before: bytes(of: place))
    }
}

extension RawSpan {
    func number16(_ offset: Int) -> UInt16 {
        unsafe UInt16(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func number32(_ offset: Int) -> UInt32 {
        unsafe UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func number64(_ offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Whether LMDB orders this key before another: by their bytes, and a prefix first.
    func isOrdered(before other: RawSpan) -> Bool {
        let common = Swift.min(byteCount, other.byteCount)
        var index = 0
        while index + 8 <= common {
            let (left, right) = (number64(index).byteSwapped, other.number64(index).byteSwapped)
            if left != right { return left < right }
            index += 8
        }
        while index < common {
            let left = unsafe unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self)
            let right = unsafe other.unsafeLoadUnaligned(fromByteOffset: index, as: UInt8.self)
            if left != right { return left < right }
            index += 1
        }
        return byteCount < other.byteCount
    }

    /// The sizes of which the first and the last eight bytes are all.
    static let sizesOfTwoNumbers = 8...16

    /// The same for two keys of one such size, at places that lie within their bytes.
    @inline(__always)
    func isOrdered(_ left: Int, before right: Int, in other: RawSpan, _ size: Int) -> Bool {
        let (first, second) = (number64(left).byteSwapped, other.number64(right).byteSwapped)
        if first != second { return first < second }
        // Bytes that both have are equal by now.
        return number64(left + size - 8).byteSwapped < other.number64(right + size - 8).byteSwapped
    }
}
