public import Messaging
internal import Projections
internal import Views
internal import Wire

extension FindByContextQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            guard let id = query.id else {
                return try evaluator.findByContext(
                    ofKind: query.kind,
                    limit: query.limit,
                    cursor: query.cursor
                )
            }
            let context = Context(kind: query.kind, id: id)
            return try evaluator.findByContext(context, limit: query.limit, cursor: query.cursor)
        }
    }
}

extension UserQueryEvaluator {
    /// Returns the requests with a context that the viewer is or was a member of, in the order of
    /// their creation; a request whose context was cleared is found by members who had left before.
    package mutating func findByContext(
        _ context: Context,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> Page<ConversationID> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(limit) }
        try ask { (_) throws(Refusal) in try context.requireForm() }
        let scope = cursors(.findByContext, context.kind, context.id)
        let start = try position(of: cursor, in: scope)
        let found = try read { (state) throws(ViewsError) in
            let projectors = state.projectors
            var found: [(id: ConversationID, created: Position)] = []
            try projectors.contexts.forEach(context, of: state.eventLog, in: state.views) {
                (id, cleared) throws(ViewsError) in
                let chat = try projectors.chats.row(of: viewer.rawValue, id, in: state.views)
                guard let chat else { return .goOn }
                let end = chat.through ?? Position(.max)
                guard cleared.map({ $0 > end }) ?? true else { return .goOn }
                guard let row = try projectors.conversations.row(of: id, in: state.views) else {
                    throw .damagedRow(table: "conversations")
                }
                if row.position > start { found.append((ConversationID(id), row.position)) }
                return found.count > limit.count ? .stop : .goOn
            }
            return found
        }
        let next = found.count > limit.count ? found[limit.count - 1].created : nil
        return Page(
            found.prefix(limit.count).map(\.id),
            next: next.map { scope.cursor(at: $0.rawValue) }
        )
    }

    /// The requests about a kind of thing, by the same rules.
    ///
    /// - Complexity: the row of each of the viewer's conversations, and the context of each request
    ///   until the page is full: the views have no kind of a context, for it is sealed.
    package mutating func findByContext(
        ofKind kind: String,
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> Page<ConversationID> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(limit) }
        try ask { (_) throws(Refusal) in try Context.requireForm(ofKind: kind) }
        let scope = cursors(.findByContext, kind)
        let start = try position(of: cursor, in: scope)
        let requests = try read { (state) throws(ViewsError) in
            let projectors = state.projectors
            var found: [(id: ConversationID, created: Position)] = []
            try projectors.chats.forEach(of: viewer.rawValue, in: state.views) {
                (id, chat) throws(ViewsError) in
                guard let row = try projectors.conversations.row(of: id, in: state.views) else {
                    throw .damagedRow(table: "conversations")
                }
                guard row.kind == .request, row.position > start else { return .goOn }
                let end = chat.through ?? Position(.max)
                guard row.contextCleared.map({ $0 > end }) ?? true else { return .goOn }
                found.append((ConversationID(id), row.position))
                return .goOn
            }
            return found.sorted { $0.created < $1.created }
        }
        var found: [(id: ConversationID, created: Position)] = []
        for request in requests where found.count <= limit.count {
            // Strings are equal too where only their looks are.
            guard let context = state.context(createdAt: request.created),
                context.kind.utf8.elementsEqual(kind.utf8)
            else { continue }
            found.append(request)
        }
        let next = found.count > limit.count ? found[limit.count - 1].created : nil
        return try whole(
            Page(
                found.prefix(limit.count).map(\.id),
                next: next.map { scope.cursor(at: $0.rawValue) }
            )
        )
    }
}
