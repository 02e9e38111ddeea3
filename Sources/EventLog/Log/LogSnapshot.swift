internal import LMDB
internal import LogSchema
package import Merkle
package import Wire

/// The log as it was when this value was made, independent of later appends.
///
/// Keep it for one query: while it lives, pages that the log has replaced cannot be reused.
package struct LogSnapshot: ~Copyable {
    let transaction: ReadTransaction
    let table: Table
    private let pages: PageGuard
    /// The position of the newest event.
    package let size: Position

    init(
        _ environment: Environment,
        _ table: Table,
        _ pages: PageGuard
    ) throws(LogError) {
        self.table = table
        self.pages = pages
        let transaction: ReadTransaction
        do throws(LMDBError) {
            transaction = try environment.beginReading()
        } catch {
            throw LogError(error)
        }
        size = try Self.newestPosition(in: transaction, table)
        self.transaction = transaction
    }

    private static func newestPosition(
        in transaction: borrowing ReadTransaction,
        _ table: Table
    ) throws(LogError) -> Position {
        var rows = try transaction.rows(in: table)
        guard try rows.moveToNewest() else { return .zero }
        return LogKey.position(inKey: rows.key) ?? .zero
    }

    /// Releases the snapshot, so that the writer can reuse its pages: nothing can be read until
    /// `renew`.
    package borrowing func rest() { transaction.rest() }

    /// Continues with the newest state, up to the snapshot's size: these records are the same.
    package borrowing func renew() throws(LogError) {
        do throws(LMDBError) {
            try transaction.renew()
        } catch {
            throw LogError(error)
        }
    }

    /// The record at a position.
    ///
    /// - Throws: `noSuchPosition` beyond the size; `damagedRecord` where it cannot be believed.
    // Inlined here, as its callees are: a record is large, and each call would copy it.
    @inline(__always)
    @_lifetime(borrow self)
    package borrowing func record(at position: Position) throws(LogError) -> StoredRecord {
        guard position > .zero, position <= size else {
            throw .noSuchPosition(position, size: size)
        }
        guard let bytes = try recordRow(position) else {
            throw .damagedRecord(position, .gap)
        }
        return try StoredRecord(at: position, bytes)
    }

    @inline(__always)
    @_lifetime(borrow self)
    private borrowing func recordRow(_ position: Position) throws(LogError) -> RawSpan? {
        let key = LogKey.record(position)
        if pages.isNeeded(for: position),
            let plain = transaction.plainValue(of: key.bytes.span.bytes)
        {
            return plain
        }
        try pages.check(at: position)
        return try transaction.nearbyRow(key, in: table)
    }

    /// Fetches records from memory, all at once, before they are read one after the other; this
    /// only saves time.
    package borrowing func fetch(_ positions: [Position]) {
        var keys: [UInt8] = []
        keys.reserveCapacity(positions.count * LogKey.byteCount)
        for position in positions where pages.isNeeded(for: position) {
            let key = LogKey.record(position)
            for index in 0..<LogKey.byteCount { keys.append(key.bytes[index]) }
        }
        guard !keys.isEmpty else { return }
        transaction.fetchPlainValues(of: keys.span.bytes, each: LogKey.byteCount)
    }

    /// Returns the position of the first record from a position on, dense or not; nil if there is
    /// none.
    package borrowing func firstRecord(
        atOrAfter position: Position
    ) throws(LogError) -> Position? {
        var rows = try transaction.rows(in: table)
        guard try rows.move(toRecordAt: .record(position), isNext: false) else { return nil }
        return LogKey.position(inKey: rows.key)
    }

    /// The records from a position on, one after the other.
    @_lifetime(borrow self)
    package borrowing func records(from first: Position) throws(LogError) -> RecordCursor {
        RecordCursor(try transaction.rows(in: table), pages, first: first, size: size)
    }

    /// Returns a full tile as stored, of any length; nil if there is none.
    @_lifetime(borrow self)
    package borrowing func storedTile(
        level: UInt8,
        index: UInt64
    ) throws(LogError) -> RawSpan? {
        try row(.tile(level: level, index: index))
    }

    /// A full tile of the tree; nil if it is not full yet.
    borrowing func tile(level: UInt8, index: UInt64) throws(LogError) -> [Digest]? {
        guard let bytes = try storedTile(level: level, index: index) else { return nil }
        guard bytes.byteCount == TreeState.tileWidth * Digest.byteCount else {
            throw .damagedTile(level: level, index: index)
        }
        var hashes: [Digest] = []
        hashes.reserveCapacity(TreeState.tileWidth)
        for start in stride(from: 0, to: bytes.byteCount, by: Digest.byteCount) {
            hashes.append(Digest(bytes.extracting(start..<start + Digest.byteCount)))
        }
        return hashes
    }

    /// Returns a row beside the records.
    @_lifetime(borrow self)
    borrowing func row(_ key: LogKey) throws(LogError) -> RawSpan? {
        try pages.check(at: key)
        return try transaction.row(key, in: table)
    }

    /// Returns a cursor for the rows of one kind.
    @_lifetime(borrow self)
    borrowing func rows(of kind: LogKey.Kind) throws(LogError) -> Cursor {
        try pages.check(from: LogKey(kind, 0), through: LogKey(kind, .max))
        return try transaction.rows(in: table)
    }

    /// The format row.
    borrowing func format(path: String) throws(LogError) -> LogFormat {
        guard let row = try row(.format) else {
            throw .damagedFile(path: path, reason: "it has no first row")
        }
        return try LogFormat(row, path: path)
    }

    /// Returns the root of the tree of the first events.
    ///
    /// - Complexity: at most 255 leaf hashes and 255 tiles for each level above.
    package borrowing func root(at position: Position) throws(LogError) -> Digest {
        guard position <= size else { throw .noSuchPosition(position, size: size) }
        return try TreeState(size: position.rawValue, in: self).frontier.root
    }
}

/// A walk over the records of a snapshot.
///
/// A record is valid until the next step: the compiler refuses to keep it longer.
package struct RecordCursor: ~Copyable, ~Escapable {
    private var cursor: Cursor
    private let pages: PageGuard
    private var expected: Position
    private let size: Position
    private var isStarted = false

    @_lifetime(copy cursor)
    init(_ cursor: consuming Cursor, _ pages: PageGuard, first: Position, size: Position) {
        self.cursor = cursor
        self.pages = pages
        expected = max(first, Position(1))
        self.size = size
    }

    /// Returns the next record; nil after the newest.
    ///
    /// - Throws: `damagedRecord` for a damaged record or a gap.
    @_lifetime(&self)
    package mutating func next() throws(LogError) -> StoredRecord? {
        guard expected <= size else { return nil }
        let position = expected
        try pages.checkAhead(from: position)
        guard try cursor.move(toRecordAt: .record(position), isNext: isStarted),
            LogKey.position(inKey: cursor.key) == position
        else { throw .damagedRecord(position, .gap) }
        isStarted = true
        expected = position.next
        return try StoredRecord(at: position, cursor.value)
    }

    /// Whether a record, or nothing, follows the last one returned; valid for that record only.
    ///
    /// A walk that ends before the newest record has not seen the next row, and a walk that begins
    /// there searches its first key: neither of them notices a foreign row between the two.
    package mutating func isFollowedByRecord() throws(LogError) -> Bool {
        guard isStarted, try cursor.moveOn() else { return true }
        return LogKey.position(inKey: cursor.key) != nil
    }
}
