internal import Wire

extension FileReport: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .reported(let reported, let content) = first.event,
            reported.report == report.rawValue, reported.reason == reason
        else { return false }
        return target.isSubject(of: reported) && first.holds(as: content, self.content)
    }

    var repeatedAnswer: Answer { .report(report) }
}

extension FileReport.Target {
    /// The report of a message says as well whose it is.
    fileprivate func isSubject(of reported: Reported) -> Bool {
        switch self {
        case .message(let message): reported.message == message.rawValue
        case .conversation(let conversation):
            reported.message == nil && reported.conversation == conversation.rawValue
        case .user(let user):
            reported.message == nil && reported.conversation == nil
                && reported.user == user.rawValue
        }
    }
}

extension ResolveReport: Repeatable {
    /// What the moderator does to the user follows the resolution.
    func firstTime(
        in events: ArraySlice<RecordedEvent>,
        on facts: borrowing some Facts & ~Copyable
    ) -> FirstTime? {
        guard let first = events.first,
            case .reportResolved(let resolved, let content) = first.event,
            resolved.report == report.rawValue, resolved.action == action,
            first.holds(as: content, self.content)
        else { return nil }
        switch events.dropFirst().first?.event {
        case .warned(let event) where event.report == report.rawValue: return FirstTime(count: 2)
        case .banned(let event) where event.report == report.rawValue: return FirstTime(count: 2)
        case .suspended(let event) where event.report == report.rawValue:
            return event.until == until?.microseconds ? FirstTime(count: 2) : nil
        default:
            return FirstTime()
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension Reinstate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        if case .reinstated = first.event { first.stream == .user(user) } else { false }
    }
}

extension AppointModerator: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .moderatorAppointed(let appointed) = first.event else { return false }
        return appointed.user == user.rawValue
    }
}

extension DismissModerator: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .moderatorDismissed(let dismissed) = first.event else { return false }
        return dismissed.user == user.rawValue
    }
}
