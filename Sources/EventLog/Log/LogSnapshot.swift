package import LMDB
package import Merkle
package import Wire

/// The log as it stood when this value was made, however much is appended meanwhile.
///
/// Keep it for one query: while it lives, pages that the log has replaced cannot be reused.
package struct LogSnapshot: ~Copyable {
    private let transaction: ReadTransaction
    private let table: Table
    /// The position of the newest event.
    package let size: Position

    init(_ environment: Environment, _ table: Table) throws(LogError) {
        self.table = table
        do throws(LMDBError) {
            transaction = try environment.beginReading()
            var cursor = try transaction.cursor(in: table)
            size = try cursor.moveToLast() ? LogKey.position(inKey: cursor.key) ?? .zero : .zero
        } catch {
            throw LogError(error)
        }
    }

    /// The record at a position.
    ///
    /// - Throws: `noSuchPosition` beyond the size; `damagedRecord` where it cannot be believed.
    @_lifetime(borrow self)
    package borrowing func record(at position: Position) throws(LogError) -> StoredRecord {
        guard position > .zero, position <= size else {
            throw .noSuchPosition(position, size: size)
        }
        let key = LogKey.record(position)
        do throws(LMDBError) {
            guard let bytes = try transaction.value(of: key.bytes.span.bytes, in: table) else {
                throw LogError.damagedRecord(position, .gap)
            }
            return try StoredRecord(at: position, bytes)
        } catch let error as LMDBError {
            throw LogError(error)
        }
    }

    /// The records from a position on, one after the other.
    @_lifetime(borrow self)
    package borrowing func records(from first: Position) throws(LogError) -> RecordCursor {
        do throws(LMDBError) {
            return RecordCursor(try transaction.cursor(in: table), first: first, size: size)
        } catch {
            throw LogError(error)
        }
    }

    /// A full tile of the tree; nil if it is not full yet.
    borrowing func tile(level: UInt8, index: UInt64) throws(LogError) -> [Digest]? {
        let key = LogKey.tile(level: level, index: index)
        do throws(LMDBError) {
            guard let bytes = try transaction.value(of: key.bytes.span.bytes, in: table) else {
                return nil
            }
            guard bytes.byteCount == TreeState.tileWidth * Digest.byteCount else {
                throw LogError.damagedTile(level: level, index: index)
            }
            return (0..<TreeState.tileWidth).map { entry in
                let start = entry * Digest.byteCount
                return Digest(bytes.extracting(start..<start + Digest.byteCount))
            }
        } catch let error as LMDBError {
            throw LogError(error)
        }
    }

    /// The format row.
    borrowing func format(path: String) throws(LogError) -> LogFormat {
        do throws(LMDBError) {
            guard let row = try transaction.value(of: LogKey.format.bytes.span.bytes, in: table)
            else {
                throw LogError.notAStore(path: path, reason: "its log has no first row")
            }
            return try LogFormat(row, path: path)
        } catch let error as LMDBError {
            throw LogError(error)
        }
    }

    /// The root of the tree of the first events.
    ///
    /// - Complexity: at most 255 leaf hashes and 255 tiles for each level above.
    package borrowing func root(at position: Position) throws(LogError) -> Digest {
        guard position <= size else { throw .noSuchPosition(position, size: size) }
        return try TreeState(size: position.rawValue, in: self).frontier.root
    }
}

/// A walk over the records of a snapshot.
///
/// A record is good until the next step: the compiler refuses to keep it longer.
package struct RecordCursor: ~Copyable, ~Escapable {
    private var cursor: Cursor
    private var expected: Position
    private let size: Position
    private var isStarted = false

    @_lifetime(copy cursor)
    init(_ cursor: consuming Cursor, first: Position, size: Position) {
        self.cursor = cursor
        expected = max(first, Position(1))
        self.size = size
    }

    /// The next record; nil after the newest.
    ///
    /// - Throws: `damagedRecord` for one that cannot be believed, or for a gap.
    @_lifetime(&self)
    package mutating func next() throws(LogError) -> StoredRecord? {
        guard expected <= size else { return nil }
        let position = expected
        do throws(LMDBError) {
            let isThere: Bool
            if isStarted {
                isThere = try cursor.moveToNext()
            } else {
                let key = LogKey.record(position)
                isThere = try cursor.move(atOrAfter: key.bytes.span.bytes)
            }
            guard isThere, LogKey.position(inKey: cursor.key) == position else {
                throw LogError.damagedRecord(position, .gap)
            }
        } catch let error as LMDBError {
            throw LogError(error)
        }
        isStarted = true
        expected = position.next
        return try StoredRecord(at: position, cursor.value)
    }
}
