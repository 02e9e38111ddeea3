internal import LMDB
package import Wire

/// The views as they stood after one batch.
package struct ViewsSnapshot: ~Copyable, ViewReading {
    private let transaction: ReadTransaction
    private let file: ViewsFile
    /// The position up to which they were folded.
    package let position: Position

    init(_ file: ViewsFile) throws(ViewsError) {
        let transaction = try file.beginReading()
        position = try file.position(in: transaction)
        self.transaction = transaction
        self.file = file
    }

    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        do throws(LMDBError) {
            return try transaction.value(of: key, in: file.table(table))
        } catch {
            throw .storage(error)
        }
    }

    var tableCount: Int { file.tableCount }

    /// The name under which a table was declared.
    func name(of table: ViewTable) -> String { file.name(of: table) }

    /// A cursor over a table.
    @_lifetime(borrow self)
    borrowing func cursor(in table: ViewTable) throws(ViewsError) -> Cursor {
        do throws(LMDBError) {
            return try transaction.cursor(in: file.table(table))
        } catch {
            throw .storage(error)
        }
    }
}
