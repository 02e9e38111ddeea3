public import Messaging
internal import Projections
internal import Views
internal import Wire

extension StandingQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.standing(of: query.user)
        }
    }
}

extension UserQueryEvaluator {
    /// A user's standing; nil asks for the viewer's own.
    ///
    /// - Throws: `permissionDenied` for another user's, unless the viewer is a moderator now.
    package borrowing func standing(of user: UserID?) throws(QueryError) -> StandingItem {
        let user = user ?? viewer
        if user != viewer { try requireModerator() }
        let (row, isModerator) = try read { (state) throws(ViewsError) in
            let users = state.projectors.users
            return (
                try users.row(of: user.rawValue, in: state.views),
                try users.row(of: viewer.rawValue, in: state.views)?.isModerator ?? false
            )
        }
        guard let row else { return StandingItem(of: user, .good) }
        var item = StandingItem(
            of: user,
            row.standing.current(at: now),
            warnings: Int(row.warnings)
        )
        if let judged = row.judged {
            let event = try event(at: judged)
            item.at = event.recorded
            item.by = isModerator ? event.actor.user : nil
        }
        return item
    }
}
