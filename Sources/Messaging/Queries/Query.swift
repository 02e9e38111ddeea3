/// A query to a store: a value that says what is asked, with the type of its answer.
///
/// A session answers it on the present state:
///
///     let page = try session.ask(MediaQuery(in: chat, kind: .image))
public protocol Query: Hashable, Sendable {
    /// The answer to the query.
    associatedtype Answer: Hashable, Sendable
}

/// A query that the outside form has.
package protocol ServedQuery: Query {
    static var name: QueryName { get }
    /// Who may ask it at all.
    static var audience: Audience { get }

    /// Returns the same query for a page of at most `limit` items; nil for a query without pages.
    func limited(to limit: Int) -> Self?

    /// The number of items that the query's limit counts; nil for a query without pages.
    static func itemCount(of answer: Answer) -> Int?
}

extension ServedQuery {
    package func limited(to limit: Int) -> Self? { nil }

    package static func itemCount(of answer: Answer) -> Int? { nil }
}

/// A query that is answered with a page.
///
/// A page that would be too long is asked for again with fewer items.
package protocol PagedQuery: ServedQuery where Answer: PageAnswer {
    var limit: Int? { get set }
}

extension PagedQuery {
    package func limited(to limit: Int) -> Self? {
        var query = self
        query.limit = limit
        return query
    }

    package static func itemCount(of answer: Answer) -> Int? { answer.itemCount }
}

/// An answer with items that a limit counts.
package protocol PageAnswer {
    var itemCount: Int { get }
}

/// The number of items to try next for a page that is too long; `written` items fitted.
///
/// All items are assumed to be about as long. At least one, and fewer than there are; nil where
/// the page has one item.
package func fittingItems(of count: Int?, written: Int) -> Int? {
    guard let count, count > 1 else { return nil }
    // The people of one reaction are no outermost list: none of them was counted.
    return written == 0 ? count / 2 : min(count - 1, written)
}
