public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

/// A member that the viewer may know, with the present or last membership as the viewer knows it.
struct KnownMember {
    let user: UserID
    let row: MemberRow
    let membership: MemberRow.Interval

    var isActive: Bool { membership.through == nil }
}

extension MembersQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.members(query) }
    }
}

extension UserQueryEvaluator {
    /// A page of a conversation's members, in the order of joining; a former member sees those
    /// of the leaving.
    package mutating func members(_ query: MembersQuery) throws(QueryError) -> MemberPage {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let seen = try seenChat(query.conversation)
        let scope = cursors(.members, "\(query.conversation)", "\(query.includesFormer)")
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                Position(try scope.number(of: cursor))
            }
        }
        let (found, count) = try page(of: seen, query, after: start ?? .zero, limit.count + 1)
        var items: [MemberItem] = []
        for member in found.prefix(limit.count) { items.append(try item(of: member, in: seen)) }
        var next: Cursor?
        if found.count > limit.count {
            let last = found[limit.count - 1].membership.addedAt
            next = scope.cursor(at: last.rawValue)
        }
        return try whole(MemberPage(Page(items, next: next), count: count))
    }

    /// Members who were added after a position, at most some, and how many there are in all.
    private borrowing func page(
        of seen: SeenChat,
        _ query: MembersQuery,
        after position: Position,
        _ limit: Int
    ) throws(QueryError) -> (members: [KnownMember], count: Int) {
        guard query.includesFormer || !seen.isActive else {
            let members = try activeMembers(of: seen, after: position, limit)
            return (members, Int(seen.row.members))
        }
        let all = try members(of: seen, includingFormer: query.includesFormer)
        let rest = all.lazy.filter { $0.membership.addedAt > position }
        return (Array(rest.prefix(limit)), all.count(where: \.isActive))
    }

    /// Returns the members as far as the viewer may know them, of those added after a position, in
    /// the order of joining.
    borrowing func knownMembers(
        in seen: SeenChat,
        addedAfter position: Position
    ) throws(QueryError) -> [KnownMember] {
        if seen.isActive { return try activeMembers(of: seen, after: position, .max) }
        return try members(of: seen, includingFormer: false)
            .filter { $0.membership.addedAt > position }
    }

    /// Returns the present members who were added after a position.
    private borrowing func activeMembers(
        of seen: SeenChat,
        after position: Position,
        _ limit: Int
    ) throws(QueryError) -> [KnownMember] {
        try read { (state) throws(ViewsError) in
            let (id, membership) = (seen.id.rawValue, state.projectors.membership)
            var found: [KnownMember] = []
            try membership.forEachActive(of: id, addedAfter: position, in: state.views) {
                (user) throws(ViewsError) in
                guard let row = try membership.row(of: user, in: id, views: state.views),
                    let interval = row.membership(asOf: seen.end)
                else { throw .damagedRow(table: "members") }
                found.append(KnownMember(user: UserID(user), row: row, membership: interval))
                return found.count < limit ? .goOn : .stop
            }
            return found
        }
    }

    /// Returns all members that the viewer may know, in the order of joining.
    ///
    /// - Complexity: a row for each present and former member.
    borrowing func members(
        of seen: SeenChat,
        includingFormer: Bool
    ) throws(QueryError) -> [KnownMember] {
        try read { (state) throws(ViewsError) in
            var found: [KnownMember] = []
            try state.projectors.membership.forEach(of: seen.id.rawValue, in: state.views) {
                user,
                row in
                guard let interval = row.membership(asOf: seen.end) else { return .goOn }
                let member = KnownMember(user: UserID(user), row: row, membership: interval)
                if includingFormer || member.isActive { found.append(member) }
                return .goOn
            }
            return found.sorted { $0.membership.addedAt < $1.membership.addedAt }
        }
    }

    /// A member as their row shows them.
    mutating func item(
        of member: KnownMember,
        in seen: SeenChat
    ) throws(QueryError) -> MemberItem {
        let standing = try standing(of: member, in: seen)
        let added = state.event(at: member.membership.addedAt)
        let left = member.membership.through.flatMap { state.event(at: $0) }
        var adder: UserID?
        if case .participantAdded(let event) = added?.event, !event.founder {
            adder = added?.actor.user
        }
        let profile = isBlocked(by: member.user) ? nil : profile(of: member.user)
        return MemberItem(
            user: member.user,
            name: name(of: member.user),
            username: profile?.username,
            fullName: profile?.fullName,
            avatar: profile?.avatar,
            role: standing.role,
            permissions: standing.permissions,
            joinedAt: added?.recorded ?? seen.row.createdAt,
            leftAt: left?.recorded,
            addedBy: adder,
            presence: try presence(of: member, in: seen)
        )
    }

    /// Returns a member's role and permissions, as far as the viewer may know.
    ///
    /// A former member has no permissions, and no member has any in a direct conversation.
    borrowing func standing(
        of member: KnownMember,
        in seen: SeenChat
    ) throws(QueryError) -> (role: Role, permissions: Permissions) {
        let row = try read { (state) throws(ViewsError) in
            if seen.isActive { return member.row }
            return try state.projectors.membership.row(
                member.row,
                of: member.user.rawValue,
                in: seen.id.rawValue,
                asOf: seen.end,
                views: state.views
            )
        }
        let mayAct = member.isActive && seen.row.kind != .direct
        let permissions = mayAct ? MemberFacts(member.user, row).effective : Permissions()
        return (row.role, permissions)
    }
}
