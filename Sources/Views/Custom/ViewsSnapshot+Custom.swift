internal import Wire

// The embedder's views, by their names. A view is read only if it has folded the same events as the
// built-in ones, and is as declared here.

extension ViewsSnapshot {
    /// Returns the value of a key in a table of an embedder's view, valid while the snapshot lives.
    ///
    /// - Throws: `faultedView` if its projector has failed; `unkeptView` if the writing process
    ///   does not keep it, or keeps it in another version.
    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: String,
        of view: String
    ) throws(ViewsError) -> RawSpan? {
        let table = try find(table, of: view)
        return try value(of: key, in: table)
    }

    /// Visits rows of a table of an embedder's view in the order of their keys, until the visitor
    /// stops; key and value are good for one visit.
    ///
    /// - Throws: as `value(of:in:of:)` does.
    package borrowing func forEachRow(
        in table: String,
        of view: String,
        _ range: CustomRange = .all,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        try visitRows(in: try find(table, of: view), range, body)
    }

    /// Returns the states of the embedder's views that this process declares.
    package borrowing func customViews() throws(ViewsError) -> [CustomViewStatus] {
        var found: [CustomViewStatus] = []
        for view in file.custom {
            let state = try state(of: view)
            let condition = state.flatMap { $0.isMade(by: view) ? $0.condition : nil }
            found.append(
                CustomViewStatus(name: view.name, version: view.version, condition: condition)
            )
        }
        return found
    }

    private borrowing func find(
        _ table: String,
        of name: String
    ) throws(ViewsError) -> ViewTable {
        guard let view = file.custom.first(where: { $0.name == name }) else {
            throw .unkeptView(name: name)
        }
        guard let found = view.table(table) else { throw .noSuchTable(table, of: name) }
        guard let state = try state(of: view), state.isMade(by: view), file.has(found) else {
            throw .unkeptView(name: name)
        }
        switch state.condition {
        case .follows: return found
        case .behind: throw .unkeptView(name: name)
        case .faulted(let position, _): throw .faultedView(name: name, position)
        }
    }

    /// Returns the tables that can be read, in the order of their declaration: all but those of
    /// embedder's views that are not at the position of the built-in ones.
    borrowing func readableTables() throws(ViewsError) -> [ViewTable] {
        var hidden: Set<Int> = []
        for view in file.custom {
            let state = try state(of: view)
            if let state, state.isMade(by: view), state.condition == .follows { continue }
            hidden.formUnion(view.first..<view.first + view.tables.count)
        }
        return (0..<tableCount).filter { !hidden.contains($0) }.map(ViewTable.init(number:))
    }

    /// Returns the tables grouped by the rows with their sums: all but those of embedder's views
    /// that are not kept as declared here.
    borrowing func summedTables() throws(ViewsError) -> [SummedTables] {
        var summed = [SummedTables(builtIn: 0..<(file.custom.first?.first ?? tableCount))]
        for view in file.custom {
            guard let state = try state(of: view), state.isMade(by: view) else { continue }
            summed.append(SummedTables(of: view))
        }
        return summed
    }
}
