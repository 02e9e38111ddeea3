internal import Wire

extension AddParticipant: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    func matches(_ first: RecordedEvent) -> Bool {
        guard case .participantAdded(let added) = first.event else { return false }
        return first.isIn(conversation) && !added.founder && added.user == user.rawValue
            && added.role == role
    }
}

extension RemoveParticipant: Repeatable {
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        guard let first = events.first else { return nil }
        if first.actor == .user(user) {
            return Leave(conversation: conversation).firstTime(in: events, on: facts)
        }
        guard case .participantRemoved(let removed) = first.event, first.isIn(conversation),
            removed.user == user.rawValue
        else { return nil }
        return FirstTime()
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension Leave: Repeatable {
    /// What the leaving brings about comes before it.
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        for (count, event) in zip(1..., events.prefix(2)) {
            guard event.isIn(conversation) else { return nil }
            switch event.event {
            case .participantLeft(let left):
                return event.actor.user?.rawValue == left.user ? FirstTime(count: count) : nil
            case .ownershipPassed, .conversationClosed: continue
            default: return nil
            }
        }
        return nil
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension SetRole: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .roleChanged(let changed) = first.event else { return false }
        return first.isIn(conversation) && changed.user == user.rawValue && changed.role == role
    }
}

extension SetPermissions: RepeatableByOneEvent {
    /// The event has all flags; those that were not asked for may be anything.
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .permissionsChanged(let changed) = first.event else { return false }
        return first.isIn(conversation) && changed.user == user.rawValue
            && canAdd ?? changed.canAdd == changed.canAdd
            && canRemove ?? changed.canRemove == changed.canRemove
            && canEdit ?? changed.canEdit == changed.canEdit
    }
}
