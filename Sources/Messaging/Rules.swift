internal import Wire

/// A command of a user.
protocol UserRule {
    /// What follows from the command, if the rules allow it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision
}

/// A command of the operator, who is no member of anything.
protocol OperatorRule {
    /// What follows from the command, if the rules allow it.
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision
}

/// Decides a command: the events that follow from it, or the rule that says no.
///
/// Pure and total: the same request on the same facts gives the same decision, and nothing that
/// is asked can trap. Where several rules say no, the first of these wins: who may ask at all, a
/// repetition, standing, then what the command's own rules check in this order: existence,
/// membership, kind, closed, entry, permission, target, blocks, privacy, content.
///
/// The rate of messages is no fact: who runs the writer asks a `RateLimiter` last.
package func decide(
    _ request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision {
    try requireAudience(of: request, on: facts)
    try requireID(of: request)
    if let repetition = try repetition(of: request, on: facts) { return repetition }
    return try decideAnew(request, on: facts)
}

/// Decides what its actor may ask for and what is no repetition.
func decideAnew(
    _ request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision {
    let asked = Asked(now: request.now, fresh: request.fresh)
    switch request.actor {
    case .operator:
        return try decideForOperator(request.command, asked, on: facts)
    case .user(let user):
        guard !facts.standing(of: user).isSuspended(at: request.now) else {
            throw .request(.actorIsSuspended)
        }
        return try decide(request.command, by: user, asked, on: facts)
    }
}

/// Refuses whoever may not ask for a command at all, whatever it is about.
func requireAudience(
    of request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) {
    let audience = request.command.name.audience
    try audience.requireKind(of: request.actor)
    if audience == .moderators, let user = request.actor.user, !facts.isModerator(user) {
        throw .request(.isForModerators)
    }
}

private func decide(
    _ command: Command,
    by user: UserID,
    _ asked: Asked,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision {
    switch command {
    case .startDirect(let command): return try command.decide(by: user, asked, on: facts)
    case .createGroup(let command): return try command.decide(by: user, asked, on: facts)
    case .openRequest(let command): return try command.decide(by: user, asked, on: facts)
    case .rename(let command): return try command.decide(by: user, asked, on: facts)
    case .setPhoto(let command): return try command.decide(by: user, asked, on: facts)
    case .clearContext(let command): return try command.decide(by: user, asked, on: facts)
    case .completeRequest(let command): return try command.decide(by: user, asked, on: facts)
    case .cancelRequest(let command): return try command.decide(by: user, asked, on: facts)
    case .add(let command): return try command.decide(by: user, asked, on: facts)
    case .remove(let command): return try command.decide(by: user, asked, on: facts)
    case .leave(let command): return try command.decide(by: user, asked, on: facts)
    case .setRole(let command): return try command.decide(by: user, asked, on: facts)
    case .setPermissions(let command): return try command.decide(by: user, asked, on: facts)
    case .send(let command): return try command.decide(by: user, asked, on: facts)
    case .edit(let command): return try command.decide(by: user, asked, on: facts)
    case .delete(let command): return try command.decide(by: user, asked, on: facts)
    case .annotate(let command): return try command.decide(by: user, asked, on: facts)
    case .typing(let command): return try command.decide(by: user, asked, on: facts)
    case .react(let command): return try command.decide(by: user, asked, on: facts)
    case .unreact(let command): return try command.decide(by: user, asked, on: facts)
    case .toggleReaction(let command): return try command.decide(by: user, asked, on: facts)
    case .markDelivered(let command): return try command.decide(by: user, asked, on: facts)
    case .markRead(let command): return try command.decide(by: user, asked, on: facts)
    case .markUnread(let command): return try command.decide(by: user, asked, on: facts)
    case .mute(let command): return try command.decide(by: user, asked, on: facts)
    case .arrange(let command): return try command.decide(by: user, asked, on: facts)
    case .clearAll(let command): return try command.decide(by: user, asked, on: facts)
    case .setProfile(let command): return try command.decide(by: user, asked, on: facts)
    case .setSettings(let command): return try command.decide(by: user, asked, on: facts)
    case .relate(let command): return try command.decide(by: user, asked, on: facts)
    case .report(let command): return try command.decide(by: user, asked, on: facts)
    case .resolveReport(let command): return try command.decide(by: user, asked, on: facts)
    case .reinstate(let command): return try command.decide(by: user, asked, on: facts)
    case .recordCustom(let command): return try command.decide(by: user, asked, on: facts)
    case .appointModerator, .dismissModerator, .erase, .forgetUser, .placeHold, .releaseHold,
        .setRetention, .runRetention, .configure:
        throw .request(.isForTheOperator)
    }
}

private func decideForOperator(
    _ command: Command,
    _ asked: Asked,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision {
    switch command {
    case .appointModerator(let command): return try command.decide(asked, on: facts)
    case .dismissModerator(let command): return try command.decide(asked, on: facts)
    case .erase(let command): return try command.decide(asked, on: facts)
    case .forgetUser(let command): return try command.decide(asked, on: facts)
    case .placeHold(let command): return try command.decide(asked, on: facts)
    case .releaseHold(let command): return try command.decide(asked, on: facts)
    case .setRetention(let command): return try command.decide(asked, on: facts)
    case .runRetention(let command): return try command.decide(asked, on: facts)
    case .configure(let command): return try command.decide(asked, on: facts)
    case .startDirect, .createGroup, .openRequest, .rename, .setPhoto, .clearContext,
        .completeRequest, .cancelRequest, .add, .remove, .leave, .setRole, .setPermissions,
        .send, .edit, .delete, .annotate, .typing, .react, .unreact, .toggleReaction,
        .markDelivered, .markRead, .markUnread, .mute, .arrange, .clearAll, .setProfile,
        .setSettings, .relate, .report, .resolveReport, .reinstate, .recordCustom:
        throw .request(.isForUsers)
    }
}
