package import EventLog
internal import Glibc
internal import LMDB
package import Merkle
package import Wire

/// Writes the views, in batches that become visible whole or not at all; belongs to one thread.
///
/// It reads its own writes: those of the open batch, beneath them those of a closed batch that
/// another thread may be committing, and beneath both the file as it was before. A commit is not
/// flushed: if the machine crashes, its events are folded from the log again.
package struct ViewsWriter: ~Copyable, ViewReading {
    package let file: ViewsFile
    /// The position of the views after the batch that was closed last.
    package private(set) var position: Position
    /// The log that is folded.
    ///
    /// The batch of the event being folded may not be committed to it yet.
    package let log: EventLog
    /// The embedder's views and their states.
    var custom: CustomFolding
    private var isOpen = false
    /// The file as it is beneath the closed batch.
    ///
    /// Between batches it rests: a writer that had to take a reader slot each time could be kept
    /// from writing by many readers.
    private var reading: ReadTransaction?
    /// The writes of the open batch.
    private(set) var buffers: WriteBuffers
    /// The writes of the closed batch; else spare buffers.
    private var otherBuffers: WriteBuffers
    /// The closed batch, until it is settled.
    private var closed: ClosedBatch?
    /// The cache, as a reference, because a look-up adds rows to it.
    ///
    /// Methods copy it before they use it: for a change through `self` the compiler tells the
    /// thread sanitizer that it changes what the first field refers to.
    private let cache: UnsafeMutablePointer<RowCache>
    private let hashing = KeyHashing()

    private struct ClosedBatch {
        let batch: ViewsBatch
        let positionBefore: Position
        let customBefore: [CustomViewState]
        let customAfter: [CustomViewState]
    }

    /// Makes the writer of a generation that belongs to the log.
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
        reading = nil
        closed = nil
        buffers = WriteBuffers(file.tableCount, hashing)
        otherBuffers = WriteBuffers(file.tableCount, hashing)
        cache = .allocate(capacity: 1)
        cache.initialize(to: RowCache())
    }

    deinit {
        // The committer of the closed batch reads it until then.
        try? closed?.batch.waitForCommit()
        buffers.free()
        otherBuffers.free()
        cache.deinitialize(count: 1)
        cache.deallocate()
    }

    /// Begins a batch, which may lie on top of a closed one that is not committed yet.
    ///
    /// - Precondition: the previous batch was closed, committed or abandoned.
    package mutating func begin() throws(ViewsError) {
        precondition(!isOpen, "A batch ends before the next one begins.")
        buffers.removeAll()
        let cache = cache
        cache.pointee.makeRoom()
        custom.undoBatch()
        if closed == nil { try readNewest() }
        isOpen = true
    }

    private mutating func readNewest() throws(ViewsError) {
        do throws(LMDBError) {
            if reading == nil {
                reading = try file.environment.beginReading()
            } else {
                try reading?.renew()
            }
        } catch {
            throw .storage(error)
        }
    }

    /// Undoes the open batch.
    package mutating func abandon() {
        isOpen = false
        if closed == nil { reading?.rest() }
        custom.undoBatch()
    }

    /// Closes the open batch, for another thread to commit; the next one can begin at once.
    ///
    /// - Precondition: the batch closed before is settled.
    package mutating func close(through position: Position, root: Digest) -> ViewsBatch {
        precondition(isOpen && closed == nil, "One batch is committed at a time.")
        isOpen = false
        let batch = ViewsBatch(
            file,
            buffers,
            Binding(logID: log.id, epoch: log.epoch, position: position, root: root),
            custom.changed.map { (custom.views[$0].name, custom.states[$0]) }
        )
        closed = ClosedBatch(
            batch: batch,
            positionBefore: self.position,
            customBefore: custom.keepBatch(),
            customAfter: custom.states
        )
        swap(&buffers, &otherBuffers)
        self.position = position
        return batch
    }

    /// Waits until the closed batch is committed, if there is one.
    ///
    /// - Throws: the error that kept it from being committed. Then the views are as before it, and
    ///   an open batch, which was folded on top of it, is undone too. It is also undone if the file
    ///   cannot be read further.
    package mutating func settle() throws(ViewsError) {
        guard let ended = closed.take() else { return }
        do throws(ViewsError) {
            try ended.batch.waitForCommit()
        } catch {
            position = ended.positionBefore
            custom.goBack(to: ended.customBefore)
            abandon()
            throw error
        }
        custom.tellOfFaults(before: ended.customBefore, after: ended.customAfter)
        updateCache()
        guard isOpen else {
            reading?.rest()
            return
        }
        do throws(ViewsError) {
            // The open batch continues over the file, which now has this batch.
            try readNewest()
        } catch {
            abandon()
            throw error
        }
    }

    @_lifetime(borrow self)
    package borrowing func value(
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        let hash = hashing.hash(key)
        switch buffers[table].pointee.knowledge(of: key, hash: hash) {
        case .written(let value): return _overrideLifetime(value, borrowing: self)
        case .removed: return nil
        case .untouched: break
        }
        return try valueBeneath(key, hash: hash, in: table)
    }

    /// Returns the value of a key without the open batch.
    @_lifetime(borrow self)
    private borrowing func valueBeneath(
        _ key: RawSpan,
        hash: UInt32,
        in table: ViewTable
    ) throws(ViewsError) -> RawSpan? {
        if let buffersBeneath {
            switch buffersBeneath[table].pointee.knowledge(of: key, hash: hash) {
            case .written(let value): return _overrideLifetime(value, borrowing: self)
            case .removed: return nil
            case .untouched: break
            }
        }
        let cache = cache
        switch cache.pointee.memory(of: key, hash: hash, in: table) {
        case .row(let value): return _overrideLifetime(value, borrowing: self)
        case .absent: return nil
        case .none: break
        }
        guard isOpen else { return nil }
        let value = try reading?.value(of: key, in: file.table(table))
        cache.pointee.remember(value, of: key, hash: hash, in: table)
        return value
    }

    /// Writes a row.
    package mutating func put(_ key: RawSpan, _ value: RawSpan, in table: ViewTable) {
        buffers[table].pointee.put(key, value)
    }

    /// Adds bytes to the end of a row that exists.
    ///
    /// - Throws: `damagedRow` if the row does not end at the offset.
    package mutating func append(
        _ bytes: RawSpan,
        at offset: Int,
        to key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) {
        let entry = try takeRow(of: key, in: table)
        guard buffers[table].pointee.byteCount(of: entry) == offset else {
            throw damage(in: table)
        }
        buffers[table].pointee.append(bytes, to: entry)
    }

    /// Overwrites a part of a row.
    ///
    /// - Throws: `damagedRow` if the row ends before that part does.
    package mutating func overwrite(
        _ bytes: RawSpan,
        at offset: Int,
        of key: RawSpan,
        in table: ViewTable
    ) throws(ViewsError) {
        let entry = try takeRow(of: key, in: table)
        guard buffers[table].pointee.byteCount(of: entry) >= offset + bytes.byteCount else {
            throw damage(in: table)
        }
        buffers[table].pointee.overwrite(bytes, at: offset, of: entry)
    }

    /// Returns the open batch's entry of a row to change, after copying the row into it if need be.
    private mutating func takeRow(of key: RawSpan, in table: ViewTable) throws(ViewsError) -> Int {
        let buffer = buffers[table]
        let hash = hashing.hash(key)
        if let entry = buffer.pointee.entry(of: key, hash: hash) { return entry }
        let row = try valueBeneath(key, hash: hash, in: table)
        return buffer.pointee.take(row, at: key, hash: hash)
    }

    package func damage(in table: ViewTable) -> ViewsError {
        .damagedRow(table: file.name(of: table))
    }

    /// Removes a row.
    package mutating func remove(_ key: RawSpan, in table: ViewTable) {
        buffers[table].pointee.remove(key)
    }

    /// Returns a row's state before an event changes it.
    func undoStep(for key: RawSpan, in table: ViewTable) -> UndoStep {
        let before: UndoStep.Before =
            switch buffers[table].pointee.knowledge(of: key) {
            case .untouched: .untouched
            case .removed: .removed
            case .written(let value): .written(value.withUnsafeBytes { Array($0) })
            }
        return UndoStep(table: table, key: key.withUnsafeBytes { Array($0) }, before: before)
    }

    /// Restores a row's earlier state.
    mutating func undo(_ step: UndoStep) throws(ViewsError) {
        let key = step.key.span.bytes
        switch step.before {
        case .written(let value): put(key, value.span.bytes, in: step.table)
        case .removed: remove(key, in: step.table)
        case .untouched:
            // A buffer drops no entry, so the earlier row is written into it.
            let buffer = buffers[step.table]
            if let value = try valueBeneath(key, hash: hashing.hash(key), in: step.table) {
                buffer.pointee.put(key, value)
            } else {
                buffer.pointee.remove(key)
            }
        }
    }

    /// A cursor over a table as it is beneath all batches.
    @_lifetime(borrow self)
    borrowing func cursor(in table: ViewTable) throws(ViewsError) -> RowCursor {
        guard isOpen, let cursor = try reading?.rows(in: file.table(table)) else {
            throw .storage(.transactionFailed)
        }
        return cursor
    }

    /// The memory that the open batch takes.
    package var bufferedBytes: Int { buffers.byteCount }

    /// The number of rows that the open batch touches.
    package var bufferedRows: Int { buffers.rowCount }

    /// The writes of the closed batch, until it is settled.
    var buffersBeneath: WriteBuffers? { closed == nil ? nil : otherBuffers }

    /// Makes the open batch visible, together with its position and the root of the log there.
    package mutating func commit(through position: Position, root: Digest) throws(ViewsError) {
        guard isOpen else { return }
        try settle()
        close(through: position, root: root).commitHere()
        try settle()
    }

    /// Gives back memory that only long runs need.
    ///
    /// - Precondition: no batch is open or closed.
    mutating func giveBackMemory() {
        precondition(!isOpen && closed == nil, "What is still written is not given back.")
        buffers.free()
        otherBuffers.free()
        buffers = WriteBuffers(file.tableCount, hashing)
        otherBuffers = WriteBuffers(file.tableCount, hashing)
    }

    /// Updates the cache with the committed rows.
    private func updateCache() {
        let cache = cache
        for table in otherBuffers.tables {
            otherBuffers[table].pointee.forEach { key, hash, value in
                cache.pointee.update(value, of: key, hash: hash, in: table)
            }
        }
    }
}
