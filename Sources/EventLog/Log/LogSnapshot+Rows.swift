internal import LMDB
package import Wire

/// What a key of the log's one table names.
package enum LogRow: Equatable, Sendable {
    case format
    case tile(level: UInt8, index: UInt64)
    case checkpoint(size: Position)
    case pendingErasure(Position)
    case restore(Position)
    case record(Position)
    /// No key that this software writes.
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
            case .record: self = .record(Position(number))
            }
            return
        }
        self = .foreign
    }
}

extension LogSnapshot {
    /// Visits the rows behind a key that lie before the records, then the first record and the very
    /// last row.
    ///
    /// - Returns: the key to go on behind, where time was over before that; else nil.
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

    /// The numbers of the rows of a kind, ascending.
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
    /// Visits all rows that lie before the records, the first record and the very last row, and
    /// says how many events there were when each was looked at.
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

    /// How long one who reads much holds a snapshot before taking a newer one: pages that the log
    /// replaces meanwhile cannot be used again.
    package static let longestSlice = Duration.seconds(1)

    /// Visits the records from one position to another, in snapshots that are held for a second.
    ///
    /// Records do not change but for content that is erased, so these are those of one state.
    package func forEachRecord(
        from first: Position,
        through last: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Void
    ) throws(LogError) {
        var next = first
        while next <= last {
            let snapshot = try snapshot()
            let deadline = ContinuousClock.now + Self.longestSlice
            var records = try snapshot.records(from: next)
            var isOver = false
            while !isOver, let record = try records.next() {
                if record.position > last { return }
                next = record.position.next
                isOver = next.rawValue.isMultiple(of: 256) && .now > deadline
                try body(record)
            }
            if !isOver { return }
        }
    }
}

extension RawSpan {
    fileprivate func isEqual(to other: RawSpan) -> Bool {
        withUnsafeBytes { ours in
            other.withUnsafeBytes { theirs in ours.elementsEqual(theirs) }
        }
    }
}
