internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MediaOwedQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.mediaOwed(query)
        }
    }
}

extension OperatorQueryEvaluator {
    /// A page of the media that must be deleted elsewhere, oldest first.
    package borrowing func mediaOwed(
        _ query: MediaOwedQuery
    ) throws(QueryError) -> Page<OwedMediaItem> {
        let log = state.eventLog
        let scope = CursorScope(
            .mediaOwed,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            []
        )
        let (count, start) = try page(query.limit, query.cursor, in: scope)
        let (items, next) = try mediaOwed(after: start, atMost: count)
        return try state.whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }

    /// The first media that are owed after a position, and where to go on if there are more.
    ///
    /// They end after `Limits.eventBytes` of URLs.
    borrowing func mediaOwed(
        after start: Position,
        atMost count: Int
    ) throws(QueryError) -> (items: [OwedMediaItem], next: Position?) {
        let debts = try state.read { (state) throws(ViewsError) in
            var debts: [(position: Position, since: Timestamp)] = []
            try state.projectors.mediaDebts.forEachDebt(after: start, in: state.views) {
                position,
                _,
                since in
                debts.append((position, since))
                return debts.count > count ? .stop : .goOn
            }
            return debts
        }
        var items: [OwedMediaItem] = []
        var bytes = 0
        var last: Position?
        for debt in debts.prefix(count) where bytes < Limits.eventBytes {
            last = debt.position
            guard case .mediaOwed(_, let content?) = state.event(at: debt.position)?.event else {
                continue
            }
            bytes += content.urls.reduce(0) { $0 + $1.utf8.count }
            items.append(
                OwedMediaItem(position: debt.position, at: debt.since, urls: content.urls)
            )
        }
        return (try state.whole(items), last == debts.last?.position ? nil : last)
    }
}
