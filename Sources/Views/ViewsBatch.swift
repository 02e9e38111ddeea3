internal import EventLog
internal import LMDB
internal import Locking
package import Wire

/// What a batch has made of the views, ready to be committed: by its writer, or by another thread
/// while the writer folds the next batch over it.
///
/// Nobody changes it any more; its writer reads it until it is told that it is settled.
package final class ViewsBatch: @unchecked Sendable {
    // Sendable: handed to one committer, and from then on only read.

    /// Up to where the views come with it.
    package var position: Position { binding.position }
    private let file: ViewsFile
    /// The writer's, who waits for the outcome before it changes them.
    private let buffers: WriteBuffers
    private let binding: Binding
    /// The embedder's views that stand otherwise now, by name.
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

    /// Makes the batch visible, together with the position it was folded up to and the root of
    /// the log there; not flushed.
    package func commit() throws(ViewsError) {
        do throws(LMDBError) {
            var open = try file.environment.beginWriting()
            for table in buffers.tables where buffers[table].pointee.count > 0 {
                try Self.write(buffers[table].pointee, into: file.table(table), &open)
            }
            for view in custom { try file.put(view.state, of: view.name, in: &open) }
            try file.put(binding, in: &open)
            try open.commit()
        } catch {
            throw .storage(error)
        }
    }

    /// Tells the writer what came of it; from here on the batch is the writer's alone again.
    package func settle(_ result: Result<Void, ViewsError>) { outcome.complete(result) }

    /// Commits it and says so.
    func commitHere() { settle(Result { () throws(ViewsError) in try commit() }) }

    /// Has a thread of its own commit it; where the system has none left, it is committed when this
    /// returns.
    func commitAside() {
        thread = SystemThread(named: "scrollback-put") { [self] in commitHere() }
        if thread == nil { commitHere() }
    }

    /// Waits until it is committed; to be called by its writer.
    ///
    /// - Throws: what kept it from being committed.
    func waitForCommit() throws(ViewsError) {
        let result = outcome.wait()
        thread?.join()
        try result.get()
    }

    /// Writes a buffer in key order; what sorts after the table's last key without a search.
    private static func write(
        _ buffer: borrowing WriteBuffer,
        into table: Table,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let last = try lastKey(of: table, transaction)
        try buffer.forEachInOrder { (key, value) throws(LMDBError) in
            guard let value else {
                try transaction.remove(key, in: table)
                return
            }
            try transaction.put(
                key,
                value,
                in: table,
                last.span.bytes.sorts(before: key) ? .append : .replace
            )
        }
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
