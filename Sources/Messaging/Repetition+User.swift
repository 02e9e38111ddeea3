internal import Wire

extension Mute: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .muted(let muted) = first.event else { return false }
        return muted.conversation == conversation.rawValue && muted.until == until?.microseconds
    }
}

extension Arrange: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        let subject: UniqueID? =
            switch first.event {
            case .unmuted(let event): event.conversation
            case .pinned(let event): event.conversation
            case .unpinned(let event): event.conversation
            case .archived(let event): event.conversation
            case .unarchived(let event): event.conversation
            case .hidden(let event): event.conversation
            case .unhidden(let event): event.conversation
            case .historyCleared(let event): event.conversation
            default: nil
            }
        return subject == conversation.rawValue
    }
}

extension ClearAll: Repeatable {
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        .done
    }
}

extension SetProfile: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .profileSet(_, let content) = first.event else { return false }
        return first.holds(as: content, normalized)
    }
}

extension SetSettings: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.event == .settingsChanged(changes) }
}

extension Relate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        let subject: UniqueID? =
            switch first.event {
            case .contactAdded(let event): event.user
            case .contactRemoved(let event): event.user
            case .blocked(let event): event.user
            case .unblocked(let event): event.user
            default: nil
            }
        return subject == user.rawValue
    }
}
