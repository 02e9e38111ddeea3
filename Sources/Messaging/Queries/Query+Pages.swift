// A page that would be too long is asked for again with fewer items, so that it ends earlier.

extension Query {
    /// The same query for a page of at most so many items; nil for a query without pages.
    package func limited(to limit: Int) -> Query? {
        switch self {
        case .conversations(var query):
            query.limit = limit
            return .conversations(query)
        case .messages(var query):
            query.limit = limit
            return .messages(query)
        case .replies(var query):
            query.limit = limit
            return .replies(query)
        case .mentions(var query):
            query.limit = limit
            return .mentions(query)
        case .reactions(var query):
            query.limit = limit
            return .reactions(query)
        case .members(var query):
            query.limit = limit
            return .members(query)
        case .media(var query):
            query.limit = limit
            return .media(query)
        case .users(var query):
            query.limit = limit
            return .users(query)
        case .changes(var query):
            query.limit = limit
            return .changes(query)
        case .reports(var query):
            query.limit = limit
            return .reports(query)
        case .receipts(let message, _, let cursor):
            return .receipts(message, limit: limit, cursor: cursor)
        case .unread(nil, _, let cursor): return .unread(nil, limit: limit, cursor: cursor)
        case .findByContext(let context, _, let cursor):
            return .findByContext(context, limit: limit, cursor: cursor)
        case .blocks(_, let cursor): return .blocks(limit: limit, cursor: cursor)
        case .conversation, .message, .history, .unread, .findDirect, .profile, .settings, .mayI,
            .outcome, .typing:
            return nil
        }
    }
}

extension QueryAnswer {
    /// How many items a page has, of those that a limit counts; nil for what is no page.
    package var itemCount: Int? {
        switch self {
        case .conversations(let page): page.items.count
        case .messages(let page): page.items.count
        case .replies(let page), .mentions(let page): page.items.count
        case .reactions(let page): max(page.items.count, page.items.first?.users.count ?? 0)
        case .receipts(let item): item.read.count + item.waiting.count
        case .unreadTotals(let overview): overview.conversations.count
        case .members(let members): members.page.items.count
        case .media(let media): media.page.items.count
        case .findByContext(let page): page.items.count
        case .users(let page): page.items.count
        case .blocks(let page): page.items.count
        case .changes(let page): page.items.count
        case .reports(let page): page.items.count
        case .conversation, .message, .history, .unread, .findDirect, .profile, .settings, .mayI,
            .outcome, .typing:
            nil
        }
    }
}

extension OperatorQuery {
    /// The same query for a page of at most so many items; nil for a query without pages.
    package func limited(to limit: Int) -> OperatorQuery? {
        switch self {
        case .notificationPlan(let position, let epoch, _, let cursor):
            return .notificationPlan(position, epoch: epoch, limit: limit, cursor: cursor)
        case .events(var query):
            query.limit = limit
            return .events(query)
        case .erasure(var query):
            query.limit = limit
            return .erasure(query)
        case .state, .views, .metrics:
            return nil
        }
    }
}

extension OperatorAnswer {
    /// How many items a page has; nil for what is no page.
    package var itemCount: Int? {
        switch self {
        case .notificationPlan(let page): page.items.count
        case .events(let page): page.items.count
        case .erasure(let page): page.itemCount
        case .state, .views, .metrics: nil
        }
    }
}

/// How many items of a page that is too long to try next, of which so many were written before the
/// answer was full: all are taken to be about as long.
///
/// At least one, and fewer than there are; nil where the page has one item.
package func fittingItems(of count: Int?, written: Int) -> Int? {
    guard let count, count > 1 else { return nil }
    // The people of one reaction are no outermost list: none of them was counted.
    return written == 0 ? count / 2 : min(count - 1, written)
}
