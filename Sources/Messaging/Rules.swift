internal import Wire

/// Decides a command: returns its events, or throws the refusal of a rule.
///
/// Pure and total: the same request on the same facts gives the same decision, and no request can
/// trap. If several rules refuse, the first of these wins: the audience of the command, a
/// repetition, standing, then the command's own checks in this order: existence, membership, kind,
/// closed, entry, permission, target, blocks, privacy, content.
///
/// The rate of messages is not a fact: the writer asks a `RateLimiter` last.
package func decide(
    _ request: Request,
    on facts: borrowing some Facts & ~Copyable
) throws(Refusal) -> Decision {
    try request.command.open(Deciding(attempt: Attempt(request)), on: facts)
}

/// Decides a request of any command.
struct Deciding<Context: Facts & ~Copyable>: CommandUse {
    let attempt: Attempt
    /// Whether the command is part of a batch with an id, which makes a retry safe.
    var isInNamedBatch = false

    func use(
        _ command: some CommandRule,
        on facts: borrowing Context
    ) throws(Refusal) -> Decision {
        try command.requireAudience(of: attempt.actor, on: facts)
        if !isInNamedBatch { try command.requireID(of: attempt) }
        if let repetition = try command.repetition(of: attempt, on: facts) { return repetition }
        return try command.decide(as: attempt.actor, attempt.asked, on: facts)
    }
}

/// Decides a command whose actor may request it and that repeats nothing.
struct DecidingAnew<Context: Facts & ~Copyable>: CommandUse {
    let attempt: Attempt

    func use(
        _ command: some CommandRule,
        on facts: borrowing Context
    ) throws(Refusal) -> Decision {
        try command.decide(as: attempt.actor, attempt.asked, on: facts)
    }
}

/// A request without its command, which is passed beside it and need not be copied.
struct Attempt {
    let actor: Actor
    let id: CommandID?
    let asked: Asked

    init(_ request: borrowing Request) {
        actor = request.actor
        id = request.id
        asked = Asked(now: request.now, fresh: request.fresh)
    }
}

extension CommandRule {
    /// Refuses an actor who may never request the command.
    func requireAudience(
        of actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) {
        try Self.audience.requireKind(of: actor)
        if Self.audience == .moderators, let user = actor.user, !facts.isModerator(user) {
            throw .request(.isForModerators)
        }
    }

    /// Refuses a command without the id that it needs.
    func requireID(of attempt: Attempt) throws(Refusal) {
        if Self.needsID, attempt.id == nil { throw .request(.idIsNeeded) }
    }
}
