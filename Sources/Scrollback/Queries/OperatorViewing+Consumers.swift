internal import EventLog
public import Messaging
internal import Wire

extension ConsumersQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, viewing) throws(QueryError) in try viewing.consumers(query) }
    }
}

extension OperatorViewing {
    /// A page of the consumers, in the order of their names.
    ///
    /// - Complexity: reads all marks.
    package borrowing func consumers(
        _ query: ConsumersQuery
    ) throws(QueryError) -> Page<ConsumerItem> {
        let log = state.eventLog
        let scope = CursorScope(
            .consumers,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            query.webhooksOnly ? ["webhooks"] : []
        )
        let (count, last): (Int, String?)
        do throws(Refusal) {
            count = try PageLimit(query.limit).count
            last = try query.cursor.map { (cursor) throws(Refusal) in
                let name = try scope.place(of: cursor, byteCounts: Consumer.nameLength)
                return String(decoding: name, as: UTF8.self)
            }
        } catch {
            throw .refused(error)
        }
        let items: [ConsumerItem]
        do throws(StoreFault) {
            items = try state.engine.consumerItems()
        } catch {
            throw .failed(error)
        }
        // The name stays a place also when its consumer is removed between two pages.
        let rest = items.filter { item in
            (last.map { $0 < item.name } ?? true) && (!query.webhooksOnly || item.webhook != nil)
        }
        let page = rest.prefix(count)
        let next = rest.count > count ? page.last : nil
        return Page(Array(page), next: next.map { scope.cursor(at: Array($0.name.utf8)) })
    }
}
