public import Messaging
internal import Projections
internal import Views
internal import Wire

extension RepliesQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.replies(query) }
    }
}

extension UserQueryEvaluator {
    /// A page of the messages that answer one, oldest first.
    ///
    /// A deleted one keeps its place, as in the conversation.
    ///
    /// - Throws: `notFound` for a message that is not the viewer's to see, `invalidCursor` for a
    ///   cursor that is not of this query.
    package mutating func replies(
        _ query: RepliesQuery
    ) throws(QueryError) -> Page<MessageItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let (parent, _, seat) = try seenEntry(query.message)
        let scope = cursors(.replies, "\(query.message)")
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in try scope.number(of: cursor) }
        }
        var found = try replies(to: parent, after: start ?? 0, count: limit.count + 1, from: seat)
        var next: Cursor?
        if found.count > limit.count {
            found.removeLast()
            next = found.last.map { scope.cursor(at: $0.ordinal) }
        }
        return Page(try items(of: found, from: seat), next: next)
    }

    /// The replies that the viewer can see, at most some.
    private borrowing func replies(
        to parent: SeenEntry,
        after ordinal: UInt64,
        count: Int,
        from seat: Seat
    ) throws(QueryError) -> [PlacedEntry] {
        let runs = try sight(from: seat)
        let id = seat.conversation.id.rawValue
        return try read { (state) throws(ViewsError) in
            var found: [PlacedEntry] = []
            for run in runs where found.count < count && run.upperBound > ordinal {
                try state.projectors.replies.forEach(
                    of: id,
                    to: parent.ordinal,
                    from: max(run.lowerBound, ordinal + 1),
                    through: run.upperBound,
                    in: state.views
                ) { (reply) throws(ViewsError) in
                    let entry = try state.projectors.timeline.entry(
                        at: reply,
                        of: id,
                        in: state.views
                    )
                    guard let entry else { throw .damagedRow(table: "replies") }
                    if seat.visibility.showsEntry(at: entry.position, sentAt: entry.sentAt) {
                        found.append(PlacedEntry(reply, entry))
                    }
                    return found.count < count ? .goOn : .stop
                }
            }
            return found
        }
    }
}
