internal import EventLog
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MembershipsQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.memberships(query)
        }
    }
}

extension OperatorQueryEvaluator {
    /// A page of the conversations that a user is or was a member of, in the order of their
    /// creation.
    ///
    /// - Complexity: a row for each of their conversations.
    package borrowing func memberships(
        _ query: MembershipsQuery
    ) throws(QueryError) -> Page<MembershipItem> {
        let log = state.eventLog
        let scope = CursorScope(
            .memberships,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            ["\(query.user)"]
        )
        let (count, start) = try page(query.limit, query.cursor, in: scope)
        let found = try state.read { (state) throws(ViewsError) in
            var found: [(id: UniqueID, row: ConversationRow)] = []
            try state.projectors.chats.forEach(of: query.user.rawValue, in: state.views) {
                (id, _) throws(ViewsError) in
                let row = try state.projectors.conversations.row(of: id, in: state.views)
                guard let row else { throw .damagedRow(table: "conversations") }
                if row.position > start { found.append((id, row)) }
                return .goOn
            }
            return found.sorted { $0.row.position < $1.row.position }
        }
        var items: [MembershipItem] = []
        for (id, row) in found.prefix(count) {
            items.append(try item(of: query.user, in: id, row))
        }
        let next = found.count > count ? found[count - 1].row.position : nil
        return try state.whole(Page(items, next: next.map { scope.cursor(at: $0.rawValue) }))
    }

    private borrowing func item(
        of user: UserID,
        in conversation: UniqueID,
        _ row: ConversationRow
    ) throws(QueryError) -> MembershipItem {
        let member = try state.read { (state) throws(ViewsError) in
            try state.projectors.membership.row(
                of: user.rawValue,
                in: conversation,
                views: state.views
            )
        }
        guard let member, let membership = member.membership(asOf: Position(.max)) else {
            throw .failed(.views(.damagedRow(table: "members")))
        }
        return MembershipItem(
            ConversationID(conversation),
            kind: row.kind,
            role: member.role,
            joinedAt: state.event(at: membership.addedAt)?.recorded ?? row.createdAt,
            leftAt: membership.through.flatMap { state.event(at: $0)?.recorded }
        )
    }
}
