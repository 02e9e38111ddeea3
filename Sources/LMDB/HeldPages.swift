/// The number of replaced pages that a reader holds back from reuse, counted incrementally.
///
/// With each commit the writer notes the pages that it has replaced. A reader holds back those of
/// the commits after its snapshot.
package struct HeldPages: Sendable {
    /// The transaction number of the reader's snapshot.
    private let transaction: UInt64
    private var counted: UInt64
    private var pages: UInt64 = 0

    package init(since transaction: UInt64) {
        self.transaction = transaction
        counted = transaction
    }

    /// Counts the pages replaced since the last count, and returns the bytes of all.
    ///
    /// - Complexity: a row for each commit since then.
    package mutating func count(in environment: Environment) throws(LMDBError) -> UInt64 {
        let reader = try environment.beginReading()
        let freed = Table(handle: Self.freeTable)
        var rows = try reader.cursor(in: freed)
        var key = counted + 1
        var isThere = try unsafe withUnsafeBytes(of: &key) { (bytes) throws(LMDBError) in
            try unsafe rows.move(atOrAfter: RawSpan(_unsafeBytes: bytes))
        }
        while isThere, rows.key.byteCount == 8 {
            counted = unsafe rows.key.unsafeLoadUnaligned(as: UInt64.self)
            if rows.value.byteCount >= 8 {
                pages += unsafe rows.value.unsafeLoadUnaligned(as: UInt64.self)
            }
            isThere = try rows.moveToNext()
        }
        return try pages * environment.pageBytes()
    }

    /// LMDB's own table of free pages.
    private static let freeTable: UInt32 = 0
}
