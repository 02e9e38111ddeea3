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

    /// What the file says of an embedder's view; nil if it has not heard of it.
    borrowing func state(of view: CustomView) throws(ViewsError) -> CustomViewState? {
        do throws(LMDBError) {
            return try file.state(of: view.name, in: transaction)
        } catch {
            throw .storage(error)
        }
    }

    /// How large a table is, without walking it.
    borrowing func size(of table: ViewTable) throws(ViewsError) -> TableSize {
        do throws(LMDBError) {
            return try transaction.size(of: file.table(table))
        } catch {
            throw .storage(error)
        }
    }

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
