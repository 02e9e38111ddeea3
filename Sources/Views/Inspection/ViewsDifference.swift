internal import LMDB
public import Wire

/// The first row in which views differ from what the log gives.
public struct ViewsDifference: Hashable, Sendable {
    /// What is wrong with the row.
    public enum Kind: Hashable, Sendable {
        /// The log gives a row that the views lack.
        case missing
        /// The views have a row that the log does not give.
        case unexpected
        /// The row's value is another one.
        case different
    }

    /// The name of its table.
    public let table: String
    /// Its key.
    public let key: [UInt8]
    /// What is wrong with it.
    public let kind: Kind
    /// The state at which both were looked at.
    public let position: Position
}

/// How far a comparison of two generations has come.
///
/// It goes on in slices, each on two states of one position: what is committed between two slices
/// is folded into the other generation too, so no state is held from the first row to the last.
struct ViewsComparing {
    /// The tables that are left, the present one first; nil before the first slice.
    private var tables: ArraySlice<ViewTable>?
    /// The last key of the present table that was equal.
    private var key: [UInt8] = []

    enum Outcome {
        case unfinished
        case equal
        case different(ViewsDifference)
    }

    /// Compares more rows, tables in the order of their declaration and rows in the order of their
    /// keys; without those of embedders' views that cannot be looked at.
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
            case .different(let difference): return .different(difference)
            case .unfinished(let reached):
                (tables, key) = (left, reached)
                return .unfinished
            case .equal:
                left.removeFirst()
                key = []
            }
        }
        return .equal
    }
}

extension ViewsSnapshot {
    fileprivate enum TableOutcome {
        case unfinished([UInt8])
        case equal
        case different(ViewsDifference)
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
                return .different(
                    ViewsDifference(
                        table: name(of: table),
                        key: isMissing
                            ? theirs.key.withUnsafeBytes { Array($0) }
                            : ours.key.withUnsafeBytes { Array($0) },
                        kind: isUnexpected ? .unexpected : isMissing ? .missing : .different,
                        position: position
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
    /// Moves to the first row behind a key; to the first one for no key.
    fileprivate mutating func move(behind key: [UInt8]) throws(ViewsError) -> Bool {
        let isThere = try moveToStart(of: CustomRange(behind: key))
        guard isThere, !key.isEmpty, self.key.isEqual(to: key.span.bytes) else { return isThere }
        return try step(CustomRange.all)
    }
}
