internal import LMDB
internal import Wire

// The states of the embedder's views in the file: a row for each in the table `scrollback`.

extension ViewsFile {
    private static let stateKeyPrefix = "custom "

    private static func stateKey(_ name: String) -> [UInt8] { Array((stateKeyPrefix + name).utf8) }

    /// Returns the file's state of an embedder's view; nil if the file does not know it.
    func state(
        of name: String,
        in transaction: borrowing ReadTransaction
    ) throws(ViewsError) -> CustomViewState? {
        let key = Self.stateKey(name)
        guard let row = try transaction.checkedValue(of: key.span.bytes, in: about) else {
            return nil
        }
        return CustomViewState(row)
    }

    func put(
        _ state: CustomViewState,
        of name: String,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let (key, row) = (Self.stateKey(name), Array(state.text.utf8))
        try about.put(key.span.bytes, row.span.bytes, in: &transaction)
    }

    /// Returns the states of all embedder's views that the file knows, declared or not.
    private func knownStates() throws(ViewsError) -> [String: CustomViewState] {
        let transaction = try beginReading()
        var cursor = try transaction.rows(in: about)
        let prefix = Array(Self.stateKeyPrefix.utf8)
        var states: [String: CustomViewState] = [:]
        try cursor.visit(CustomRange(prefix: prefix)) { key, value in
            let name = key.extracting(prefix.count...).withUnsafeBytes {
                String(decoding: $0, as: UTF8.self)
            }
            states[name] = CustomViewState(value)
            return .goOn
        }
        return states
    }

    /// Adapts the file's states of the embedder's views to the declared ones.
    ///
    /// A view that is no longer declared keeps its rows and position, and continues from there if
    /// it returns. A view that is new or declared differently is emptied, to be folded anew.
    ///
    /// - Returns: the states of the declared views.
    func reconcileCustomViews(at position: Position) throws(ViewsError) -> [CustomViewState] {
        let known = try knownStates()
        let states = custom.map { view in
            guard let state = known[view.name], state.isMade(by: view) else {
                return CustomViewState(of: view, .behind(.zero))
            }
            return state
        }
        let declared = Set(custom.map(\.name))
        let left = known.filter { $0.value.condition == .follows && !declared.contains($0.key) }
        let remade = custom.indices.filter { known[custom[$0].name] != states[$0] }
        guard !left.isEmpty || !remade.isEmpty else { return states }
        do throws(LMDBError) {
            try reconcile(left, remade, states, at: position)
        } catch {
            throw .storage(error)
        }
        return states
    }

    private func reconcile(
        _ left: [String: CustomViewState],
        _ remade: [Int],
        _ states: [CustomViewState],
        at position: Position
    ) throws(LMDBError) {
        var transaction = try environment.beginWriting()
        for (name, state) in left.sorted(by: { $0.key < $1.key }) {
            var state = state
            state.condition = .behind(position)
            try put(state, of: name, in: &transaction)
        }
        for index in remade {
            for number in custom[index].tables.indices {
                try transaction.removeAll(in: tables[custom[index].first + number].table)
            }
            try putEmptySums(of: SummedTables(of: custom[index]), in: &transaction)
            try put(states[index], of: custom[index].name, in: &transaction)
        }
        try transaction.commit()
    }
}
