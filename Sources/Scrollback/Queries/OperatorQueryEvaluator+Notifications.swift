internal import EventLog
public import Messaging
internal import Projections
internal import ScrollbackText
internal import Views
internal import Wire

extension NotificationPlanQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in
            try evaluator.notificationPlan(query)
        }
    }
}

extension OperatorQueryEvaluator {
    /// Returns the push notifications of an event, with their recipients.
    ///
    /// Recipients are: for a message, the members of its conversation; for a reaction, the
    /// message's sender; a user who was added; for a report, the moderators; for a change of
    /// standing, its user. Content deleted, erased or withdrawn since gives no notification; nor do
    /// other events. Each recipient gets what they may see now, so ask for a plan right after the
    /// event. It comes in pages, in the order of joining, moderators in that of their appointment.
    ///
    /// - Throws: `notFound` if there is no event, and `otherEpoch` for a position that a restore
    ///   lost.
    /// - Complexity: that of `unreadTotals` for each recipient.
    package mutating func notificationPlan(
        _ query: NotificationPlanQuery
    ) throws(QueryError) -> Page<NotificationItem> {
        let (log, position) = (state.eventLog, query.position)
        try require(position, in: query.epoch, field: "position")
        let scope = CursorScope(
            .notificationPlan,
            of: UserID(.zero),
            inLog: log.id,
            epochs: log.epochs,
            ["\(position)"]
        )
        let (count, start) = try page(query.limit, query.cursor, in: scope)
        guard position > .zero, position <= self.position else {
            throw .refused(.request(.eventIsNotFound))
        }
        let event = try state.whole(state.event(at: position))
        guard let event else { return Page([]) }
        if let actor = event.actor.user,
            let matter = try moderationMatter(of: event, by: actor, appointedAfter: start)
        {
            let (items, next) = try notifications(of: matter, behind: start, upTo: count)
            return Page(items, next: next.map { scope.cursor(at: $0.rawValue) })
        }
        guard let occurrence = try occurrence(of: event),
            let first = event.actor.user ?? occurrence.only
        else { return Page([]) }
        let (items, next) = try reading(as: first) { (evaluator) throws(QueryError) in
            try evaluator.notifications(
                of: occurrence,
                by: event.actor.user,
                at: event,
                addedAfter: start,
                upTo: count
            )
        }
        return Page(items, next: next.map { scope.cursor(at: $0.rawValue) })
    }

    /// How many items a page has, and behind which position it begins.
    borrowing func page(
        _ limit: Int?,
        _ cursor: Cursor?,
        in scope: CursorScope
    ) throws(QueryError) -> (count: Int, start: Position) {
        do throws(Refusal) {
            let count = try PageLimit(limit).count
            guard let cursor else { return (count, .zero) }
            return (count, Position(try scope.number(of: cursor)))
        } catch {
            throw .refused(error)
        }
    }

    /// Reads the snapshot as another user.
    mutating func reading<Found>(
        as user: UserID,
        _ find: (inout UserQueryEvaluator) throws(QueryError) -> Found
    ) throws(QueryError) -> Found {
        let now = now
        var evaluator = UserQueryEvaluator(state, by: user, now: now)
        let found: Result<Found, QueryError>
        do throws(QueryError) {
            found = .success(try find(&evaluator))
        } catch {
            found = .failure(error)
        }
        self = OperatorQueryEvaluator(evaluator.state, now: now)
        return try found.get()
    }

