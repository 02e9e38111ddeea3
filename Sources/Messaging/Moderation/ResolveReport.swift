internal import LogSchema
public import Wire

/// Closes a report with a moderator's action.
public struct ResolveReport: Hashable, Sendable {
    /// The report that ends.
    public var report: ReportID
    /// The action.
    public var action: ModerationAction
    /// When a suspension ends.
    public var until: Timestamp?
    /// The moderator's note; kept sealed.
    public var note: String?

    /// Creates the command with the resolution of a report.
    public init(
        report: ReportID,
        action: ModerationAction,
        until: Timestamp? = nil,
        note: String? = nil
    ) {
        self.report = report
        self.action = action
        self.until = until
        self.note = note
    }
}

extension ResolveReport: ModeratorRule {
    var name: CommandName { .resolveReport }
    var number: CommandKind? { .resolveReport }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        nil
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let known = facts.report(report) else { throw .moderation(.reportIsNotFound) }
        guard !known.isResolved else { throw .moderation(.reportIsResolved) }
        let consequence = try consequence(for: known.user, by: actor, on: facts)
        let resolved = ReportResolved(report: report.rawValue, action: action)
        let event = Event.reportResolved(resolved, try content())
        return Decision([NewEvent(event, in: .store)] + consequence)
    }

    /// Returns the action's effect on the user that the report concerns.
    private func consequence(
        for user: UserID?,
        by actor: UserID,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> [NewEvent] {
        guard until == nil || action == .suspend else { throw .moderation(.onlySuspensionsEnd) }
        let event: Event
        switch action {
        case .unspecified, .unrecognized: throw .moderation(.actionIsUnknown)
        case .dismiss: return []
        case .warn: event = .warned(Warned(report: report.rawValue))
        case .suspend:
            event = .suspended(Suspended(report: report.rawValue, until: until?.microseconds))
        case .ban: event = .banned(Banned(report: report.rawValue))
        }
        guard let user else { throw .moderation(.reportIsAboutNobody) }
        // A suspension would end by itself what only reinstating ends.
        if action == .suspend && facts.standing(of: user) == .banned { return [] }
        let owned = action == .ban ? facts.passingOwnership(of: user, by: .user(actor)) : []
        return [NewEvent(event, in: .user(user))] + owned
    }

    func content() throws(Refusal) -> ResolutionContent? {
        guard let note else { return nil }
        guard let kept = Note.normalized(note) else { throw .moderation(.noteIsInvalid) }
        return kept.isEmpty ? nil : ResolutionContent(note: kept)
    }
}

extension ResolveReport {
    /// The moderator's action on the user follows the resolution.
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
