internal import EventLog
internal import LMDB
internal import Locking
package import Wire

/// The changes of a batch to the views, ready to be committed: by its writer, or by another thread
/// while the writer folds the next batch over it.
///
/// It is no longer changed; its writer reads it until it is settled.
package final class ViewsBatch: @unchecked Sendable {
    // Sendable: handed to one committer, and from then on only read.

    /// The position of the views after the batch.
    package var position: Position { binding.position }
    private let file: ViewsFile
    /// The writer's buffers; it waits for the outcome before it changes them.
    private let buffers: WriteBuffers
    private let binding: Binding
    /// The embedder's views whose states have changed, by name.
    private let custom: [(name: String, state: CustomViewState)]
    private let outcome = Completion<Result<Void, ViewsError>>()
    private var thread: SystemThread?

    init(
        _ file: ViewsFile,
        _ buffers: WriteBuffers,
        _ binding: Binding,
        _ custom: [(name: String, state: CustomViewState)]
    ) {
        self.file = file
        self.buffers = buffers
        self.binding = binding
        self.custom = custom
    }

    /// Makes the batch visible, together with its position and the root of the log there; not
    /// flushed.
    package func commit() throws(ViewsError) {
        var commit = try beginCommit()
        for group in file.summed { try write(group, &commit) }
        let (number, following, changes) = (commit.number, commit.following, commit.changes)
        do throws(LMDBError) {
            for view in custom { try file.put(view.state, of: view.name, in: &commit.open) }
            try file.put(binding, in: &commit.open)
            try commit.open.commit()
        } catch {
            throw file.failure(of: error)
        }
        for follower in following { follower.note(changes[follower.table] ?? [], of: number) }
    }

    /// Gives the writer the outcome; from here on the batch belongs to the writer alone again.
    package func settle(_ result: Result<Void, ViewsError>) { outcome.complete(result) }

    /// Commits the batch and settles it.
    func commitHere() { settle(Result { () throws(ViewsError) in try commit() }) }

    /// Commits the batch in a thread of its own; if the system has none left, it is committed when
    /// this returns.
    func commitAside() {
        thread = SystemThread(named: "scrollback-put") { [self] in commitHere() }
        if thread == nil { commitHere() }
    }

    /// Waits until the batch is committed; called by its writer.
    ///
    /// - Throws: the error that kept it from being committed.
    func waitForCommit() throws(ViewsError) {
        let result = outcome.wait()
        thread?.join()
        try result.get()
    }

    /// The transaction in which the batch is written, and the changes that followers need.
    private struct Commit: ~Copyable {
        var open: WriteTransaction
        let number: UInt64
        let following: [CommitFollower]
        var changes: [ViewTable: [RowChange]] = [:]
    }

    private func beginCommit() throws(ViewsError) -> Commit {
        do throws(LMDBError) {
            let open = try file.environment.beginWriting()
            let number = open.transactionID
            return Commit(open: open, number: number, following: file.followers.withLock { $0 })
        } catch {
            throw file.failure(of: error)
        }
    }

    /// Writes the buffers of some tables, and the resulting sums.
    private func write(_ group: SummedTables, _ commit: inout Commit) throws(ViewsError) {
        let touched = group.tables.lazy.map(ViewTable.init(number:)).filter {
            self.buffers[$0].pointee.count > 0
        }
        guard !touched.isEmpty else { return }
        var sums = try file.sums(of: group, in: commit.open)
        for table in touched {
            let isFollowed = commit.following.contains { $0.table == table }
            let changes = try write(
                buffers[table].pointee,
                into: file.table(table),
                &commit.open,
                &sums[table.number - group.tables.lowerBound],
                isFollowed: isFollowed
            )
            if isFollowed { commit.changes[table] = changes }
        }
        do throws(LMDBError) {
            try file.put(sums, of: group, in: &commit.open)
        } catch {
            throw file.failure(of: error)
        }
    }

    /// Writes a buffer in key order; keys after the table's last one are appended without a search.
    ///
    /// If damage has changed a key, a row may come to a place that no search finds. Then the row
    /// that it replaces or a neighbour is damaged; of appended rows, a neighbour of the first.
    private func write(
        _ buffer: borrowing WriteBuffer,
        into table: StoredTable,
        _ transaction: inout WriteTransaction,
        _ sum: inout TableSum,
        isFollowed: Bool
    ) throws(ViewsError) -> [RowChange] {
        var changes: [RowChange] = []
        var isDamaged = false
        func checkNeighbour(_ key: RawSpan, _ row: RawSpan) {
            isDamaged = isDamaged || !table.isSound(row, of: key)
        }
        do throws(LMDBError) {
            let last = try Self.lastKey(of: table.table, transaction)
            var isAppending = false
            try buffer.forEachInOrder(storedIn: table) { (key, row, checksum) throws(LMDBError) in
                var before: UInt32?
                if let row {
                    let hasFormerNeighbours: Bool
                    if last.span.bytes.sorts(before: key) {
                        try transaction.put(key, row, in: table.table, .append)
                        hasFormerNeighbours = !isAppending
                        isAppending = true
                    } else {
                        hasFormerNeighbours = try transaction.put(key, row, in: table.table) {
                            (former) in
                            before = StoredTable.checksum(in: former)
                            isDamaged = isDamaged || !table.isSound(former, of: key)
                        }
                    }
                    if hasFormerNeighbours {
                        try transaction.showNeighbours(in: table.table, to: checkNeighbour)
                    }
                    sum.add(checksum)
                } else {
                    let isThere = try transaction.remove(key, in: table.table) { (former) in
                        before = StoredTable.checksum(in: former)
                        isDamaged = isDamaged || before == nil
                    }
                    // A row put and removed within this batch is not there; nor is one whose
                    // changed key hides it.
                    if !isThere {
                        try transaction.showNeighbours(
                            of: key,
                            in: table.table,
                            to: checkNeighbour
                        )
                    }
                }
                if let before { sum.remove(before) }
                if isFollowed {
                    changes.append(
                        RowChange(
                            key: key.withUnsafeBytes { Array($0) },
                            before: before,
                            after: row == nil ? nil : checksum
                        )
                    )
                }
            }
        } catch {
            throw file.failure(of: error)
        }
        if isDamaged { throw table.damage }
        return changes
    }

    /// A table's last key; empty for an empty table.
    private static func lastKey(
        of table: Table,
        _ transaction: borrowing WriteTransaction
    ) throws(LMDBError) -> [UInt8] {
        var cursor = try transaction.cursor(in: table)
        return try cursor.moveToLast() ? cursor.key.withUnsafeBytes { Array($0) } : []
    }
}
