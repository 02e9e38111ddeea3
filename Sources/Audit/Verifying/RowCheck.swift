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
    /// The restores among them for which no row was found.
    private var restores: Set<Position>
    private(set) var finding: Finding?
    private var isFirstRecord = true

    init(
        size: Position,
        read: Position,
        firstRecord: UInt64,
        erasures: [Position],
        restores: [Position]
    ) {
        self.size = size
        self.read = read
        self.firstRecord = firstRecord
        self.erasures = Set(erasures)
        self.restores = Set(restores)
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
            let isThere = restores.remove(position) != nil
            guard mayNot(name: position, amongRead: isThere) else { return }
            note(.rows, at: position, "a restore is noted that is not one")
        case .record(let position):
            if isFirstRecord, position == .zero {
                note(.rows, at: .zero, "a record lies before the first")
            }
            isFirstRecord = false
        case .foreign:
            note(.rows, at: .zero, "there is a row that no log writes")
        }
    }

    /// Reports restores that no row names; call it after all rows were checked.
    mutating func finish() {
        for position in restores { note(.rows, at: position, "no row names this restore") }
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
