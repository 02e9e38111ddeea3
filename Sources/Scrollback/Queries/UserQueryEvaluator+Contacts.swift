public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ContactsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.contacts(query) }
    }
}

extension UserQueryEvaluator {
    /// A page of the viewer's contacts, in the order of their names.
    ///
    /// - Complexity: the profile of every contact, because names are sealed in the log.
    package mutating func contacts(
        _ query: ContactsQuery
    ) throws(QueryError) -> Page<PersonItem> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let scope = cursors(.contacts)
        let start = try namePlace(of: query.cursor, in: scope)
        let users = try read { (state) throws(ViewsError) in
            var users: [UserID] = []
            try state.projectors.relations.forEach(
                .contact,
                of: viewer.rawValue,
                in: state.views
            ) { other, _ in
                users.append(UserID(other))
                return .goOn
            }
            return users
        }
        var found: [NamePlace] = []
        found.reserveCapacity(users.count)
        for user in users { found.append(NamePlace(name: FoldedText(name(of: user)), user: user)) }
        let (page, next) = NamePlace.page(of: found, behind: start, limit)
        return try whole(
            Page(people(page.map(\.user)), next: next.map { scope.cursor(at: $0.bytes) })
        )
    }
}
