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
    /// Visits all rows that lie before the records, the first record and the very last row.
    ///
    /// - Complexity: a row for each tile and checkpoint.
    package borrowing func visitRows(_ body: (LogRow) -> Void) throws(LogError) {
        var rows = try transaction.rows(in: table)
        while try rows.moveOn() {
            let row = LogRow(key: rows.key)
            body(row)
            if case .record = row { break }
        }
        if try rows.moveToNewest() { body(LogRow(key: rows.key)) }
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
