internal import Locking
package import Views

/// Hears whether a query looks up rows that do not belong to the index of the log: to the views
/// `streams` and `outlines`.
///
/// What the index says of an event never changes, and it is in the order of the log. So the present
/// index up to a position is the index of that time. Any other row may tell of later events.
package final class IndexScope: RowScope {
    private let index: Set<Int>
    private let isLeft = Lock(false)

    package init() {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        let names = [BuiltInProjectors.View.streams, .outlines].flatMap {
            RowOrigin.ofTables(in: $0).keys
        }
        index = Set(tables.names.indices.filter { names.contains(tables.names[$0]) })
    }

    /// Whether other rows were looked up.
    package var wasLeft: Bool { isLeft.withLock { $0 } }

    package func willRead(_ lower: RawSpan, _ upper: RawSpan, in table: ViewTable) {
        if !index.contains(table.number) { isLeft.withLock { $0 = true } }
    }
}
