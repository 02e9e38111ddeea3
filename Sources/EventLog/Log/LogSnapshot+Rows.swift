internal import LMDB
package import Wire

/// The meaning of a key of the log's one table.
package enum LogRow: Hashable, Sendable {
    case format
    case tile(level: UInt8, index: UInt64)
    case checkpoint(size: Position)
    case pendingErasure(Position)
    case restore(Position)
    case journal(Position)
    case record(Position)
    /// A key that this software never writes.
    case foreign
}

extension LogRow {
    init(key: RawSpan) {
        for kind in LogKey.Kind.allCases {
            guard let number = LogKey.number(inKey: key, of: kind) else { continue }
            switch kind {
            case .format: self = number == 0 ? .format : .foreign
            case .tile:
                self = .tile(level: UInt8(number >> 56), index: number & (1 << 56 - 1))
            case .checkpoint: self = .checkpoint(size: Position(number))
            case .pendingErasure: self = .pendingErasure(Position(number))
            case .restore: self = .restore(Position(number))
            case .journal: self = .journal(Position(number))
            case .record: self = .record(Position(number))
            }
            return
        }
        self = .foreign
    }
}

extension LogSnapshot {
    /// Visits the rows after a key that lie before the records, then the first record and the very
    /// last row.
    ///
    /// - Returns: the key after which to continue, if time was over before the end; else nil.
    fileprivate borrowing func visitRows(
        behind key: [UInt8],
        until deadline: ContinuousClock.Instant,
        _ body: (LogRow) -> Void
    ) throws(LogError) -> [UInt8]? {
        var rows = try transaction.rows(in: table)
        var isThere = try rows.move(atOrAfterKey: key)
        if isThere, rows.key.isEqual(to: key.span.bytes) { isThere = try rows.moveOn() }
        var count = 0
        while isThere {
            let row = LogRow(key: rows.key)
            body(row)
            if case .record = row { break }
            count += 1
            if count.isMultiple(of: 1_024), ContinuousClock.now > deadline {
                return rows.key.withUnsafeBytes { Array($0) }
            }
            isThere = try rows.moveOn()
        }
        if try rows.moveToNewest() { body(LogRow(key: rows.key)) }
        return nil
    }

    /// Returns the bytes of the file's free pages.
    package borrowing func freeBytes() throws(LogError) -> UInt64 {
        do throws(LMDBError) {
            return try transaction.freeBytes()
        } catch {
            throw LogError(error)
        }
    }

    /// Returns the numbers of the rows of a kind, ascending.
    borrowing func numbers(of kind: LogKey.Kind) throws(LogError) -> [UInt64] {
        var numbers: [UInt64] = []
        try visit(kind) { number, _ in numbers.append(number) }
        return numbers
    }

    /// Visits the rows of a kind in order.
    borrowing func visit(
        _ kind: LogKey.Kind,
        _ body: (UInt64, RawSpan) -> Void
    ) throws(LogError) {
        var rows = try rows(of: kind)
        var isThere = try rows.move(toFirstOf: kind)
        while isThere, let number = LogKey.number(inKey: rows.key, of: kind) {
            body(number, rows.value)
            isThere = try rows.moveOn()
        }
    }
}

extension EventLog {
    /// Visits all rows before the records, the first record and the very last row, each with the
    /// log's size at that moment.
    ///
    /// - Complexity: a row for each tile and checkpoint; no snapshot is held for long.
    package func visitRows(_ body: (LogRow, _ size: Position) -> Void) throws(LogError) {
        var place: [UInt8]? = []
        while let key = place {
            let snapshot = try snapshot()
            place = try snapshot.visitRows(behind: key, until: .now + Self.longestSlice) {
                body($0, snapshot.size)
            }
        }
    }

    /// The longest time that a long read holds a snapshot before taking a newer one: pages that the
    /// log replaces meanwhile cannot be reused.
    package static let longestSlice = Duration.seconds(1)

    /// Visits the records from one position to another, in snapshots that are held for a slice.
    ///
    /// Records change only when their content is erased, so together they form one state.
    package func forEachRecord(
        from first: Position,
        through last: Position,
        slice: Duration = longestSlice,
        _ body: (borrowing StoredRecord) throws(LogError) -> Void
    ) throws(LogError) {
        var place: Position? = first
        while let next = place {
            place = try visitSlice(from: next, through: last, slice: slice) {
                (record) throws(LogError) in
                try body(record)
                return true
            }
        }
    }

    /// Visits the records of one slice: in one snapshot, which has ended when this returns.
    ///
    /// A caller that has to wait for more than memory, as for a disk, does so between two slices.
    /// `slice` is the longest time to hold the snapshot; `body` receives each record, and ends the
    /// slice behind it with false.
    ///
    /// - Returns: where the next slice begins; nil after the last record.
    package func visitSlice(
        from first: Position,
        through last: Position,
        slice: Duration = longestSlice,
        _ body: (borrowing StoredRecord) throws(LogError) -> Bool
    ) throws(LogError) -> Position? {
        guard first <= last else { return nil }
        let snapshot = try snapshot()
        let deadline = ContinuousClock.now + slice
        var records = try snapshot.records(from: first)
        while let record = try records.next() {
            let position = record.position
            if position > last { return nil }
            let next = position.next
            let isOver = next.rawValue.isMultiple(of: 64) && .now > deadline
            let goesOn = try body(record)
            if position == last { return nil }
            if isOver || !goesOn { return next }
        }
        return nil
    }
}

extension RawSpan {
    fileprivate func isEqual(to other: RawSpan) -> Bool {
        withUnsafeBytes { ours in
            other.withUnsafeBytes { theirs in ours.elementsEqual(theirs) }
        }
    }
}
