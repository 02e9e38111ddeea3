public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension ConversationQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.conversation(query.conversation)
        }
    }
}

extension FindDirectQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.findDirect(with: query.user)
        }
    }
}

extension UserQueryEvaluator {
    /// A conversation with everything that its own page shows.
    package mutating func conversation(
        _ id: ConversationID
    ) throws(QueryError) -> ConversationPortrait {
        let seen = try seenChat(id)
        let item = try row(of: seen)
        let mine = try standing(of: try ownMembership(in: seen), in: seen)
        let portrait = ConversationPortrait(
            item: item,
            memberCount: try memberCount(of: seen),
            messageCount: try messageCount(of: seen),
            role: mine.role,
            permissions: mine.permissions,
            context: context(of: seen),
            reactions: seen.row.reactions,
            history: seen.row.history,
            createdBy: UserID(seen.row.createdBy),
            createdAt: seen.row.createdAt,
            closedAt: seen.closed.flatMap { state.event(at: $0)?.recorded }
        )
        return try whole(portrait)
    }

    /// The conversation as it stands in the viewer's list.
    mutating func row(of seen: SeenChat) throws(QueryError) -> ConversationItem {
        try item(of: seen, try listed(seen), previewLength: English.previewLength)
    }

    private borrowing func ownMembership(in seen: SeenChat) throws(QueryError) -> KnownMember {
        try read { (state) throws(ViewsError) in
            let row = try state.projectors.membership.row(
                of: viewer.rawValue,
                in: seen.id.rawValue,
                views: state.views
            )
            guard let row, let membership = row.membership(asOf: seen.end) else {
                throw .damagedRow(table: "members")
            }
            return KnownMember(user: viewer, row: row, membership: membership)
        }
    }

    private borrowing func memberCount(of seen: SeenChat) throws(QueryError) -> Int {
        if seen.isActive { return Int(seen.row.members) }
        return try members(of: seen, includingFormer: false).count
    }

    /// Returns a request's context, unless the viewer may know that it was cleared.
    private borrowing func context(of seen: SeenChat) -> Context? {
        guard seen.row.kind == .request, seen.row.contextCleared.map({ $0 > seen.end }) ?? true
        else { return nil }
        return state.context(createdAt: seen.row.position)
    }

    /// Returns the viewer's direct conversation with a user; nil if there is none.
    package mutating func findDirect(with other: UserID) throws(QueryError) -> ConversationID? {
        try read { (state) throws(ViewsError) in
            try state.projectors.directs.conversation(
                of: viewer.rawValue,
                and: other.rawValue,
                in: state.views
            ).map(ConversationID.init)
        }
    }
}
