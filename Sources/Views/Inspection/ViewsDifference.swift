internal import LMDB
public import Wire

/// The first row in which the views differ from a fold of the log.
public struct ViewsDifference: Hashable, Sendable {
    /// The kind of a difference.
    public enum Kind: Hashable, Sendable {
        /// The log gives a row that the views lack.
        case missing
        /// The views have a row that the log does not give.
        case unexpected
        /// The row has another value.
        case different
    }

    /// The name of its table.
    public let table: String
    /// Its key.
    public let key: [UInt8]
    /// The kind of difference.
    public let kind: Kind
    /// The position of the two states compared.
    public let position: Position
}

/// A row that differs, with what lies there.
///
/// The values may hold people's words: they stay in this package.
package struct DifferentRow: Sendable {
    package let place: ViewsDifference
    /// The value in the views; nil if there is no row.
    package let stored: [UInt8]?
    /// The value that the log gives; nil if it gives no row.
    package let recounted: [UInt8]?
}

/// The result of comparing two generations.
package struct ComparedViews: Sendable {
    /// The position of the last state compared.
    package let position: Position
    /// The first rows that differ.
    package let rows: [DifferentRow]

    /// The first row that differs.
    package var difference: ViewsDifference? { rows.first?.place }
}

/// The progress of a comparison of two generations.
///
/// It runs in slices, each on two states of one position: commits between two slices are folded
/// into the other generation too, so no snapshot is held from the first row to the last.
struct ViewsComparing {
    /// The remaining tables, the present one first; nil before the first slice.
    private var tables: ArraySlice<ViewTable>?
    /// The last key of the present table that was compared.
    private var key: [UInt8] = []
    /// The rows that differ, so far.
    private(set) var rows: [DifferentRow] = []
    /// The most rows to find.
    let limit: Int

    init(limit: Int) { self.limit = limit }

    enum Outcome {
        case unfinished
        case ended
    }

    /// Compares more rows, tables in the order of their declaration and rows in the order of their
    /// keys; without embedder's views that cannot be read.
    mutating func compare(
        _ live: borrowing ViewsSnapshot,
        with recount: borrowing ViewsSnapshot,
        until deadline: ContinuousClock.Instant
    ) throws(ViewsError) -> Outcome {
        precondition(live.position == recount.position, "States are compared at one position.")
        var left: ArraySlice<ViewTable>
        if let tables { left = tables } else { left = try live.readableTables()[...] }
        while let table = left.first {
            switch try live.compare(with: recount, in: table, behind: key, until: deadline) {
            case .different(let row):
                rows.append(row)
                if rows.count >= limit { return .ended }
                key = row.place.key
            case .unfinished(let reached):
                (tables, key) = (left, reached)
                return .unfinished
            case .equal:
                left.removeFirst()
                key = []
            }
        }
        return .ended
    }
}

extension ViewsSnapshot {
    fileprivate enum TableOutcome {
        case unfinished([UInt8])
        case equal
        case different(DifferentRow)
    }

    fileprivate borrowing func compare(
        with recount: borrowing ViewsSnapshot,
        in table: ViewTable,
        behind start: [UInt8],
        until deadline: ContinuousClock.Instant
    ) throws(ViewsError) -> TableOutcome {
        var ours = try cursor(in: table)
        var theirs = try recount.cursor(in: table)
        var (isOurs, isTheirs) = (try ours.move(behind: start), try theirs.move(behind: start))
        var rows = 0
        while isOurs || isTheirs {
            let isUnexpected = isOurs && (!isTheirs || ours.key.sorts(before: theirs.key))
            let isMissing = isTheirs && (!isOurs || theirs.key.sorts(before: ours.key))
            if isUnexpected || isMissing || !ours.value.isEqual(to: theirs.value) {
                let place = ViewsDifference(
                    table: name(of: table),
                    key: isMissing
                        ? theirs.key.withUnsafeBytes { Array($0) }
                        : ours.key.withUnsafeBytes { Array($0) },
                    kind: isUnexpected ? .unexpected : isMissing ? .missing : .different,
                    position: position
                )
                return .different(
                    DifferentRow(
                        place: place,
                        stored: isMissing ? nil : ours.value.withUnsafeBytes { Array($0) },
                        recounted: isUnexpected ? nil : theirs.value.withUnsafeBytes { Array($0) }
                    )
                )
            }
            rows += 1
            if rows.isMultiple(of: 256), .now > deadline {
                return .unfinished(ours.key.withUnsafeBytes { Array($0) })
            }
            (isOurs, isTheirs) = (
                try ours.step(CustomRange.all), try theirs.step(CustomRange.all)
            )
        }
        return .equal
    }
}

extension RowCursor {
    /// Moves to the first row after a key; without a key, to the first row.
    fileprivate mutating func move(behind key: [UInt8]) throws(ViewsError) -> Bool {
        let isThere = try moveToStart(of: CustomRange(behind: key))
        guard isThere, !key.isEmpty, self.key.isEqual(to: key.span.bytes) else { return isThere }
        return try step(CustomRange.all)
    }
}
