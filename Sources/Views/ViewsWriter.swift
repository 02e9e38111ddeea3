package import EventLog
internal import Glibc
internal import LMDB
package import Merkle
package import Wire

/// Writes the views, in batches that become visible whole or not at all; belongs to one thread.
///
/// It reads its own writes. A commit is not flushed: what is lost with the machine is folded
/// from the log again.
package struct ViewsWriter: ~Copyable, ViewReading {
    package let file: ViewsFile
    /// Up to where the committed views have come.
    package private(set) var position: Position
    /// The log that is folded.
    ///
    /// The batch of the event that is being folded may not be committed to it yet.
    package let log: EventLog
    /// The embedder's views, and how they stand.
    var custom: CustomFolding
    private var transaction: WriteTransaction?
    /// One for each table.
    private let buffers: UnsafeMutablePointer<WriteBuffer>
    /// A reference, because looking up remembers.
    private let cache: UnsafeMutablePointer<RowCache>
    private let hashing = KeyHashing()

    /// The writer of a generation that belongs to the log.
    init(
        _ file: ViewsFile,
        of log: EventLog,
        at position: Position,
        custom: CustomFolding
    ) {
        self.file = file
        self.custom = custom
        self.position = position
        self.log = log
        transaction = nil
        buffers = .allocate(capacity: file.tableCount)
        for number in 0..<file.tableCount {
            (buffers + number).initialize(to: WriteBuffer(hashing))
        }
        cache = .allocate(capacity: 1)
        cache.initialize(to: RowCache())
    }

    deinit {
        buffers.deinitialize(count: file.tableCount)
        buffers.deallocate()
        cache.deinitialize(count: 1)
        cache.deallocate()
    }

    /// Begins a batch.
    ///
    /// - Precondition: the one before was committed or abandoned.
    package mutating func begin() throws(ViewsError) {
        precondition(transaction == nil, "A batch ends before the next one begins.")
        for number in 0..<file.tableCount { buffers[number].removeAll() }
        cache.pointee.makeRoom()
        custom.undoBatch()
        do throws(LMDBError) {
            transaction = try file.environment.beginWriting()
        } catch {
            throw .storage(error)
        }
    }

    /// Undoes the batch.
    package mutating func abandon() {
        _ = transaction.take()
        custom.undoBatch()
    }

    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        let hash = hashing.hash(key)
        switch buffers[table.number].knowledge(of: key, hash: hash) {
        case .written(let value): return _overrideLifetime(value, borrowing: self)
        case .removed: return nil
        case .untouched: break
        }
        switch cache.pointee.memory(of: key, hash: hash, in: table) {
        case .row(let value): return _overrideLifetime(value, borrowing: self)
        case .absent: return nil
        case .none: break
        }
        guard transaction != nil else { return nil }
        do throws(LMDBError) {
            let value = try transaction?.value(of: key, in: file.table(table))
            cache.pointee.remember(value, of: key, hash: hash, in: table)
            return value
        } catch {
            throw .storage(error)
        }
    }

    /// Writes a row.
    package mutating func put(_ key: RawSpan, _ value: RawSpan, in table: ViewTable) {
        buffers[table.number].put(key, value)
    }

    /// Adds bytes to the end of a row, which begins with them.
    ///
    /// - Throws: `damagedRow` if the row does not end at the offset.
    package mutating func append(
        _ bytes: RawSpan,
        at offset: Int,
        to key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) {
        let buffer = buffers + table.number
        if buffer.pointee.count(of: key) == nil, let row = try value(of: key, in: table) {
            buffer.pointee.put(key, row)
        }
        guard buffer.pointee.count(of: key) ?? 0 == offset else {
            throw .damagedRow(table: file.name(of: table))
        }
        buffer.pointee.append(bytes, to: key)
    }

    /// Removes a row.
    package mutating func remove(_ key: RawSpan, in table: ViewTable) {
        buffers[table.number].remove(key)
    }

    /// How a row stands before an event changes it.
    func undoStep(for key: RawSpan, in table: ViewTable) -> UndoStep {
        let before: UndoStep.Before =
            switch buffers[table.number].knowledge(of: key) {
            case .untouched: .untouched
            case .removed: .removed
            case .written(let value): .written(value.withUnsafeBytes { Array($0) })
            }
        return UndoStep(table: table, key: key.withUnsafeBytes { Array($0) }, before: before)
    }

    /// Makes a row stand as it did before.
    mutating func undo(_ step: UndoStep) throws(ViewsError) {
        let key = step.key.span.bytes
        switch step.before {
        case .written(let value): put(key, value.span.bytes, in: step.table)
        case .removed: remove(key, in: step.table)
        case .untouched:
            // A buffer forgets nothing, so it is told what the table has.
            guard let value = try committedValue(of: key, in: step.table) else {
                remove(key, in: step.table)
                return
            }
            put(key, value.span.bytes, in: step.table)
        }
    }

    private borrowing func committedValue(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> [UInt8]? {
        do throws(LMDBError) {
            guard let value = try transaction?.value(of: key, in: file.table(table)) else {
                return nil
            }
            return value.withUnsafeBytes { Array($0) }
        } catch {
            throw .storage(error)
        }
    }

    /// The keys of a range that the open batch has touched, as entries of its buffer, in order.
    func touchedEntries(in table: ViewTable, _ range: some RowRange) -> TouchedEntries {
        buffers[table.number].entries(in: range)
    }

    /// Which of those that are left comes first; nil if none is.
    func first(of touched: TouchedEntries, in table: ViewTable) -> Int? {
        buffers[table.number].first(of: touched)
    }

    /// The key of an entry of a table's buffer, good until the next change.
    @_lifetime(borrow self)
    borrowing func touchedKey(_ entry: Int, in table: ViewTable) -> RawSpan {
        _overrideLifetime(buffers[table.number].key(of: entry), borrowing: self)
    }

    /// Shows an entry of a table's buffer, unless it is a removal.
    func visit(
        _ entry: Int,
        in table: ViewTable,
        _ body: (_ key: RawSpan, _ value: RawSpan) throws(ViewsError) -> Visit
    ) throws(ViewsError) -> Visit {
        let key = touchedKey(entry, in: table)
        guard case .written(let value) = buffers[table.number].knowledge(of: key) else {
            return .goOn
        }
        return try body(key, value)
    }

    /// A cursor over a table as it is without the open batch.
    @_lifetime(borrow self)
    borrowing func cursor(in table: ViewTable) throws(ViewsError) -> Cursor {
        do throws(LMDBError) {
            guard let cursor = try transaction?.cursor(in: file.table(table)) else {
                throw LMDBError.transactionFailed
            }
            return cursor
        } catch {
            throw .storage(error)
        }
    }

    /// The memory that the open batch takes.
    package var bufferedBytes: Int {
        var sum = 0
        for number in 0..<file.tableCount { sum += buffers[number].byteCount }
        return sum
    }

    /// How many rows the open batch touches.
    package var bufferedRows: Int {
        var sum = 0
        for number in 0..<file.tableCount { sum += buffers[number].count }
        return sum
    }

    /// Makes the batch visible, together with the position it was folded up to and the root of
    /// the log there.
    package mutating func commit(through position: Position, root: Digest) throws(ViewsError) {
        guard var open = transaction.take() else { return }
        let binding = Binding(logID: log.id, epoch: log.epoch, position: position, root: root)
        do throws(LMDBError) {
            for number in 0..<file.tableCount where buffers[number].count > 0 {
                let table = file.table(ViewTable(number: number))
                try Self.write(buffers[number], into: table, &open)
            }
            for index in custom.changed {
                try file.put(custom.states[index], of: custom.views[index].name, in: &open)
            }
            try file.put(binding, in: &open)
            try open.commit()
        } catch {
            custom.undoBatch()
            throw .storage(error)
        }
        custom.keepBatch()
        self.position = position
        updateCache()
    }

    /// What was remembered stands as it is committed now.
    private func updateCache() {
        for number in 0..<file.tableCount {
            buffers[number].forEach { key, hash, value in
                cache.pointee.update(value, of: key, hash: hash, in: ViewTable(number: number))
            }
        }
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
