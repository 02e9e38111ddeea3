package import Wire

/// A source of single records: a snapshot, or the writer's open batch.
package protocol RecordReading: ~Copyable {
    /// The position of the newest event that can be read.
    var size: Position { get }

    /// Whether all of them are committed: what is read then stays what it is.
    static var areCommitted: Bool { get }

    /// Lends the record at a position.
    ///
    /// - Throws: `noSuchPosition` beyond the size; `damagedRecord` if the record is damaged.
    borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result

    /// Lends the records after a position, in order, until the body returns false.
    borrowing func forEachRecord(
        after position: Position,
        through last: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Bool
    ) throws(LogError)
}

extension LogSnapshot: RecordReading {
    @inlinable package static var areCommitted: Bool { true }

    // Inlined, as for the writer: what a look-up finds is then no generic value in another module.
    @inlinable
    package borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        try body(record(at: position))
    }

    package borrowing func forEachRecord(
        after position: Position,
        through last: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Bool
    ) throws(LogError) {
        guard position < min(last, size) else { return }
        var records = try records(from: position.next)
        while let record = try records.next(), record.position <= last {
            guard try body(record) else { return }
        }
    }
}

extension LogWriter: RecordReading {
    @inlinable package static var areCommitted: Bool { false }

    @inlinable
    package borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        try body(recordInBatch(at: position))
    }

    /// Walks over the committed records, and looks up those of the open batch one by one.
    package borrowing func forEachRecord(
        after position: Position,
        through last: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Bool
    ) throws(LogError) {
        guard position < min(last, size) else { return }
        let committed = try log.snapshot()
        var next = position.next
        var goesOn = true
        try committed.forEachRecord(after: position, through: last) { (record) throws(LogError) in
            next = record.position.next
            goesOn = try body(record)
            return goesOn
        }
        while goesOn, next <= min(last, size) {
            goesOn = try body(recordInBatch(at: next))
            next = next.next
        }
    }
}
