/// Sees what each commit does to a views file, from beside the writer and without a lock.
///
/// Only for a file whose writer waits while this looks. A commit writes no page anew that the state
/// before it uses, and reuses none of these until the commit after the next; so the two newest
/// states can always be compared, and a page that both have holds the same rows.
final class ViewsWatch {
    let names: [String]
    private let pages: LMDBPages
    /// The leaf pages of each table in the state that was looked at last.
    private var seen: [[UInt64]]

    init(path: String) throws {
        pages = try LMDBPages(path: path)
        names = pages.tables().map(\.name)
        seen = names.map { _ in [] }
    }

    func close() { pages.close() }

    /// Visits the rows that are other than at the last look, by table and in key order.
    ///
    /// A nil value is a row that is gone. At the first look every row is new.
    func forEachChange(_ body: (Int, RawSpan, RawSpan?) throws -> Void) throws {
        let tables = pages.tables()
        try demand(tables.map(\.name) == names, "the views have other tables than before")
        for (number, table) in tables.enumerated() {
            let leaves = pages.leaves(of: table)
            let (before, after) = (Set(seen[number]), Set(leaves))
            let old = pages.rows(of: seen[number].lazy.filter { !after.contains($0) })
            let new = pages.rows(of: leaves.lazy.filter { !before.contains($0) })
            try compare(old, new) { try body(number, $0, $1) }
            seen[number] = leaves
        }
    }

    private func compare(
        _ old: [LMDBPages.Row],
        _ new: [LMDBPages.Row],
        _ body: (RawSpan, RawSpan?) throws -> Void
    ) throws {
        var (left, right) = (old.makeIterator(), new.makeIterator())
        var (before, after) = (left.next(), right.next())
        while before != nil || after != nil {
            let order: Int
            if let before, let after {
                order = before.order(to: after)
            } else {
                order = before == nil ? 1 : -1
            }
            if order < 0, let row = before { try body(row.key, nil) }
            if order > 0, let row = after { try body(row.key, row.value) }
            if order == 0, let row = after, let old = before, !row.hasSameValue(as: old) {
                try body(row.key, row.value)
            }
            if order <= 0 { before = left.next() }
            if order >= 0 { after = right.next() }
        }
    }

    /// All rows of the state that was looked at last.
    var contents: FloorContents {
        var found = FloorContents()
        for (number, leaves) in seen.enumerated() {
            for leaf in leaves {
                for row in pages.rows(of: [leaf]) {
                    found.note(table: number + 1, row.key, row.value)
                }
            }
        }
        return found
    }
}
