/// How many pages a reader keeps from being used again, counted on as they become more.
///
/// The writer notes with each commit which pages it has replaced. Those of the commits after a
/// reader's state are held as long as the reader is.
package struct HeldPages: Sendable {
    /// The state that is held.
    private let transaction: UInt64
    private var counted: UInt64
    private var pages: UInt64 = 0

    package init(since transaction: UInt64) {
        self.transaction = transaction
        counted = transaction
    }

    /// Counts the pages that were replaced since the last count, and returns the bytes of all.
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
