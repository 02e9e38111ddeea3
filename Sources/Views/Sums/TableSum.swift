internal import LMDB

/// The number of a table's rows and the sum of their checksums: both change if the table loses a
/// row or keeps a former one.
///
/// A checksum covers the table, the key and the value, so it is enough to add up mixed ones.
struct TableSum: Equatable, Sendable, BitwiseCopyable {
    private(set) var rows: UInt64 = 0
    private(set) var sum: UInt64 = 0

    static let byteCount = MemoryLayout<TableSum>.size

    init() {}

    mutating func add(_ checksum: UInt32) {
        rows &+= 1
        sum &+= Self.mix(checksum)
    }

    mutating func remove(_ checksum: UInt32) {
        rows &-= 1
        sum &-= Self.mix(checksum)
    }

    /// Spreads a checksum over 64 bits, so that sums do not cancel out as checksums do.
    private static func mix(_ checksum: UInt32) -> UInt64 {
        var word = UInt64(checksum) &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Reads one of the sums in a row.
    init(_ row: RawSpan, number: Int) {
        let stored = row.unsafeLoadUnaligned(
            fromByteOffset: number * Self.byteCount,
            as: TableSum.self
        )
        self = stored.littleEndian
    }

    func append(to row: inout [UInt8]) {
        withUnsafeBytes(of: littleEndian) { row += $0 }
    }

    /// The sum in the byte order of storage, which is its own inverse.
    private var littleEndian: TableSum {
        var sum = TableSum()
        (sum.rows, sum.sum) = (rows.littleEndian, self.sum.littleEndian)
        return sum
    }
}

/// Tables whose sums lie in one row of `scrollback`: the built-in ones, or those of an embedder's
/// view, which may come and go.
struct SummedTables: Sendable {
    let key: [UInt8]
    let tables: Range<Int>

    init(builtIn tables: Range<Int>) {
        key = Array("sums".utf8)
        self.tables = tables
    }

    init(of view: CustomView) {
        key = Array("sums custom \(view.name)".utf8)
        tables = view.first..<view.first + view.tables.count
    }
}

extension ViewsFile {
    /// Reads the stored sums of some tables.
    func sums(
        of group: SummedTables,
        in transaction: borrowing some RowLookUp & ~Copyable
    ) throws(ViewsError) -> [TableSum] {
        guard let row = try transaction.checkedValue(of: group.key.span.bytes, in: about),
            row.byteCount == group.tables.count * TableSum.byteCount
        else { throw about.damage }
        var sums: [TableSum] = []
        sums.reserveCapacity(group.tables.count)
        for number in 0..<group.tables.count { sums.append(TableSum(row, number: number)) }
        return sums
    }

    func put(
        _ sums: [TableSum],
        of group: SummedTables,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        var row: [UInt8] = []
        row.reserveCapacity(sums.count * TableSum.byteCount + StoredTable.checksumBytes)
        for sum in sums { sum.append(to: &row) }
        try about.put(group.key.span.bytes, row.span.bytes, in: &transaction)
    }

    /// Stores the sums of some empty tables.
    func putEmptySums(
        of group: SummedTables,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let sums = Array(repeating: TableSum(), count: group.tables.count)
        try put(sums, of: group, in: &transaction)
    }
}