    /// Returns the occurrence to notify of; nil if there is none.
    private borrowing func occurrence(
        of event: RecordedEvent
    ) throws(QueryError) -> Occurrence? {
        guard case .conversation(let conversation) = event.stream else { return nil }
        switch event.event {
        case .messageSent(let sent, _):
            guard let message = sent.message,
                let entry = try entry(at: sent.ordinal, in: conversation)
            else { return nil }
            return Occurrence(
                .message,
                in: conversation,
                message: MessageID(message),
                entry: (sent.ordinal, entry)
            )
        case .reactionSet(let set):
            guard let message = set.message, let actor = event.actor.user,
                let entry = try entry(at: set.ordinal, in: conversation)
            else { return nil }
            let standing = try state.whole(state.reactions(of: actor, on: MessageID(message)))
            guard standing.contains(set.reaction) else { return nil }
            var occurrence = Occurrence(
                .reaction,
                in: conversation,
                message: MessageID(message),
                entry: (set.ordinal, entry)
            )
            occurrence.reaction = set.reaction
            occurrence.only = UserID(entry.sender)
            return occurrence
        case .participantAdded(let added):
            let kind = try state.whole(state.conversation(conversation)?.kind)
            guard let user = added.user, kind != .direct else { return nil }
            var occurrence = Occurrence(
                .added,
                in: conversation,
                message: added.entry.map(MessageID.init)
            )
            occurrence.only = UserID(user)
            return occurrence
        default:
            return nil
        }
    }

    private borrowing func entry(
        at ordinal: UInt64,
        in conversation: ConversationID
    ) throws(QueryError) -> TimelineEntry? {
        try state.read { (state) throws(ViewsError) in
            try state.projectors.timeline.entry(
                at: ordinal,
                of: conversation.rawValue,
                in: state.views
            )
        }
    }
}

/// Something that people may be told of.
private struct Occurrence {
    let category: NotificationItem.Category
    let conversation: ConversationID
    let message: MessageID?
    /// The message that was sent or reacted to.
    let entry: (ordinal: UInt64, entry: TimelineEntry)?
    var reaction: String?
    /// The only user that it concerns; nil if it concerns every member.
    var only: UserID?

    init(
        _ category: NotificationItem.Category,
        in conversation: ConversationID,
        message: MessageID?,
        entry: (ordinal: UInt64, entry: TimelineEntry)? = nil
    ) {
        self.category = category
        self.conversation = conversation
        self.message = message
        self.entry = entry
    }
}

/// The text of a notification, and the name in it.
private struct NotificationText {
    var body: String
    var mentions: Set<UserID> = []
}

extension UserQueryEvaluator {
    /// Returns the notifications for some recipients, and the place where the last of them was
    /// added if there are more; the viewer is then the last recipient.
    fileprivate mutating func notifications(
        of occurrence: Occurrence,
        by actor: UserID?,
        at event: RecordedEvent,
        addedAfter start: Position,
        upTo limit: Int
    ) throws(QueryError) -> (items: [NotificationItem], next: Position?) {
        var notice = NotifiedEvent(by: actor, at: event.position, on: event.recorded)
        if occurrence.category == .reaction, let (_, entry) = occurrence.entry {
            notice = NotifiedEvent(
                by: actor,
                at: event.position,
                on: event.recorded,
                about: (entry.position, entry.sentAt)
            )
        }
        var actorName: String?
        if let actor { actorName = name(of: actor) }
        // A text is put together once, and not for each of five thousand.
        var texts: [Position: NotificationText] = [:]
        var items: [NotificationItem] = []
        var last = start
        var begin: Position? = start
        while let known = begin {
            // No more are looked up than one page can need.
            let (found, end) = try candidates(of: occurrence, addedAfter: known, atMost: limit + 2)
            begin = end
            for (member, added) in found where member.user != actor {
                turn(to: member.user)
                let settings = try settings()
                guard settings.notifications else { continue }
                let seen = try seenChat(occurrence.conversation)
                guard notice.isTold(to: try candidate(member, settings, seen, besides: actor))
                else {
                    continue
                }
                guard let text = try text(of: occurrence, by: event, in: seen, &texts) else {
                    continue
                }
                if items.count == limit { return (try whole(items), last) }
                last = added
                let title = seen.row.kind == .direct ? nil : try self.title(of: seen)
                items.append(
                    NotificationItem(
                        for: viewer,
                        // A change by the operator is shown under the conversation's title only.
                        title: actorName ?? title ?? English.unknown,
                        subtitle: actorName == nil ? nil : title,
                        body: settings.previews == .never
                            ? English.hiddenNotification(of: occurrence.category) : text.body,
                        badge: settings.badge ? try unreadSums().badge : 0,
                        category: occurrence.category,
                        conversation: occurrence.conversation,
                        message: occurrence.message,
                        isMentioned: text.mentions.contains(viewer),
                        hasSound: settings.sound,
                        previews: settings.previews
                    )
                )
            }
        }
        return (try whole(items), nil)
    }

