internal import LMDB
package import Wire

/// The views as they stood after one batch.
package struct ViewsSnapshot: ~Copyable, ViewReading {
    private let transaction: ReadTransaction
    let file: ViewsFile
    /// The position up to which they were folded.
    package let position: Position
    /// Which life of the views file they are of.
    package var generation: UInt64 { file.generation }

    /// Hears which rows are looked up; nil where every row is there.
    let scope: (any RowScope)?

    init(_ file: ViewsFile, scope: (any RowScope)? = nil) throws(ViewsError) {
        let transaction = try file.beginReading()
        position = try file.position(in: transaction)
        self.transaction = transaction
        self.file = file
        self.scope = scope
    }

    /// Lets go of the state, so that the writer can use its pages again: nothing can be read until
    /// `renew`.
    package borrowing func rest() { transaction.rest() }

    /// Goes on with the newest state; the position remains that of the first one.
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
        if let scope { scope.look(key, key, in: table) }
        return try transaction.value(of: key, in: file.table(table))
    }

    var tableCount: Int { file.tableCount }

    /// The name under which a table was declared.
    func name(of table: ViewTable) -> String { file.name(of: table) }

    package func damage(in table: ViewTable) -> ViewsError { .damagedRow(table: name(of: table)) }

    /// What the file says of an embedder's view; nil if it has not heard of it.
    borrowing func state(of view: CustomView) throws(ViewsError) -> CustomViewState? {
        try file.state(of: view.name, in: transaction)
    }

    /// How large a table is, without walking it.
    borrowing func size(of table: ViewTable) throws(ViewsError) -> TableSize {
        let all = KeyRange.all
        if let scope { scope.look(all.lowest(), all.highest(), in: table) }
        do throws(LMDBError) {
            return try transaction.size(of: file.table(table).table)
        } catch {
            throw .storage(error)
        }
    }

    /// The number of the commit after which the views stood so.
    var transactionID: UInt64 { transaction.transactionID }

    /// The sums of some tables.
    borrowing func sums(of group: SummedTables) throws(ViewsError) -> [TableSum] {
        try file.sums(of: group, in: transaction)
    }

    /// Where the row of a key lies; it is not checked.
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
