internal import EventLog
public import Messaging
internal import Wire

extension ConsumersQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering(withoutViews: { (query, engine) throws(QueryError) in
            try engine.consumers(query)
        })
    }
}

extension Engine {
    /// A page of the consumers, in the order of their names.
    ///
    /// - Complexity: reads all marks.
    fileprivate func consumers(_ query: ConsumersQuery) throws(QueryError) -> Page<ConsumerItem> {
        let items: [ConsumerItem]
        do throws(StoreFault) {
            items = try consumerItems()
        } catch {
            throw .failed(error)
        }
        return try page(
            of: query.webhooksOnly ? items.filter { $0.webhook != nil } : items,
            query.limit,
            query.cursor,
            .consumers,
            query.webhooksOnly ? ["webhooks"] : [],
            by: \.name,
            <
        )
    }

    /// A page of items in the order of their names, behind the name in a cursor: it stays a place also
    /// when its item is gone.
    func page<Item>(
        of items: [Item],
        _ limit: Int?,
        _ cursor: Cursor?,
        _ query: QueryName,
        _ words: [String] = [],
        by name: (Item) -> String,
        _ comesBefore: (String, String) -> Bool
    ) throws(QueryError) -> Page<Item> {
        let scope = CursorScope(
            query,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            words
        )
        let (count, last): (Int, String?)
        do throws(Refusal) {
            count = try PageLimit(limit).count
            last = try cursor.map { (cursor) throws(Refusal) in
                String(decoding: try scope.place(of: cursor, byteCounts: 1...), as: UTF8.self)
            }
        } catch {
            throw .refused(error)
        }
        let rest = items.filter { item in last.map { comesBefore($0, name(item)) } ?? true }
        let page = rest.prefix(count)
        let next = rest.count > count ? page.last : nil
        return Page(Array(page), next: next.map { scope.cursor(at: Array(name($0).utf8)) })
    }
}