    /// Returns some of the possible recipients and where they were added, in that order.
    ///
    /// - Returns: The recipients, and the position after which the next ones are; nil after the
    ///   last.
    private borrowing func candidates(
        of occurrence: Occurrence,
        addedAfter start: Position,
        atMost limit: Int
    ) throws(QueryError) -> (found: [(member: MemberFacts, added: Position)], end: Position?) {
        try read { (state) throws(ViewsError) in
            let (id, membership) = (occurrence.conversation.rawValue, state.projectors.membership)
            var users: [UniqueID] = []
            if let user = occurrence.only {
                users = [user.rawValue]
            } else {
                try membership.forEachActive(of: id, addedAfter: start, in: state.views) { user in
                    users.append(user)
                    return users.count < limit ? .goOn : .stop
                }
            }
            var found: [(member: MemberFacts, added: Position)] = []
            var newest = start
            for user in users {
                let row = try membership.row(of: user, in: id, views: state.views)
                guard let row, let added = row.intervals.last?.addedAt, added > start else {
                    continue
                }
                newest = added
                found.append((MemberFacts(UserID(user), row), added))
            }
            let goesOn = users.count == limit && newest > start
            return (found, goesOn ? newest : nil)
        }
    }

    private borrowing func candidate(
        _ member: MemberFacts,
        _ settings: Settings,
        _ seen: SeenChat,
        besides actor: UserID?
    ) throws(QueryError) -> NotificationCandidate {
        try ask { (state) throws(Refusal) -> NotificationCandidate in
            var isBlockedPair = false
            if let actor {
                isBlockedPair =
                    state.isBlocked(actor, by: member.user)
                    || state.isBlocked(member.user, by: actor)
            }
            return NotificationCandidate(
                member,
                visibility: seen.visibility,
                personal: PersonalFacts(seen.chat, newestSent: nil, isHidden: false),
                settings: settings,
                isBlockedPair: isBlockedPair
            )
        }
    }

    /// Returns the viewer's text; nil if its subject is gone.
    private mutating func text(
        of occurrence: Occurrence,
        by event: RecordedEvent,
        in seen: SeenChat,
        _ texts: inout [Position: NotificationText]
    ) throws(QueryError) -> NotificationText? {
        guard let (ordinal, entry) = occurrence.entry else {
            return systemEntry(ofAdding: event)
        }
        let visible = try see(entry, at: ordinal, in: seen.id, as: seen.visibility)
        guard let visible, !visible.isGone else { return nil }
        if let known = texts[visible.content] { return known }
        var text = NotificationText(body: "")
        if let reaction = occurrence.reaction {
            text.body = English.notification(ofReaction: reaction, to: preview(of: visible))
        } else {
            let words = self.text(at: visible.content)
            text.mentions = Set(Mention.all(in: words ?? "").map(\.user))
            // A closure may not change its own receiver.
            var names: [UserID: String] = [:]
            for user in text.mentions { names[user] = name(of: user) }
            text.body = English.notification(of: entry.kind ?? .text, text: words) {
                names[$0] ?? ""
            }
        }
        texts[visible.content] = text
        return text
    }

    /// Returns the text of the viewer's own addition, also if there is no entry for it.
    private mutating func systemEntry(ofAdding event: RecordedEvent) -> NotificationText? {
        let actor = event.actor.user
        var name = English.unknown
        if let actor { name = self.name(of: actor) }
        let words = English.text(of: .added(viewer), by: actor, seenBy: viewer) { _ in name }
        return NotificationText(body: words)
    }
}
