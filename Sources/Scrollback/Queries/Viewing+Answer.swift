package import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
package import Wire

extension Viewing {
    /// Answers a query, whichever it is.
    package mutating func answer(_ query: Query) throws(QueryError) -> QueryAnswer {
        switch query {
        case .conversations(let query): .conversations(try conversations(query))
        case .conversation(let id): .conversation(try conversation(id))
        case .messages(let query): .messages(try messages(query))
        case .message(let id): .message(try message(id))
        case .history(let id): .history(try history(of: id))
        case .replies(let query): .replies(try replies(query))
        case .mentions(let query): .mentions(try mentions(query))
        case .reactions(let query): .reactions(try reactions(query))
        case .receipts(let id, let limit, let cursor):
            .receipts(try receipts(of: id, limit: limit, cursor: cursor))
        case .unread(let conversation, let limit, let cursor):
            try unread(in: conversation, limit, cursor)
        case .members(let query): .members(try members(query))
        case .media(let query): .media(try media(query))
        case .findDirect(let other): .findDirect(try findDirect(with: other))
        case .findByContext(let context, let limit, let cursor):
            .findByContext(try findByContext(context, limit: limit, cursor: cursor))
        case .profile(let user): .profile(try profileItem(of: user))
        case .users(let query): .users(try users(query))
        case .settings: .settings(try settings())
        case .blocks(let limit, let cursor):
            .blocks(try blocks(limit: limit, cursor: cursor))
        case .mayI(let intention): .mayI(try mayI(intention))
        case .outcome(let id): .outcome(try outcome(of: id))
        case .typing(let conversation): .typing(try typing(in: conversation))
        case .changes(let query): .changes(try changes(query))
        case .reports(let query): .reports(try reports(query))
        }
    }

    private mutating func unread(
        in conversation: ConversationID?,
        _ limit: Int?,
        _ cursor: Cursor?
    ) throws(QueryError) -> QueryAnswer {
        guard let conversation else {
            return .unreadTotals(try unreadTotals(limit: limit, cursor: cursor))
        }
        guard limit == nil else { throw .refused(.request(.isNoPage(field: "limit"))) }
        guard cursor == nil else { throw .refused(.request(.isNoPage(field: "cursor"))) }
        return .unread(try unread(in: conversation))
    }

    /// What the viewer has set.
    package borrowing func settings() throws(QueryError) -> Settings {
        try ask { (state) throws(Refusal) in state.settings(of: viewer) }
    }

    /// A page of those whom the viewer has blocked, in the order of blocking.
    package borrowing func blocks(
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> Page<UserID> {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(limit) }
        let scope = cursors(.blocks)
        let start = try position(of: cursor, in: scope)
        let blocked = try read { (state) throws(ViewsError) in
            var blocked: [(user: UserID, since: Position)] = []
            try state.projectors.relations.forEach(
                .blocked,
                of: viewer.rawValue,
                in: state.views
            ) { other, since in
                if since > start { blocked.append((UserID(other), since)) }
                return .goOn
            }
            return blocked.sorted { $0.since < $1.since }
        }
        let next = blocked.count > limit.count ? blocked[limit.count - 1].since : nil
        return Page(
            blocked.prefix(limit.count).map(\.user),
            next: next.map { scope.cursor(at: $0.rawValue) }
        )
    }

    /// Whether the viewer may do something now.
    package borrowing func mayI(_ intention: Intention) throws(QueryError) -> Permit {
        try ask { (state) throws(Refusal) in
            try Messaging.mayI(intention, as: viewer, now: now, on: state) {
                state.rates.window(of: viewer, under: state.configuration.rateLimit, at: now)
            }
        }
    }

    /// Where the newest event of one of the viewer's own commands lies; nil if nothing is known
    /// of it.
    package borrowing func outcome(of id: CommandID) throws(QueryError) -> Position? {
        try ask { (state) throws(Refusal) in
            Messaging.outcome(of: id, by: viewer, on: state)
        }
    }

    /// Who is typing in a conversation, as the viewer is shown it.
    package mutating func typing(
        in conversation: ConversationID
    ) throws(QueryError) -> TypingItem {
        let seat = try seat(in: conversation)
        let users = try ask { (state) throws(Refusal) in
            let signs = state.typing.signs(in: conversation)
            // Of a large group only those matter who were heard.
            let members = (signs.map(\.user) + [viewer]).filter { user in
                state.member(user, of: conversation)?.isActive ?? false
            }
            let audience = TypingAudience(
                viewer: viewer,
                members: members,
                isSilenced: seat.conversation.isClosed
                    || state.isSilenced(seat.conversation, for: viewer)
            )
            return audience.shown(of: signs, now: now) { user in
                state.settings(of: user).shareTyping
            }
        }
        let typists = users.map { TypingItem.Typist(user: $0, name: name(of: $0)) }
        return TypingItem(users: typists, text: English.typing(typists.map(\.name)))
    }
}
