package import EventLog
package import LMDB
package import Merkle
package import Wire

/// What the views' writer keeps between batches: a buffer for each table.
package final class ViewsWriter {
    let file: ViewsFile
    var buffers: UnsafeMutablePointer<WriteBuffer>
    /// Up to where the committed views have come.
    package private(set) var position: Position
    private let logID: UniqueID
    private let epoch: UInt64

    init(_ file: ViewsFile, of log: EventLog) throws(LMDBError) {
        self.file = file
        logID = log.id
        epoch = log.epoch
        let transaction = try file.environment.beginReading()
        position = try file.binding(in: transaction)?.position ?? .zero
        buffers = .allocate(capacity: file.tableCount)
        for number in 0..<file.tableCount {
            (buffers + number).initialize(to: WriteBuffer())
        }
    }

    deinit {
        buffers.deinitialize(count: file.tableCount)
        buffers.deallocate()
    }

    /// Begins a batch; the one before must have ended.
    package func begin() throws(ViewsError) -> ViewsBatch {
        for number in 0..<file.tableCount { buffers[number].removeAll() }
        do throws(LMDBError) {
            return ViewsBatch(self, try file.environment.beginWriting())
        } catch {
            throw .storage(error)
        }
    }

    /// The memory that the batch under way takes.
    var bufferedBytes: Int {
        var sum = 0
        for number in 0..<file.tableCount { sum += buffers[number].byteCount }
        return sum
    }

    fileprivate func write(
        through position: Position,
        root: Digest,
        into transaction: inout WriteTransaction
    ) throws(LMDBError) {
        for number in 0..<file.tableCount where buffers[number].count > 0 {
            try Self.write(
                buffers[number], into: file.table(ViewTable(number: number)), &transaction)
        }
        try file.put(
            Binding(logID: logID, epoch: epoch, position: position, root: root),
            in: &transaction)
    }

    fileprivate func didCommit(_ position: Position) {
        self.position = position
    }

    /// Writes a buffer in key order; keys beyond the table's last one without a search.
    private static func write(
        _ buffer: borrowing WriteBuffer,
        into table: Table,
        _ transaction: inout WriteTransaction
    ) throws(LMDBError) {
        var isBeyondLast = try isEmpty(table, transaction)
        try buffer.forEachInOrder { (key, value) throws(LMDBError) in
            guard let value else {
                try transaction.remove(key, in: table)
                return
            }
            if !isBeyondLast { isBeyondLast = try isBeyond(key, table, transaction) }
            try transaction.put(key, value, in: table, isBeyondLast ? .append : .replace)
        }
    }

    private static func isEmpty(
        _ table: Table,
        _ transaction: borrowing WriteTransaction
    ) throws(LMDBError) -> Bool {
        var cursor = try transaction.cursor(in: table)
        return try !cursor.moveToFirst()
    }

    private static func isBeyond(
        _ key: RawSpan,
        _ table: Table,
        _ transaction: borrowing WriteTransaction
    ) throws(LMDBError) -> Bool {
        var cursor = try transaction.cursor(in: table)
        return try !cursor.move(atOrAfter: key)
    }
}

/// Rows on their way into the views: all of them or none.
///
/// It reads its own writes. `commit` consumes it; one that is dropped without is undone. The
/// commit is not flushed: what is lost with the machine is folded from the log again.
package struct ViewsBatch: ~Copyable, ViewReading {
    private let writer: ViewsWriter
    private var transaction: WriteTransaction?

    init(_ writer: ViewsWriter, _ transaction: consuming WriteTransaction) {
        self.writer = writer
        self.transaction = consume transaction
    }

    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        switch writer.buffers[table.number].knowledge(of: key) {
        case .written(let value): return _overrideLifetime(value, borrowing: self)
        case .removed: return nil
        case .untouched: break
        }
        do throws(LMDBError) {
            guard
                let value = try transaction?.value(of: key, in: writer.file.table(table))
            else { return nil }
            return _overrideLifetime(value, borrowing: self)
        } catch {
            throw .storage(error)
        }
    }

    /// Writes a row.
    package mutating func put(_ key: RawSpan, _ value: RawSpan, in table: ViewTable) {
        writer.buffers[table.number].put(key, value)
    }

    /// Removes a row.
    package mutating func remove(_ key: RawSpan, in table: ViewTable) {
        writer.buffers[table.number].remove(key)
    }

    /// Makes the rows visible, together with the position they were folded up to.
    package consuming func commit(through position: Position, root: Digest) throws(ViewsError) {
        guard var open = transaction.take() else { return }
        do throws(LMDBError) {
            try writer.write(through: position, root: root, into: &open)
            try open.commit()
        } catch {
            throw .storage(error)
        }
        writer.didCommit(position)
    }
}
