internal import LogSchema
internal import Wire

/// Reports a message or a user to the moderators.
public struct FileReport: Hashable, Sendable {
    /// The reported message or user.
    public enum Target: Hashable, Sendable {
        /// A message that the reporter sees.
        case message(MessageID)
        /// A conversation of the reporter.
        case conversation(ConversationID)
        /// A user.
        case user(UserID)
    }

    /// The report's id, which the caller makes.
    public var report: ReportID
    /// The reported message or user.
    public var target: Target
    /// The reason, as one word.
    public var reason: ReportReason
    /// The reason in the reporter's words; kept sealed.
    public var details: String?

    /// Names the target and the reason.
    public init(report: ReportID, target: Target, reason: ReportReason, details: String? = nil) {
        self.report = report
        self.target = target
        self.reason = reason
        self.details = details
    }
}

extension FileReport: UserRule {
    static var answer: AnswerShape { .report }
    var name: CommandName { .report }
    var number: CommandKind? { .report }
    var creation: Creation? { .report(report) }
    var changedCounts: CountChange { .none }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .report(
            FileReport(report: ReportID(.zero), target: try intention.reported, reason: .other)
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        var reported = try reportedTarget(seenBy: actor, now: asked.now, on: facts)
        guard reported.user != actor.rawValue else { throw .moderation(.aboutOneself) }
        switch reason {
        case .unspecified, .unrecognized: throw .moderation(.reasonIsUnknown)
        case .spam, .harassment, .inappropriate, .scam, .other: reported.reason = reason
        }
        reported.report = report.rawValue
        let event = Event.reported(reported, try content())
        return Decision([NewEvent(event, in: .store)], answer: .report(report))
    }

    /// Returns the reported target, and the user that the report concerns.
    private func reportedTarget(
        seenBy actor: UserID,
        now: Timestamp,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Reported {
        switch target {
        case .message(let id):
            let message = try facts.seenMessage(id, by: actor, now: now).message
            guard !message.isSystem else { throw .message(.isASystemEntry) }
            return Reported(message: id.rawValue, user: message.sender.rawValue)
        case .conversation(let id):
            _ = try facts.anySeat(of: actor, in: id, now: now)
            return Reported(conversation: id.rawValue)
        case .user(let id):
            return Reported(user: id.rawValue)
        }
    }

    func content() throws(Refusal) -> ReportContent? {
        guard let details else { return nil }
        guard let note = Note.normalized(details) else { throw .moderation(.detailsAreInvalid) }
        return note.isEmpty ? nil : ReportContent(details: note)
    }
}

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

extension Intention {
    /// The subject of a report: the message rather than its conversation.
    fileprivate var reported: FileReport.Target {
        get throws(Refusal) {
            if let message { return .message(message) }
            if let user { return .user(user) }
            return .conversation(try requiredConversation)
        }
    }
}
