internal import Wire

extension FileReport: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool {
        guard case .reported(let reported, let content) = first.event,
            reported.reason == reason
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
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first,
            case .reportResolved(let resolved, let content) = first.event,
            resolved.report == report.rawValue, resolved.action == action,
            first.holds(as: content, self.content)
        else { return nil }
        switch events.dropFirst().first?.event {
        case .suspended(let event): return event.until == until?.microseconds ? .done : nil
        default: return .done
        }
    }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { nil }
}

extension Reinstate: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.stream == .user(user) }
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
