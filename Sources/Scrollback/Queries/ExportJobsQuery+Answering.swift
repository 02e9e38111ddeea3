internal import EventLog
public import Messaging
internal import Wire

extension ExportJobsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering(withoutViews: { (query, engine) throws(QueryError) in
            try engine.exportJobs(query)
        })
    }
}

extension ExportJobQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering(withoutViews: { (query, engine) throws(QueryError) in
            let items = try engine.exportItems()
            guard let item = items.first(where: { $0.id == query.id }) else {
                throw .refused(.request(.exportIsNotFound))
            }
            return item
        })
    }
}

extension Engine {
    /// The exports of the process that writes to the store; another one does not know them.
    fileprivate func exportItems() throws(QueryError) -> [ExportJobItem] {
        guard log.access == .writing else { throw .refused(.request(.isKnownToTheWriter)) }
        return exportService?.items ?? []
    }

    /// A page of the exports that this process writes and keeps, the newest first.
    fileprivate func exportJobs(
        _ query: ExportJobsQuery
    ) throws(QueryError) -> Page<ExportJobItem> {
        // Ids grow, so an export stays a place also when it is forgotten between two pages.
        let items = try exportItems()
        return try page(of: items, query.limit, query.cursor, .exportJobs, by: { "\($0.id)" }, >)
    }
}
