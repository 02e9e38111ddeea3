/// A query to a store: a value with its parameters, and the type of its answer.
///
/// A session answers it on the present state:
///
///     let page = try session.ask(MediaQuery(in: chat, kind: .image))
public protocol Query: Hashable, Sendable {
    /// The answer to the query.
    associatedtype Answer: Hashable, Sendable
}

/// A query with a JSON form.
package protocol ServedQuery: Query {
    static var name: QueryName { get }
    /// The sessions that may ask it: users, moderators or the operator.
    static var audience: Audience { get }

    /// The part of the log that the query needs to be asked about the past.
    static var pastNeed: PastNeed { get }
    /// Whether only the process that writes knows the answer.
    static var isForWriter: Bool { get }

    /// The words that the query shows; nil for a query without words.
    var opening: Opening? { get }

    /// Returns the same query for a page of at most `limit` items; nil for a query without pages.
    func limited(to limit: Int) -> Self?

    /// The number of items that the query's limit counts; nil for a query without pages.
    static func itemCount(of answer: Answer) -> Int?
}

/// The part of the log that a query needs to be asked about the past.
///
/// It only saves work: every other stream that a query looks up is folded before its answer counts.
package enum PastNeed {
    /// The index of the log's positions, which the present views have: nothing is folded.
    case index
    /// The viewer's own stream, and the streams of the conversation or user in the query.
    case conversation
    /// The streams of all of the viewer's conversations.
    case list
    /// The whole log.
    case everything
}

extension ServedQuery {
    /// A query without a narrower need is exact, only slower.
    package static var pastNeed: PastNeed { .everything }

    package static var isForWriter: Bool { false }

    /// A query shows words unless it says otherwise.
    package var opening: Opening? { Opening() }

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
/// It assumes items of similar length. The result is at least one and less than `count`; nil for a
/// page of one item.
package func fittingItems(of count: Int?, written: Int) -> Int? {
    guard let count, count > 1 else { return nil }
    // `written` counts outermost items only: it is zero if the people of one reaction are too many.
    return written == 0 ? count / 2 : min(count - 1, written)
}
