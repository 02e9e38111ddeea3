internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MediaOwedQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, viewing) throws(QueryError) in try viewing.mediaOwed(query) }
    }
}

extension OperatorViewing {
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
        for debt in debts.prefix(count) {
            guard case .mediaOwed(_, let content?) = state.event(at: debt.position)?.event else {
                continue
            }
            items.append(
                OwedMediaItem(position: debt.position, at: debt.since, urls: content.urls)
            )
        }
        let next = debts.count > count ? debts[count - 1].position : nil
        return try state.whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }
}
