internal import Wire

extension StartDirect: Repeatable {
    /// It either began the conversation, or brought the known one back into the list.
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        guard let first = events.first, let actor = first.actor.user,
            let conversation = facts.direct(between: actor, and: with)
        else { return nil }
        switch first.event {
        case .conversationCreated(let created, _) where first.isIn(conversation):
            return FirstTime(
                count: 1 + Int(created.members),
                answer: .direct(conversation, created: true)
            )
        case .unhidden(let event)
        where first.isPersonal && event.conversation == conversation.rawValue:
            return FirstTime(answer: .direct(conversation, created: false))
        default: return nil
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let user = actor.user, let known = facts.direct(between: user, and: with) else {
            return nil
        }
        return .direct(known, created: false)
    }
}

extension CreateGroup: Repeatable {
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        events.begins { (actor) throws(Refusal) in try founding(by: actor) }
    }
}

extension OpenRequest: Repeatable {
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        events.begins { (actor) throws(Refusal) in try founding(by: actor) }
    }
}

extension ArraySlice<RecordedEvent> {
    /// The creation that these events begin with, if it is this one.
    ///
    /// The members may be named in another order: who retries may well have kept them in a set.
    fileprivate func begins(
        with founding: (UserID) throws(Refusal) -> Founding
    ) -> FirstTime? {
        guard let first, case .conversationCreated(var created, let content) = first.event,
            let actor = first.actor.user, let founding = try? founding(actor),
            first.isIn(founding.conversation), first.holds(founding.content, as: content)
        else { return nil }
        let members = Int(created.members)
        let named = dropFirst().prefix(members).compactMap(\.event.founder)
        guard members == founding.others.count + 1,
            Set(named) == Set(([founding.creator] + founding.others).map(\.rawValue))
        else { return nil }
        created.entry = nil
        created.members = 0
        guard created == founding.created,
            String?(created.contextKind).isSpelled(as: founding.created.contextKind),
            String?(created.contextID).isSpelled(as: founding.created.contextID)
        else { return nil }
        return FirstTime(count: 1 + members, answer: .conversation(founding.conversation))
    }
}

extension Event {
    fileprivate var founder: UniqueID? {
        if case .participantAdded(let added) = self, added.founder { added.user } else { nil }
    }
}

extension Rename: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isIn(conversation)
            && first.changes(.title) { () throws(Refusal) in
                try Detail.normalized(title: title)
            }
    }
}

extension SetPhoto: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isIn(conversation)
            && first.changes(.photo) { () throws(Refusal) in
                try Detail.normalized(photo: photo)
            }
    }
}

extension RecordedEvent {
    /// Whether it gives a conversation a detail, or takes it away where there is no other.
    fileprivate func changes(_ detail: Detail, to text: () throws(Refusal) -> String?) -> Bool {
        guard case .detailsChanged(let change, let content) = event, change.detail == detail,
            let text = try? Optional(text()), change.cleared == (text == nil)
        else { return false }
        return holds(text.map { DetailsContent(text: $0) }, as: content)
    }
}

extension ClearContext: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        if case .contextCleared = first.event { first.isIn(conversation) } else { false }
    }
}

extension CompleteRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        guard case .conversationClosed(let closed) = first.event else { return false }
        return closed.reason == .completed && first.isIn(conversation)
    }
}

extension CancelRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        if case .requestCancelled = first.event { first.isIn(conversation) } else { false }
    }
}
