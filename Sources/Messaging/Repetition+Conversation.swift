internal import Wire

extension StartDirect: Repeatable {
    /// It either began the conversation, or brought the known one back into the list.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, let actor = first.actor.user,
            let conversation = facts.direct(between: actor, and: with)
        else { return nil }
        switch first.event {
        case .conversationCreated where first.isIn(conversation):
            return .direct(conversation, created: true)
        case .unhidden(let event) where event.conversation == conversation.rawValue:
            return .direct(conversation, created: false)
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
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.answer { (actor) throws(Refusal) in try founding(by: actor) }
    }
}

extension OpenRequest: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.answer { (actor) throws(Refusal) in try founding(by: actor) }
    }
}

extension [RecordedEvent] {
    /// What was answered when these events were the beginning of a conversation, if it is this.
    ///
    /// The members may be named in another order: who retries may well have kept them in a set.
    fileprivate func answer(
        toBeginning founding: (UserID) throws(Refusal) -> Founding
    ) -> Answer? {
        guard let first, case .conversationCreated(var created, var content) = first.event,
            let actor = first.actor.user, let founding = try? founding(actor)
        else { return nil }
        if !created.contextKind.isEmpty {
            // An event of before, which says in the clear what the content says today.
            content = content ?? ConversationContent()
            content?.contextKind = created.contextKind
            content?.contextID = created.contextID
            created.contextKind = ""
            created.contextID = ""
        }
        guard first.holds(founding.content, as: content),
            Set(compactMap(\.event.founder))
                == Set(([founding.creator] + founding.others).map(\.rawValue))
        else { return nil }
        created.entry = nil
        created.members = 0
        guard created == founding.created else { return nil }
        return .conversation(founding.conversation)
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
            && first.changes { () throws(Refusal) in try Detail.normalized(title: title) }
    }
}

extension SetPhoto: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isIn(conversation)
            && first.changes { () throws(Refusal) in try Detail.normalized(photo: photo) }
    }
}

extension RecordedEvent {
    /// Whether it gives a conversation a detail, or takes it away where there is no other.
    fileprivate func changes(to text: () throws(Refusal) -> String?) -> Bool {
        guard case .detailsChanged(let change, let content) = event,
            let text = try? Optional(text()), change.cleared == (text == nil)
        else { return false }
        return holds(text.map { DetailsContent(text: $0) }, as: content)
    }
}

extension ClearContext: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
}

extension CompleteRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
}

extension CancelRequest: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool { first.isIn(conversation) }
}
