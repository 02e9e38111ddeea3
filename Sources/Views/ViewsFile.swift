internal import LMDB
internal import Locking
internal import Wire

/// One generation of the views: a file that is used until it is in doubt, and then never again.
///
/// The table `scrollback` describes the file: its binding, its format and its projectors, the
/// states of the embedder's views, and a sum for each table. Each other table belongs to a view.
package final class ViewsFile: Sendable {
    package let generation: UInt64
    let environment: Environment
    let about: StoredTable
    let tables: [StoredTable]
    /// The tables grouped by the rows with their sums.
    let summed: [SummedTables]
    /// The followers that sum rows while others are written.
    let followers = Lock<[CommitFollower]>([])
    private let names: [String]
    let builtIn: [BuiltInView]
    /// The embedder's views that this process declares.
    let custom: [CustomView]
    /// The embedder's tables that the file does not have.
    private let absent: Set<Int>

    static let bindingKey: StaticString = "binding"
    static let projectorsKey: StaticString = "projectors"
    /// The number of the file's layout; a file with another number is discarded.
    private static let format = 2

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
        let main = try environment.openTables(["scrollback"])[0]
        about = StoredTable(main, named: "scrollback")
        let (found, absent) = try Self.openTables(of: declared, in: environment, standIn: main)
        tables = zip(found, declared.names).map { StoredTable($0, named: $1) }
        self.absent = absent
        lacksTables = absent.contains { $0 < declared.builtInNames.count }
        summed =
            [SummedTables(builtIn: 0..<declared.builtInNames.count)]
            + declared.custom.map(SummedTables.init(of:))
        if creates {
            var transaction = try environment.beginWriting()
            let makers = Array(Self.makers(declared).utf8)
            try about.put(
                ViewsFile.bytes(of: ViewsFile.projectorsKey),
                makers.span.bytes,
                in: &transaction
            )
            for group in summed { try putEmptySums(of: group, in: &transaction) }
            for view in custom {
                try put(CustomViewState(following: view), of: view.name, in: &transaction)
            }
            try transaction.commit()
        }
    }

    /// Opens the tables; a reading process may lack some, of which another one stands in their place.
    ///
    /// Of the built-in ones only a file of other software lacks one, or a damaged file: who made it
    /// is known once it is open.
    private static func openTables(
        of declared: TableList,
        in environment: Environment,
        standIn: Table
    ) throws(LMDBError) -> (tables: [Table], absent: Set<Int>) {
        var tables: [Table] = []
        var absent: Set<Int> = []
        do throws(LMDBError) {
            tables = try environment.openTables(Array(declared.builtInNames))
        } catch {
            guard error == .noSuchTable else { throw error }
        }
        for name in declared.names.dropFirst(tables.count) {
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

    func table(_ table: ViewTable) -> StoredTable { tables[table.number] }

    /// Whether the file has the table; one of an embedder's view may be missing for a reader.
    func has(_ table: ViewTable) -> Bool { !absent.contains(table.number) }

    /// Whether a built-in table is missing, which a file of these projectors has.
    let lacksTables: Bool

    /// The name under which a table was declared.
    func name(of table: ViewTable) -> String { names[table.number] }

    var tableCount: Int { tables.count }

    /// Reads the newest commit's binding; nil before the first commit.
    func binding(in transaction: borrowing ReadTransaction) throws(ViewsError) -> Binding? {
        let key = ViewsFile.bytes(of: ViewsFile.bindingKey)
        guard let row = try transaction.checkedValue(of: key, in: about) else { return nil }
        guard let binding = Binding(row) else { throw about.damage }
        return binding
    }

    /// Returns the size of the file in bytes.
    package func byteCount() throws(ViewsError) -> UInt64 {
        do throws(LMDBError) {
            return try environment.status().usedBytes
        } catch {
            throw .storage(error)
        }
    }

    /// Frees the slots of dead readers; call it every half minute.
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

    /// Returns the position up to which the rows of a state were folded.
    func position(in transaction: borrowing ReadTransaction) throws(ViewsError) -> Position {
        try binding(in: transaction)?.position ?? .zero
    }

    func put(
        _ binding: Binding,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let about = about
        try binding.withBytes { (row) throws(LMDBError) in
            try about.put(ViewsFile.bytes(of: ViewsFile.bindingKey), row, in: &transaction)
        }
    }

    /// Whether the file has this format, and these projectors with these versions.
    func isMade(by declared: TableList) throws(ViewsError) -> Bool {
        let transaction = try beginReading()
        let row: RawSpan?
        do throws(ViewsError) {
            row = try transaction.checkedValue(
                of: ViewsFile.bytes(of: ViewsFile.projectorsKey),
                in: about
            )
        } catch {
            // In the first format rows have no checksum.
            guard case .damagedRow = error else { throw error }
            return false
        }
        guard let row else { return false }
        return row.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == Self.makers(declared)
    }

    private static func makers(_ declared: TableList) -> String {
        (["format \(format)"] + declared.projectors).joined(separator: "\n")
    }

    @_lifetime(immortal)
    private static func bytes(of key: StaticString) -> RawSpan {
        let bytes = RawSpan(_unsafeStart: key.utf8Start, byteCount: key.utf8CodeUnitCount)
        return _overrideLifetime(bytes, copying: ())
    }
}
