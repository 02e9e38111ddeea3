internal import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

// Pushes to moderators about reports, and to users about moderators' decisions.

extension OperatorQueryEvaluator {
    /// Returns the notice of an event of moderation, and its recipients; nil for another event.
    ///
    /// A resolved report has no notice any more, nor has a suspension or ban that has ended. The
    /// moderator who decided is not named.
    mutating func moderationMatter(
        of event: RecordedEvent,
        by actor: UserID,
        appointedAfter start: Position
    ) throws(QueryError) -> ModerationMatter? {
        switch (event.stream, event.event) {
        case (.store, .reported(let reported, _)):
            var matter = ModerationMatter(
                .report,
                by: actor,
                body: English.notification(ofReport: reported)
            )
            if try isOpen(reported) {
                matter.told = try moderators(appointedAfter: start).filter { $0.user != actor }
            }
            return matter
        case (.user(let user), let change):
            guard let body = English.notification(ofStanding: change) else { return nil }
            var matter = ModerationMatter(.standing, by: nil, body: body)
            if start == .zero, try stands(change, for: user) {
                matter.told = [(user, event.position)]
            }
            return matter
        default:
            return nil
        }
    }

    private borrowing func isOpen(_ reported: Reported) throws(QueryError) -> Bool {
        guard let id = reported.report else { return false }
        let report = try state.whole(state.report(ReportID(id)))
        return report.map { !$0.isResolved } ?? false
    }

    /// Whether a suspension or ban has not ended; a warning and a reinstatement have no end.
    private borrowing func stands(_ change: Event, for user: UserID) throws(QueryError) -> Bool {
        switch change {
        case .suspended, .banned:
            return try state.whole(state.standing(of: user).isSuspended(at: now))
        default:
            return true
        }
    }

    /// Returns the notices to the users that a matter concerns, and the place of the last one if
    /// there are more.
    mutating func notifications(
        of matter: ModerationMatter,
        behind start: Position,
        upTo limit: Int
    ) throws(QueryError) -> (items: [NotificationItem], next: Position?) {
        guard let first = matter.told.first else { return ([], nil) }
        return try reading(as: first.user) { (evaluator) throws(QueryError) in
            let title = matter.actor.map { evaluator.name(of: $0) } ?? English.standingTitle
            var items: [NotificationItem] = []
            var last = start
            for (user, appointed) in matter.told {
                evaluator.turn(to: user)
                let settings = try evaluator.settings()
                guard settings.notifications else { continue }
                if items.count == limit { return (try evaluator.whole(items), last) }
                last = appointed
                items.append(
                    NotificationItem(
                        for: user,
                        title: title,
                        subtitle: nil,
                        body: settings.previews == .never
                            ? English.hiddenNotification(of: matter.category) : matter.body,
                        badge: settings.badge ? try evaluator.unreadSums().badge : 0,
                        category: matter.category,
                        conversation: nil,
                        message: nil,
                        isMentioned: false,
                        hasSound: settings.sound,
                        previews: settings.previews
                    )
                )
            }
            return (try evaluator.whole(items), nil)
        }
    }
}

/// A report or a change of standing, and the recipients of its notice.
struct ModerationMatter {
    let category: NotificationItem.Category
    /// Whose name is the title; nil where no one is named.
    let actor: UserID?
    let body: String
    /// With where each moderator was appointed, which orders the pages.
    var told: [(user: UserID, appointed: Position)] = []

    init(_ category: NotificationItem.Category, by actor: UserID?, body: String) {
        self.category = category
        self.actor = actor
        self.body = body
    }
}
