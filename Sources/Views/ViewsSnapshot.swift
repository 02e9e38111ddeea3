internal import LMDB
package import Wire

/// The views as they were after one batch.
package struct ViewsSnapshot: ~Copyable, ViewReading {
    private let transaction: ReadTransaction
    let file: ViewsFile
    /// The position up to which they were folded.
    package let position: Position
    /// The generation of the views file.
    package var generation: UInt64 { file.generation }

    /// Receives the look-ups of rows; nil if the views are complete.
    let scope: (any RowScope)?

    init(_ file: ViewsFile, scope: (any RowScope)? = nil) throws(ViewsError) {
        let transaction = try file.beginReading()
        position = try file.position(in: transaction)
        self.transaction = transaction
        self.file = file
        self.scope = scope
    }

    /// Returns the bytes of the file's free pages.
    package borrowing func freeBytes() throws(ViewsError) -> UInt64 {
        do throws(LMDBError) {
            return try transaction.freeBytes()
        } catch {
            throw .storage(error)
        }
    }

    /// Releases the snapshot, so that the writer can reuse its pages: nothing can be read until
    /// `renew`.
    package borrowing func rest() { transaction.rest() }

    /// Continues with the newest state; the position remains that of the first one.
    package borrowing func renew() throws(ViewsError) {
        do throws(LMDBError) {
            try transaction.renew()
        } catch {
            throw .storage(error)
        }
    }

    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        if let scope { scope.willRead(key, key, in: table) }
        return try transaction.value(of: key, in: file.table(table))
    }

    var tableCount: Int { file.tableCount }

    /// The name under which a table was declared.
    func name(of table: ViewTable) -> String { file.name(of: table) }

    package func damage(in table: ViewTable) -> ViewsError { .damagedRow(table: name(of: table)) }

    /// Returns the file's state of an embedder's view; nil if the file does not know it.
    borrowing func state(of view: CustomView) throws(ViewsError) -> CustomViewState? {
        try file.state(of: view.name, in: transaction)
    }

    /// Returns the size of a table, without walking it.
    borrowing func size(of table: ViewTable) throws(ViewsError) -> TableSize {
        let all = KeyRange.all
        if let scope { scope.willRead(all.lowest(), all.highest(), in: table) }
        do throws(LMDBError) {
            return try transaction.size(of: file.table(table).table)
        } catch {
            throw .storage(error)
        }
    }

    /// The number of the commit that made this state.
    var transactionID: UInt64 { transaction.transactionID }

    /// The sums of some tables.
    borrowing func sums(of group: SummedTables) throws(ViewsError) -> [TableSum] {
        try file.sums(of: group, in: transaction)
    }

    /// Returns the address of a key's row, without checking the row.
    borrowing func address(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> UnsafeRawPointer? {
        do throws(LMDBError) {
            let row = try transaction.value(of: key, in: file.table(table).table)
            return row?.withUnsafeBytes { $0.baseAddress }
        } catch {
            throw .storage(error)
        }
    }

    /// A cursor over a table.
    @_lifetime(borrow self)
    borrowing func cursor(in table: ViewTable) throws(ViewsError) -> RowCursor {
        try transaction.rows(in: file.table(table))
    }
}
