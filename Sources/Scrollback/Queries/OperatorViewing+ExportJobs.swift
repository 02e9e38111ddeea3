internal import EventLog
public import Messaging
internal import Wire

extension ExportJobsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, viewing) throws(QueryError) in try viewing.exportJobs(query) }
    }
}

extension ExportJobQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, viewing) throws(QueryError) in
            let items = try viewing.exportItems()
            guard let item = items.first(where: { $0.id == query.id }) else {
                throw .refused(.request(.exportIsNotFound))
            }
            return item
        }
    }
}

extension OperatorViewing {
    /// The exports of the process that writes to the store; another one does not know them.
    fileprivate borrowing func exportItems() throws(QueryError) -> [ExportJobItem] {
        guard state.engine.log.access == .writing else {
            throw .refused(.request(.isKnownToTheWriter))
        }
        return state.engine.exportService?.items ?? []
    }

    /// A page of the exports that this process writes and keeps, the newest first.
    package borrowing func exportJobs(
        _ query: ExportJobsQuery
    ) throws(QueryError) -> Page<ExportJobItem> {
        let log = state.eventLog
        let scope = CursorScope(
            .exportJobs,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            []
        )
        // Ids grow, so an export stays a place also when it is forgotten between two pages.
        let items = try exportItems()
        return try page(
            of: items,
            query.limit,
            query.cursor,
            in: scope,
            by: { "\($0.id)" },
            >
        )
    }
}
