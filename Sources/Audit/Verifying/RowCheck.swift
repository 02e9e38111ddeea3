internal import EventLog
internal import Wire

/// Checks the rows beside the records: reports missing rows that no other check reports, and rows
/// that must not exist.
struct RowCheck {
    /// The log's size at the last check of a row.
    private var size: Position
    /// How many events were read.
    let read: Position
    let firstRecord: UInt64
    /// The erasures among them.
    let erasures: Set<Position>
    /// The rows that these events require and that were not found.
    private var required: Set<LogRow>
    private(set) var finding: Finding?
    private var isFirstRecord = true

    init(
        size: Position,
        read: Position,
        firstRecord: UInt64,
        erasures: [Position],
        rows: [LogRow]
    ) {
        self.size = size
        self.read = read
        self.firstRecord = firstRecord
        self.erasures = Set(erasures)
        required = Set(rows)
    }

    mutating func look(at row: LogRow, whileSizeIs newest: Position) {
        size = max(size, newest)
        switch row {
        case .format: break
        case .tile(let level, let index):
            let leaves = 8 * (UInt64(level) + 1)
            guard index >= size.rawValue >> leaves else { return }
            let (first, overflow) =
                leaves < 64
                ? index.multipliedReportingOverflow(by: 1 << leaves) : (0, index > 0)
            note(
                .extraTile,
                at: min(overflow ? size : Position(first), size).next,
                "tile \(index) of level \(level) cannot be full"
            )
        case .checkpoint(let size):
            guard size == .zero || size > self.size else { return }
            note(.checkpoint, at: size, "it is kept at a size that the log never had")
        case .pendingErasure(let position):
            guard mayNot(name: position, amongRead: erasures.contains(position)) else { return }
            note(.rows, at: position, "an erasure is noted as pending that is not one")
        case .restore(let position):
            let isThere = required.remove(row) != nil
            guard mayNot(name: position, amongRead: isThere) else { return }
            note(.rows, at: position, "a restore is noted that is not one")
        case .journal(let position):
            let isThere = required.remove(row) != nil
            guard mayNot(name: position, amongRead: isThere) else { return }
            note(.rows, at: position, "a journal is noted that did not begin")
        case .record(let position):
            if isFirstRecord, position == .zero {
                note(.rows, at: .zero, "a record lies before the first")
            }
            isFirstRecord = false
        case .foreign:
            note(.rows, at: .zero, "there is a row that no log writes")
        }
    }

    /// Reports events that no row names; call it after all rows were checked.
    mutating func finish() {
        for row in required {
            switch row {
            case .restore(let position): note(.rows, at: position, "no row names this restore")
            case .journal(let position): note(.rows, at: position, "no row names this journal")
            default: continue
            }
        }
    }

    /// Whether a row names an event that cannot exist, or that was read and is of another kind.
    private func mayNot(name position: Position, amongRead isThere: Bool) -> Bool {
        let isRead = position.rawValue > firstRecord && position <= read
        return position == .zero || position > size || isRead && !isThere
    }

    private mutating func note(_ clause: Clause, at position: Position, _ note: String) {
        finding.note(Finding(clause, at: position, note))
    }
}
