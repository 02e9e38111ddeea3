internal import EventLog
internal import LogSchema
public import Messaging
internal import Projections
internal import Views
internal import Wire

extension ExplainQuery: OperatorQuery {
    /// How the operator's session answers the query.
    public static var answering: OperatorAnswering<Self> {
        OperatorAnswering { (query, evaluator) throws(QueryError) in try evaluator.explain(query) }
    }
}

extension OperatorQueryEvaluator {
    /// Says whether a user sees a message, by the rule that shows it (`Visibility`), and because of
    /// what.
    ///
    /// - Throws: `notFound` if there is no such message.
    package borrowing func explain(_ query: ExplainQuery) throws(QueryError) -> Explanation {
        let (user, now) = (query.user, now)
        let message = try state.ask { (state) throws(Refusal) in
            guard let message = state.message(query.message) else { throw .message(.notFound) }
            return message
        }
        let seat = try state.ask { (state) throws(Refusal) -> Seat? in
            guard state.member(user, of: message.conversation) != nil else { return nil }
            return try state.anySeat(of: user, in: message.conversation, now: now)
        }
        guard let seat else {
            return Explanation(
                of: message.position,
                in: message.conversation,
                isVisible: false,
                showsContent: false,
                because: [Explanation.Reason(.neverAMember)]
            )
        }
        let hindrances = seat.visibility.hindrances(at: message.position, sentAt: message.sentAt)
        var because = membership(seat, of: message)
        if hindrances.contains(.cleared) {
            because.append(reason(.cleared, seat.visibility.cleared))
        }
        if hindrances.contains(.expired) {
            because.append(Explanation.Reason(.expired, at: seat.visibility.keptFrom))
        }
        let entry = try entry(of: message)
        if let deleted = entry.deleted {
            let isUnseen = hindrances.isEmpty && entry.deletion(knownTo: seat.visibility) == nil
            because.append(reason(isUnseen ? .deletionUnseen : .deleted, deleted))
        }
        if entry.isErased {
            let erasure = try erasure(of: entry.content)
            because.append(
                Explanation.Reason(.erased, position: erasure?.position, at: erasure?.recorded)
            )
        }
        because += try personal(user, seat.conversation)
        let isVisible = hindrances.isEmpty
        return try state.whole(
            Explanation(
                of: message.position,
                in: message.conversation,
                isVisible: isVisible,
                showsContent: isVisible && !entry.isGone(for: seat.visibility),
                because: because
            )
        )
    }

    /// The history rule, and the memberships that it is about.
    private borrowing func membership(
        _ seat: Seat,
        of message: MessageFacts
    ) -> [Explanation.Reason] {
        let (intervals, position) = (seat.member.intervals, message.position)
        let isFromJoining = Visibility.beginsAtJoining(seat.conversation.history)
        var reasons = [
            reason(
                isFromJoining ? .historySinceJoining : .fullHistory,
                seat.conversation.position
            )
        ]
        func add(_ interval: MemberFacts.Interval?) {
            guard let interval else { return }
            reasons.append(reason(.memberSince, interval.joined))
            if let since = interval.since { reasons.append(reason(.historySince, since)) }
            if let left = interval.left { reasons.append(reason(.leftAt, left)) }
        }
        let hasOwnBeginnings = intervals.contains { $0.since != nil }
        guard isFromJoining || hasOwnBeginnings else {
            add(intervals.last)
            return reasons
        }
        let showing = intervals.first {
            Visibility(history: seat.conversation.history, intervals: [$0]).shows(position)
        }
        if let showing {
            add(showing)
        } else if hasOwnBeginnings {
            for interval in intervals { add(interval) }
        } else {
            // Between two memberships, or before the first: what lies on both sides of it.
            let earlier = intervals.last { $0.joined <= position }
            if let left = earlier?.left { reasons.append(reason(.leftAt, left)) }
            if let next = intervals.first(where: { $0.joined > position }) {
                reasons.append(reason(.memberSince, next.joined))
            }
        }
        return reasons
    }

    /// What the user has done about the conversation, and the two of a direct one to each other.
    private borrowing func personal(
        _ user: UserID,
        _ conversation: ConversationFacts
    ) throws(QueryError) -> [Explanation.Reason] {
        var reasons: [Explanation.Reason] = []
        if state.personal(user, in: conversation.id).isHidden {
            let chat = try state.read { (state) throws(ViewsError) in
                try state.projectors.chats.row(
                    of: user.rawValue,
                    conversation.id.rawValue,
                    in: state.views
                )
            }
            if let hidden = chat?.hidden { reasons.append(reason(.hidden, hidden)) }
        }
        guard let other = conversation.other(than: user) else { return reasons }
        for (owner, blocked) in [(user, other), (other, user)] {
            let since = try state.read { (state) throws(ViewsError) in
                try state.projectors.relations.since(
                    .blocked,
                    of: owner.rawValue,
                    to: blocked.rawValue,
                    in: state.views
                )
            }
            guard let since else { continue }
            var reason = reason(.blocked, since)
            reason.user = owner
            reasons.append(reason)
        }
        return reasons
    }

    private borrowing func reason(
        _ kind: Explanation.Kind,
        _ position: Position
    ) -> Explanation.Reason {
        Explanation.Reason(kind, position: position, at: state.event(at: position)?.recorded)
    }

    private borrowing func entry(of message: MessageFacts) throws(QueryError) -> TimelineEntry {
        let entry = try state.read { (state) throws(ViewsError) in
            try state.projectors.timeline.entry(
                at: message.ordinal,
                of: message.conversation.rawValue,
                in: state.views
            )
        }
        guard let entry else { throw .failed(.views(.damagedRow(table: "timeline"))) }
        return entry
    }

    /// The event that erased the content at a position: in the past perhaps a later one.
    private borrowing func erasure(of content: Position) throws(QueryError) -> RecordedEvent? {
        guard state.isPast else { return try state.erasure(of: content) }
        let present: EngineSnapshot
        do throws(StoreFault) {
            present = try state.engine.snapshot()
        } catch {
            throw .failed(error)
        }
        return try present.erasure(of: content)
    }
}

extension EngineSnapshot {
    /// Finds by the index the event that names the content at a position as erased.
    ///
    /// - Complexity: a row for 32 events behind the position.
    borrowing func erasure(
        of content: Position
    ) throws(QueryError) -> RecordedEvent? {
        let last = position
        return try read { (state) throws(ViewsError) -> RecordedEvent? in
            var found: RecordedEvent?
            try state.projectors.outlines.forEachCandidate(
                of: EventSearch(types: [EnvelopeEvent.contentErased], identifiers: []),
                from: content.next,
                through: last,
                in: state.views
            ) { candidate in
                guard let event = state.event(at: candidate),
                    case .contentErased(let erased) = event.event,
                    erased.ranges.contains(where: { range in
                        content.rawValue >= range.first
                            && content.rawValue - range.first < range.count
                    })
                else { return .goOn }
                found = event
                return .stop
            }
            return found
        }
    }
}
