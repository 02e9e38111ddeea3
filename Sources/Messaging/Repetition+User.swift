internal import Wire

extension Mute: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .muted(let muted) = first.event else { return false }
        return first.isPersonal && muted.conversation == conversation.rawValue
            && muted.until == until?.microseconds
    }
}

extension Arrange: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard first.isPersonal else { return false }
        let subject: UniqueID?
        switch (action, first.event) {
        case (.unmute, .unmuted(let event)): subject = event.conversation
        case (.pin, .pinned(let event)): subject = event.conversation
        case (.unpin, .unpinned(let event)): subject = event.conversation
        case (.archive, .archived(let event)): subject = event.conversation
        case (.unarchive, .unarchived(let event)): subject = event.conversation
        case (.hide, .hidden(let event)): subject = event.conversation
        case (.unhide, .unhidden(let event)): subject = event.conversation
        case (.clearHistory, .historyCleared(let event)): subject = event.conversation
        default: return false
        }
        return subject == conversation.rawValue
    }
}

extension ClearAll: Repeatable {
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        FirstTime(count: events.prefix { $0.isPersonal && $0.event.clearsOrHides }.count)
    }
}

extension Event {
    fileprivate var clearsOrHides: Bool {
        switch self {
        case .historyCleared, .hidden: true
        default: false
        }
    }
}

extension SetProfile: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .profileSet(_, let content) = first.event else { return false }
        return first.isPersonal && first.holds(as: content, normalized)
    }
}

extension SetSettings: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        first.isPersonal && first.event == .settingsChanged(changes)
    }
}

extension Relate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard first.isPersonal else { return false }
        let subject: UniqueID?
        switch (action, first.event) {
        case (.addContact, .contactAdded(let event)): subject = event.user
        case (.removeContact, .contactRemoved(let event)): subject = event.user
        case (.block, .blocked(let event)): subject = event.user
        case (.unblock, .unblocked(let event)): subject = event.user
        default: return false
        }
        return subject == user.rawValue
    }
}
