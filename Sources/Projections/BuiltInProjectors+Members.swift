package import Views
package import Wire

extension BuiltInProjectors {
    /// Visits all present and former members of a conversation, in the order of their ids, each with
    /// their newest move.
    ///
    /// - Complexity: two tables that are walked side by side, as far as the visit goes.
    package func forEachMember(
        of conversation: UniqueID,
        in views: borrowing ViewsSnapshot,
        _ body: (
            _ user: UniqueID, _ row: MemberRow, _ move: Receipts.Move?
        ) throws(ViewsError) -> Visit
    ) throws(ViewsError) {
        let (members, moves) = (membership.members, receipts.newest)
        try views.forEachRow(
            in: members.table,
            MemberKey.range(of: conversation),
            besides: moves.table
        ) { (key, row, move) throws(ViewsError) in
            let (key, row) = try members.read(key, row, in: views)
            // No `map`, whose closure may not borrow the row.
            if let move { return try body(key.user, row, try moves.row(move, in: views)) }
            return try body(key.user, row, nil)
        }
    }
}
