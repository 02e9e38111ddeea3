internal import LogSchema
package import Wire

/// Several commands of one actor that happen together or not at all.
package struct Batch: Sendable {
    /// A command of a batch, which may have an id of its own beside the batch's.
    package struct Member: Hashable, Sendable {
        package var command: Command
        package var id: CommandID?

        package init(_ command: Command, id: CommandID? = nil) {
            self.command = command
            self.id = id
        }
    }

    package var actor: Actor
    package var members: [Member]
    /// The name of this attempt to have all of it.
    package var id: CommandID?
    /// Never before the time of the newest event.
    package var now: Timestamp
    package var fresh: FreshIDs

    package init(
        as actor: Actor,
        _ members: [Member],
        id: CommandID? = nil,
        now: Timestamp,
        fresh: FreshIDs
    ) {
        self.actor = actor
        self.members = members
        self.id = id
        self.now = now
        self.fresh = fresh
    }

    /// Returns the trace of a command that its events contain.
    package func trace(of index: Int) -> CommandTrace? {
        if var own = request(index).trace {
            own.batch = id?.rawValue
            return own
        }
        guard let id, let kind = members[index].command.number else { return nil }
        return CommandTrace(
            id: id.rawValue,
            kind: kind.rawValue,
            member: UInt32(index) + 1,
            members: UInt32(members.count)
        )
    }

    /// A command as it would be asked alone; what only the batch names has no id.
    fileprivate func request(_ index: Int) -> Request {
        let member = members[index]
        return Request(
            as: actor,
            member.command,
            id: member.id == id ? nil : member.id,
            now: now,
            fresh: fresh.forCommand(index)
        )
    }
}

/// The decision about a batch that the rules allow: the decision about each of its commands.
package struct BatchDecision: Hashable, Sendable {
    package var decisions: [Decision]
    /// The position of the batch's last event, if this is a repetition of it.
    package var repeats: Position?

    package init(_ decisions: [Decision], repeats: Position? = nil) {
        self.decisions = decisions
        self.repeats = repeats
    }
}

/// Why nothing of a batch was stored.
package struct BatchRefusal: Error, Hashable, Sendable {
    /// The first command that is refused; nil where the batch itself is.
    package var index: Int?
    package var refusal: Refusal

    package init(at index: Int? = nil, _ refusal: Refusal) {
        self.index = index
        self.refusal = refusal
    }
}

/// Facts that take over what follows from one command before the next one is decided.
package protocol EvolvingFacts: Facts, ~Copyable {
    /// Adds events as if they were appended.
    mutating func append(
        _ events: [NewEvent],
        by actor: Actor,
        command: CommandTrace?,
        at time: Timestamp
    )
}

/// Decides commands that happen together, each on the effects of the previous ones, or names the
/// first that is refused.
///
/// Users and moderators may do this. So may the operator, with the commands that change
/// conversations; other commands of the operator stand alone. A repeated batch, known by its id,
/// gets its first answer if its commands led to the events that are recorded under it, in their
/// order; commands without events leave no trace.
///
/// Each command's events are applied before the next command is decided, so the first refusal found
/// is the first there is. Afterwards the facts include the whole batch. After a refusal they
/// include a part of it, and must be discarded.
package func decideTogether(
    _ batch: Batch,
    on facts: inout some EvolvingFacts & ~Copyable,
    admitting admit: (Decision) throws(Refusal) -> Void
) throws(BatchRefusal) -> BatchDecision {
    guard !batch.members.isEmpty else { throw BatchRefusal(.request(.nothingTogether)) }
    guard batch.members.count <= Limits.commandsTogether else {
        throw BatchRefusal(.request(.tooManyCommandsTogether))
    }
    if let repetition = try repetition(of: batch, on: facts) { return repetition }

    var decisions: [Decision] = []
    var eventCount = 0
    for index in batch.members.indices {
        let decision = try at(index) { () throws(Refusal) in
            if batch.actor == .operator, batch.members[index].command.name.audience == .operator {
                throw .request(.standsAlone)
            }
            let decision = try batch.members[index].command.open(
                Deciding(
                    attempt: Attempt(batch.request(index)),
                    isInNamedBatch: batch.id != nil
                ),
                on: facts
            )
            try admit(decision)
            return decision
        }
        eventCount += decision.events.count
        guard eventCount <= Limits.eventsTogether else {
            throw BatchRefusal(at: index, .request(.tooManyEventsTogether))
        }
        facts.append(
            decision.events,
            by: batch.actor,
            command: batch.trace(of: index),
            at: batch.now
        )
        decisions.append(decision)
    }
    // If all commands were carried out before, the batch has its positions already.
    let repeats = decisions.compactMap(\.repeats)
    return BatchDecision(
        decisions,
        repeats: repeats.count == decisions.count ? repeats.max() : nil
    )
}

/// The first decisions of a batch that is asked again; nil for a new one.
private func repetition(
    of batch: Batch,
    on facts: borrowing some Facts & ~Copyable
) throws(BatchRefusal) -> BatchDecision? {
    guard let id = batch.id, let place = facts.outcome(of: id, by: batch.actor) else {
        return nil
    }
    let events = facts.events(from: place.first, through: place.last)
        .filter { $0.command?.names(id) == true }
    // Each event names its command, so that none can be taken for another command's.
    var index = batch.members.startIndex
    for event in events {
        while index < batch.members.endIndex, batch.trace(of: index) != event.command { index += 1 }
        guard index < batch.members.endIndex else { throw BatchRefusal(.request(.idIsTaken)) }
    }
    var decisions: [Decision] = []
    for index in batch.members.indices {
        let own = events.filter { $0.command == batch.trace(of: index) }
        decisions.append(
            try at(index) { () throws(Refusal) in
                try batch.members[index].command.open(
                    FirstDecision(attempt: Attempt(batch.request(index)), own: own),
                    on: facts
                )
            }
        )
    }
    // Logs of earlier versions do not say that a command with an id of its own was in the batch.
    let last = decisions.compactMap(\.repeats).max().map { max($0, place.last) }
    return BatchDecision(decisions, repeats: last ?? place.last)
}

/// The first decision of a command of a known batch, which led to its own events.
private struct FirstDecision<Context: Facts & ~Copyable>: CommandUse {
    let attempt: Attempt
    let own: [RecordedEvent]

    func use(
        _ command: some CommandRule,
        on facts: borrowing Context
    ) throws(Refusal) -> Decision {
        try command.requireAudience(of: attempt.actor, on: facts)
        if let known = try command.repetition(of: attempt, on: facts) {
            // Unless that was a repetition the first time as well, its events are the batch's.
            guard own.isEmpty || own.last?.position == known.repeats else {
                throw .request(.idIsTaken)
            }
            return known
        }
        let answer =
            own.isEmpty
            ? command.idleAnswer(by: attempt.actor, on: facts)
            : command.firstAnswer(leadingTo: own, on: facts)
        // A created object would be known by its own id, and this one is not.
        guard command.creation == nil, let answer else { throw .request(.idIsTaken) }
        return Decision(answer: answer, repeats: own.last?.position)
    }
}

/// Adds the index of the command in the batch to a refusal.
private func at<Result>(
    _ index: Int,
    _ attempt: () throws(Refusal) -> Result
) throws(BatchRefusal) -> Result {
    do throws(Refusal) {
        return try attempt()
    } catch {
        throw BatchRefusal(at: index, error)
    }
}
