internal import CPlatform
internal import LMDB

/// A table of the views file, and the one place where its rows are read and sealed.
///
/// Each value is followed by four bytes, little-endian: the CRC-32C over the table's name, the
/// key's length, the key and the value. So a row is refused if it was changed, or lies under
/// another key or in another table. Callers never see these bytes.
///
/// LMDB does not find a row whose key was changed. If the rest of the tree is in order, that row
/// stands where the search ends, so the two rows there are checked before a key counts as absent.
final class StoredTable: Sendable {
    let table: Table
    let name: String
    /// The checksum of the name, with which that of each row begins.
    private let seed: UInt32

    /// The bytes of a row's checksum.
    static let checksumBytes = 4

    init(_ table: Table, named name: String) {
        self.table = table
        self.name = name
        let bytes = Array(name.utf8)
        seed = scrollback_crc32c(0, bytes, bytes.count)
    }

    /// The error for a damaged row of the table.
    var damage: ViewsError { .damagedRow(table: name) }

    func checksum(of key: RawSpan, _ value: RawSpan) -> UInt32 {
        key.withUnsafeBytes { key in
            value.withUnsafeBytes { value in
                scrollback_crc32c_of_two(
                    seed &+ UInt32(truncatingIfNeeded: key.count),
                    key.baseAddress,
                    key.count,
                    value.baseAddress,
                    value.count
                )
            }
        }
    }

    /// Returns the checksum in a stored row; nil if the row is too short for one.
    static func checksum(in stored: RawSpan) -> UInt32? {
        let count = stored.byteCount - checksumBytes
        guard count >= 0 else { return nil }
        return stored.unsafeLoadUnaligned(fromByteOffset: count, as: UInt32.self).littleEndian
    }

    /// Checks a stored row.
    func check(_ stored: RawSpan, of key: RawSpan) throws(ViewsError) {
        guard isSound(stored, of: key) else { throw damage }
    }

    /// Whether a stored row is intact.
    func isSound(_ stored: RawSpan, of key: RawSpan) -> Bool {
        guard let checksum = Self.checksum(in: stored) else { return false }
        return checksum == self.checksum(of: key, Self.value(in: stored))
    }

    /// The value of a stored row that was checked.
    @_lifetime(copy stored)
    static func value(in stored: RawSpan) -> RawSpan {
        stored.extracting(droppingLast: checksumBytes)
    }

    /// Writes a row without a buffer, which is needed for a few rows only.
    func put(
        _ key: RawSpan,
        _ value: RawSpan,
        in transaction: inout WriteTransaction
    ) throws(LMDBError) {
        var stored = value.withUnsafeBytes { Array($0) }
        withUnsafeBytes(of: checksum(of: key, value).littleEndian) { stored += $0 }
        try transaction.put(key, stored.span.bytes, in: table)
    }
}

/// A transaction in which rows can be looked up.
protocol RowLookUp: ~Copyable {
    /// The bytes of a key as they are stored.
    @_lifetime(borrow self)
    borrowing func value(of key: RawSpan, in table: Table) throws(LMDBError) -> RawSpan?

    /// Checks the rows beside the place of a key that was not found.
    borrowing func checkAbsence(of key: RawSpan, in stored: StoredTable) throws(ViewsError)
}

extension RowLookUp where Self: ~Copyable {
    /// Returns the value of a key, valid until the transaction ends or changes something.
    @_lifetime(borrow self)
    borrowing func checkedValue(
        of key: RawSpan,
        in stored: StoredTable
    ) throws(ViewsError) -> RawSpan? {
        let row: RawSpan?
        do throws(LMDBError) {
            row = try value(of: key, in: stored.table)
        } catch {
            throw .storage(error)
        }
        guard let row else {
            try checkAbsence(of: key, in: stored)
            return nil
        }
        try stored.check(row, of: key)
        return StoredTable.value(in: row)
    }
}

extension ReadTransaction: RowLookUp {
    /// Returns the value of a key, valid until the transaction ends.
    ///
    /// Where a key was missing before, others probably are too: one search with the cursor that was
    /// kept then finds the row, or the rows beside its place.
    @_lifetime(borrow self)
    borrowing func value(
        of key: RawSpan,
        in stored: StoredTable
    ) throws(ViewsError) -> RawSpan? {
        guard keepsCursor(in: stored.table) else { return try checkedValue(of: key, in: stored) }
        var rows = try keptRows(in: stored)
        guard try rows.move(to: key) else { return nil }
        // The bytes belong to the transaction, not to the cursor.
        return _overrideLifetime(rows.value, borrowing: self)
    }

    borrowing func checkAbsence(of key: RawSpan, in stored: StoredTable) throws(ViewsError) {
        var rows = try keptRows(in: stored)
        guard try !rows.move(to: key) else { throw stored.damage }
    }

    /// A cursor over the rows of a table.
    @_lifetime(borrow self)
    borrowing func rows(in stored: StoredTable) throws(ViewsError) -> RowCursor {
        do throws(LMDBError) {
            return RowCursor(try cursor(in: stored.table), over: stored)
        } catch {
            throw .storage(error)
        }
    }

    /// The cursor that the transaction keeps for a table, for one search.
    @_lifetime(borrow self)
    private borrowing func keptRows(in stored: StoredTable) throws(ViewsError) -> RowCursor {
        do throws(LMDBError) {
            return RowCursor(try keptCursor(in: stored.table), over: stored)
        } catch {
            throw .storage(error)
        }
    }
}

extension WriteTransaction: RowLookUp {
    /// A commit looks up only rows that every views file has, and treats their absence as damage.
    borrowing func checkAbsence(of key: RawSpan, in stored: StoredTable) {}
}
