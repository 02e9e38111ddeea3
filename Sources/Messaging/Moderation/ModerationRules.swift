internal import Wire

extension FileReport: UserRule {
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

    /// What is reported, and whom it is about.
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

extension ResolveReport: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let known = facts.report(report) else { throw .moderation(.reportIsNotFound) }
        guard !known.isResolved else { throw .moderation(.reportIsResolved) }
        let consequence = try consequence(for: known.user, on: facts)
        let resolved = ReportResolved(report: report.rawValue, action: action)
        let event = Event.reportResolved(resolved, try content())
        return Decision([NewEvent(event, in: .store)] + consequence)
    }

    /// What happens to the user whom the report is about.
    private func consequence(
        for user: UserID?,
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
        return [NewEvent(event, in: .user(user))]
    }

    func content() throws(Refusal) -> ResolutionContent? {
        guard let note else { return nil }
        guard let kept = Note.normalized(note) else { throw .moderation(.noteIsInvalid) }
        return kept.isEmpty ? nil : ResolutionContent(note: kept)
    }
}

extension Reinstate: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard facts.standing(of: user).isSuspended(at: asked.now) else { return Decision() }
        return Decision([NewEvent(.reinstated(Reinstated()), in: .user(user))])
    }
}

extension AppointModerator: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if facts.isModerator(user) { return Decision() }
        let appointed = ModeratorAppointed(user: user.rawValue)
        return Decision([NewEvent(.moderatorAppointed(appointed), in: .store)])
    }
}

extension DismissModerator: OperatorRule {
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard facts.isModerator(user) else { return Decision() }
        let dismissed = ModeratorDismissed(user: user.rawValue)
        return Decision([NewEvent(.moderatorDismissed(dismissed), in: .store)])
    }
}
