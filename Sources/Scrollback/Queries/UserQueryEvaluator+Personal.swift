public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
package import Wire

extension SettingsQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (_, evaluator) throws(QueryError) in try evaluator.settings() }
    }
}

extension BlocksQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.blocks(limit: query.limit, cursor: query.cursor)
        }
    }
}

extension MayIQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.mayI(query.intention)
        }
    }
}

extension RateQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (_, evaluator) throws(QueryError) in try evaluator.rateWindows() }
    }
}

extension OutcomeQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.outcome(of: query.command)
        }
    }
}

extension TypingQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.typing(in: query.conversation)
        }
    }
}

extension UserQueryEvaluator {
    /// Returns the viewer's settings.
    package borrowing func settings() throws(QueryError) -> Settings {
        try ask { (state) throws(Refusal) in state.settings(of: viewer) }
    }

    /// Returns a page of the users that the viewer has blocked, in the order of blocking.
    package mutating func blocks(
        limit: Int? = nil,
        cursor: Cursor? = nil
    ) throws(QueryError) -> Page<PersonItem> {
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
        return try whole(
            Page(
                people(blocked.prefix(limit.count).map(\.user)),
                next: next.map { scope.cursor(at: $0.rawValue) }
            )
        )
    }

    /// Whether the viewer may do something now.
    package borrowing func mayI(_ intention: Intention) throws(QueryError) -> Permit {
        try ask { (state) throws(Refusal) in
            try Messaging.mayI(intention, as: viewer, now: now, on: state) {
                rateWindows(on: state)
            }
        }
    }

    /// How many messages the viewer has sent lately.
    ///
    /// - Throws: `readOnly` in a process that does not write, for only the writer counts them.
    package borrowing func rateWindows() throws(QueryError) -> [RateWindow] {
        _ = try heardSigns()
        return try ask { (state) throws(Refusal) in rateWindows(on: state) }
    }

    private borrowing func rateWindows(on state: borrowing EngineSnapshot) -> [RateWindow] {
        state.rates.windows(of: viewer, under: state.configuration.rateLimits, at: now)
    }

    /// Returns the position of the newest event of one of the viewer's own commands; nil for an
    /// unknown command.
    package borrowing func outcome(of id: CommandID) throws(QueryError) -> Position? {
        try ask { (state) throws(Refusal) in
            Messaging.outcome(of: id, by: viewer, on: state)
        }
    }

    /// Returns the members who are typing in a conversation, as shown to the viewer.
    ///
    /// - Throws: `readOnly` in a process that does not write.
    package mutating func typing(
        in conversation: ConversationID
    ) throws(QueryError) -> TypingItem {
        let board = try heardSigns().typing
        let seat = try seat(in: conversation)
        let users = try ask { (state) throws(Refusal) in
            let signs = board.signs(in: conversation)
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
        let typists = people(users)
        return try whole(TypingItem(users: typists, text: English.typing(typists.map(\.name))))
    }
}
