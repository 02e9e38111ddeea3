internal import Wire

extension React: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try Reacting(to: message, with: reaction, by: actor, asked, on: facts).set(on: facts)
    }
}

extension Unreact: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let reacting = try Reacting(to: message, with: reaction, by: actor, asked, on: facts)
        return try reacting.isThere ? reacting.removed : reacting.nothing
    }
}

extension ToggleReaction: UserRule {
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let reacting = try Reacting(to: message, with: reaction, by: actor, asked, on: facts)
        return reacting.isThere ? reacting.removed : try reacting.set(on: facts)
    }
}

/// Somebody about to put a reaction on a message, or to take it off.
private struct Reacting {
    let seen: SeenMessage
    let reaction: String
    /// What the actor has on the message so far.
    let present: [String]

    init(
        to message: MessageID,
        with reaction: String,
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) {
        seen = try facts.actedOn(message, by: actor, asked)
        try seen.message.requireContent()
        self.reaction = reaction
        present = facts.reactions(of: actor, on: message)
    }

    var isThere: Bool { present.contains(reaction) }

    /// A tapback takes the place of the one before; emoji stand beside each other.
    func set(on facts: borrowing some Facts & ~Copyable) throws(Refusal) -> Decision {
        try facts.requireNotSilenced(in: seen.seat)
        try requireKnownReaction()
        guard !isThere else { return Decision(answer: answer) }
        guard !allowsSeveral || present.count < Limits.reactionsOfOne else {
            throw .reaction(.tooMany)
        }
        let replaced = allowsSeveral ? nil : present.first
        return decision(
            .reactionSet(
                ReactionSet(
                    message: seen.message.id.rawValue,
                    ordinal: seen.message.ordinal,
                    reaction: reaction,
                    replaced: replaced ?? ""
                )
            )
        )
    }

    var removed: Decision {
        decision(
            .reactionRemoved(
                ReactionRemoved(
                    message: seen.message.id.rawValue,
                    ordinal: seen.message.ordinal,
                    reaction: reaction
                )
            )
        )
    }

    /// What follows from taking off what is not there, unless it could never have been.
    var nothing: Decision {
        get throws(Refusal) {
            try requireKnownReaction()
            return Decision(answer: answer)
        }
    }

    private var answer: Answer { .reactions(of: seen.message.id) }

    private var allowsSeveral: Bool { seen.seat.conversation.reactions.allowsSeveral }

    private func requireKnownReaction() throws(Refusal) {
        if allowsSeveral {
            guard reaction.isOneEmoji else { throw .reaction(.notOneEmoji) }
        } else {
            guard Limits.tapbacks.contains(reaction) else { throw .reaction(.notATapback) }
        }
    }

    private func decision(_ event: Event) -> Decision {
        Decision(
            [NewEvent(event, in: .conversation(seen.message.conversation))],
            answer: answer
        )
    }
}
