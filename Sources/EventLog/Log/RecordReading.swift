package import Wire

/// Where records can be read one by one: a snapshot, or the writer's open batch.
package protocol RecordReading: ~Copyable {
    /// The position of the newest event that can be read.
    var size: Position { get }

    /// Lends the record at a position.
    ///
    /// - Throws: `noSuchPosition` beyond the size; `damagedRecord` where it cannot be believed.
    borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result
}

extension LogSnapshot: RecordReading {
    // Inlined, as for the writer: what a look-up finds is then no generic value in another module.
    @inlinable
    package borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        try body(record(at: position))
    }
}

extension LogWriter: RecordReading {
    @inlinable
    package borrowing func withRecord<Result>(
        at position: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Result
    ) throws(LogError) -> Result {
        try body(recordInBatch(at: position))
    }
}
