internal import LMDB
internal import Wire

// The log's rows by its own keys, and its own errors.

extension ReadTransaction {
    @_lifetime(borrow self)
    borrowing func row(_ key: LogKey, in table: Table) throws(LogError) -> RawSpan? {
        do throws(LMDBError) {
            return try value(of: key.bytes.span.bytes, in: table)
        } catch {
            throw LogError(error)
        }
    }

    /// The same for a key that probably lies near the last one.
    @_lifetime(borrow self)
    borrowing func nearbyRow(_ key: LogKey, in table: Table) throws(LogError) -> RawSpan? {
        do throws(LMDBError) {
            return try nearbyValue(of: key.bytes.span.bytes, in: table)
        } catch {
            throw LogError(error)
        }
    }

    @_lifetime(borrow self)
    borrowing func rows(in table: Table) throws(LogError) -> Cursor {
        do throws(LMDBError) {
            return try cursor(in: table)
        } catch {
            throw LogError(error)
        }
    }
}

extension WriteTransaction {
    @_lifetime(borrow self)
    borrowing func row(_ key: LogKey, in table: Table) throws(LogError) -> RawSpan? {
        do throws(LMDBError) {
            return try value(of: key.bytes.span.bytes, in: table)
        } catch {
            throw LogError(error)
        }
    }

    mutating func put(
        _ row: RawSpan,
        at key: LogKey,
        in table: Table,
        _ mode: Mode
    ) throws(LogError) {
        do throws(LMDBError) {
            try put(key.bytes.span.bytes, row, in: table, mode)
        } catch {
            throw LogError(error)
        }
    }
}

extension WriteTransaction {
    /// Puts a framed record behind all others.
    mutating func append(
        _ record: borrowing WireWriter,
        at key: LogKey,
        in table: Table
    ) throws(LogError) {
        try put(record.bytes, at: key, in: table, .append)
    }

    /// Inserts the tile of a level that has become full.
    mutating func insert(_ tree: TreeState, level: Int, in table: Table) throws(LogError) {
        let hashes = tree.fullTile(level: level)
        try put(hashes.span.bytes, at: tree.fullTileKey(level: level), in: table, .insert)
    }

    mutating func remove(_ key: LogKey, in table: Table) throws(LogError) {
        do throws(LMDBError) {
            try remove(key.bytes.span.bytes, in: table)
        } catch {
            throw LogError(error)
        }
    }
}

extension Cursor {
    /// Moves to the first row of a kind, or to the next row after that place.
    mutating func move(toFirstOf kind: LogKey.Kind) throws(LogError) -> Bool {
        let key = InlineArray<1, UInt8>(repeating: kind.rawValue)
        do throws(LMDBError) {
            return try move(atOrAfter: key.span.bytes)
        } catch {
            throw LogError(error)
        }
    }

    /// Moves to a key or to the next row after it; without a key, to the first row.
    mutating func move(atOrAfterKey key: [UInt8]) throws(LogError) -> Bool {
        if key.isEmpty { return try moveOn() }
        do throws(LMDBError) {
            return try move(atOrAfter: key.span.bytes)
        } catch {
            throw LogError(error)
        }
    }

    /// Moves one row on; before the first move, to the first.
    mutating func moveOn() throws(LogError) -> Bool {
        do throws(LMDBError) {
            return try moveToNext()
        } catch {
            throw LogError(error)
        }
    }

    /// Moves to a record: the next one, or at the first move to its key.
    mutating func move(toRecordAt key: LogKey, isNext: Bool) throws(LogError) -> Bool {
        do throws(LMDBError) {
            return isNext ? try moveToNext() : try move(atOrAfter: key.bytes.span.bytes)
        } catch {
            throw LogError(error)
        }
    }

    mutating func moveToNewest() throws(LogError) -> Bool {
        do throws(LMDBError) {
            return try moveToLast()
        } catch {
            throw LogError(error)
        }
    }
}
