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
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let last = events.last, last.isIn(conversation) else { return nil }
        switch last.event {
        case .participantRemoved(let removed) where removed.user == user.rawValue: return .done
        // Whoever removes themselves leaves.
        case .participantLeft(let left) where left.user == user.rawValue: return .done
        default: return nil
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension Leave: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        events.allSatisfy { $0.isIn(conversation) } ? .done : nil
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
