internal import LMDB
internal import Wire

/// One generation of the views: a file that is used until it is in doubt, and then never again.
///
/// The table `scrollback` holds what the file says of itself; each other table belongs to a view.
package final class ViewsFile: Sendable {
    package let generation: UInt64
    let environment: Environment
    let about: Table
    let tables: [Table]
    private let names: [String]
    let builtIn: [BuiltInView]
    /// The embedder's views that this process declares.
    let custom: [CustomView]
    /// Tables of theirs that the file does not have.
    private let absent: Set<Int>

    static let bindingKey: StaticString = "binding"
    static let projectorsKey: StaticString = "projectors"

    init(
        path: String,
        generation: UInt64,
        declared: TableList,
        access: Environment.Access,
        mapSize: Int?,
        creates: Bool
    ) throws(LMDBError) {
        self.generation = generation
        names = declared.names
        builtIn = declared.views
        environment = try Environment(
            path: path,
            options: Environment.Options(
                mapSize: mapSize,
                maximumTables: declared.names.count + 1,
                access: access,
                flushing: .never,
                creates: creates
            )
        )
        custom = declared.custom
        let opened = try environment.openTables(["scrollback"] + declared.builtInNames)
        about = opened[0]
        (tables, absent) = try Self.addCustomTables(
            to: Array(opened.dropFirst()),
            of: declared,
            in: environment,
            standIn: opened[0]
        )
        if creates {
            var transaction = try environment.beginWriting()
            let projectors = declared.projectors.joined(separator: "\n")
            try Self.put(Self.projectorsKey, projectors, in: about, &transaction)
            for view in custom {
                try put(CustomViewState(following: view), of: view.name, in: &transaction)
            }
            try transaction.commit()
        }
    }

    /// Opens the tables of the embedder's views; a process that only reads may miss some.
    private static func addCustomTables(
        to builtIn: [Table],
        of declared: TableList,
        in environment: Environment,
        standIn: Table
    ) throws(LMDBError) -> (tables: [Table], absent: Set<Int>) {
        var tables = builtIn
        var absent: Set<Int> = []
        for name in declared.names.dropFirst(builtIn.count) {
            do throws(LMDBError) {
                tables += try environment.openTables([name])
            } catch {
                guard error == .noSuchTable else { throw error }
                absent.insert(tables.count)
                tables.append(standIn)
            }
        }
        return (tables, absent)
    }

    func table(_ table: ViewTable) -> Table { tables[table.number] }

    /// Whether the file has the table; one of an embedder's view may be missing for a reader.
    func has(_ table: ViewTable) -> Bool { !absent.contains(table.number) }

    /// The name under which a table was declared.
    func name(of table: ViewTable) -> String { names[table.number] }

    var tableCount: Int { tables.count }

    /// What the newest commit says of its log; nil before the first, and if it is damaged.
    func binding(in transaction: borrowing ReadTransaction) throws(LMDBError) -> Binding? {
        guard let row = try bindingRow(in: transaction) else { return nil }
        return Binding(row)
    }

    /// The binding, with the views' errors.
    func readBinding(in transaction: borrowing ReadTransaction) throws(ViewsError) -> Binding? {
        do throws(LMDBError) {
            return try binding(in: transaction)
        } catch {
            throw .storage(error)
        }
    }

    @_lifetime(borrow transaction)
    private func bindingRow(
        in transaction: borrowing ReadTransaction
    ) throws(LMDBError) -> RawSpan? {
        let key = RawSpan(
            _unsafeStart: Self.bindingKey.utf8Start,
            byteCount: Self.bindingKey.utf8CodeUnitCount
        )
        return try transaction.value(of: key, in: about)
    }

    /// Frees what readers that died still hold; for every half minute.
    package func reclaimDeadReaders() throws(ViewsError) {
        do throws(LMDBError) {
            try environment.reclaimDeadReaders()
        } catch {
            throw .storage(error)
        }
    }

    /// A reader of the newest committed state.
    func beginReading() throws(ViewsError) -> ReadTransaction {
        do throws(LMDBError) {
            return try environment.beginReading()
        } catch {
            throw .storage(error)
        }
    }

    /// Up to where the rows of a state were folded.
    func position(in transaction: borrowing ReadTransaction) throws(ViewsError) -> Position {
        try readBinding(in: transaction)?.position ?? .zero
    }

    func put(
        _ binding: Binding,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let key = RawSpan(
            _unsafeStart: Self.bindingKey.utf8Start,
            byteCount: Self.bindingKey.utf8CodeUnitCount
        )
        let about = about
        try binding.withBytes { (row) throws(LMDBError) in
            try transaction.put(key, row, in: about)
        }
    }

    /// Whether the file was made by these projectors at these versions.
    func isMade(by declared: TableList) throws(LMDBError) -> Bool {
        let transaction = try environment.beginReading()
        let key = RawSpan(
            _unsafeStart: Self.projectorsKey.utf8Start,
            byteCount: Self.projectorsKey.utf8CodeUnitCount
        )
        guard let row = try transaction.value(of: key, in: about) else { return false }
        let stored = row.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        return stored == declared.projectors.joined(separator: "\n")
    }

    private static func put(
        _ key: StaticString,
        _ text: String,
        in table: Table,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let key = RawSpan(_unsafeStart: key.utf8Start, byteCount: key.utf8CodeUnitCount)
        let bytes = Array(text.utf8)
        try transaction.put(key, bytes.span.bytes, in: table)
    }
}
