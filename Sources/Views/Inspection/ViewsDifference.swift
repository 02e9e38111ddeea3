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

extension ViewsSnapshot {
    /// The first row in which these views differ from a recount, tables in the order of their
    /// declaration and rows in the order of their keys; without those of embedders' views that
    /// cannot be looked at.
    borrowing func firstDifference(
        from recount: borrowing ViewsSnapshot
    ) throws(ViewsError) -> ViewsDifference? {
        for table in try readableTables() {
            if let found = try firstDifference(from: recount, in: table) { return found }
        }
        return nil
    }

    private borrowing func firstDifference(
        from recount: borrowing ViewsSnapshot,
        in table: ViewTable
    ) throws(ViewsError) -> ViewsDifference? {
        var ours = try cursor(in: table)
        var theirs = try recount.cursor(in: table)
        var (isOurs, isTheirs) = (try ours.step(KeyRange.all), try theirs.step(KeyRange.all))
        while isOurs || isTheirs {
            let isUnexpected = isOurs && (!isTheirs || ours.key.sorts(before: theirs.key))
            let isMissing = isTheirs && (!isOurs || theirs.key.sorts(before: ours.key))
            if isUnexpected || isMissing || !ours.value.isEqual(to: theirs.value) {
                return ViewsDifference(
                    table: name(of: table),
                    key: isMissing
                        ? theirs.key.withUnsafeBytes { Array($0) }
                        : ours.key.withUnsafeBytes { Array($0) },
                    kind: isUnexpected ? .unexpected : isMissing ? .missing : .different,
                    position: position
                )
            }
            (isOurs, isTheirs) = (try ours.step(KeyRange.all), try theirs.step(KeyRange.all))
        }
        return nil
    }
}
