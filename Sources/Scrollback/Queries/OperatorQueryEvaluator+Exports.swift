internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ExportsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.exports(query) }
    }
}

extension OperatorQueryEvaluator {
    /// A page of the exports that were made, in the order of making.
    ///
    /// - Complexity: reads an index of nine bytes for each event of the log.
    package borrowing func exports(
        _ query: ExportsQuery
    ) throws(QueryError) -> Page<ExportItem> {
        let log = state.eventLog
        let scope = CursorScope(
            .exports,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            []
        )
        let (count, start) = try page(query.limit, query.cursor, in: scope)
        let search = EventSearch(types: [EnvelopeEvent.exportMade], identifiers: [])
        let positions = try state.read { (state) throws(ViewsError) in
            var positions: [Position] = []
            try state.projectors.outlines.forEachCandidate(
                of: search,
                from: start.next,
                through: state.position,
                in: state.views
            ) { (position) throws(ViewsError) in
                let number = try state.log.readRecord(position) { $0.envelope.eventNumber }
                if number == EnvelopeEvent.exportMade { positions.append(position) }
                return positions.count > count ? .stop : .goOn
            }
            return positions
        }
        let items = positions.prefix(count).compactMap { position in
            state.event(at: position).flatMap { ExportItem($0) }
        }
        let next = positions.count > count ? positions[count - 1] : nil
        return try state.whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }
}
