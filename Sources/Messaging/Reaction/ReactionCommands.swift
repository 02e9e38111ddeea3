internal import LogSchema
internal import Wire

/// Puts a reaction on a message.
public struct React: Hashable, Sendable {
    /// The message to react to.
    public var message: MessageID
    /// One of the six names, or an emoji where the conversation allows any.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

extension React: UserRule {
    static var answer: AnswerShape { .reactions }
    var name: CommandName { .react }
    var number: CommandKind? { .react }
    var changedCounts: CountChange { .reactions(to: message) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .react(
            React(
                message: try intention.requiredMessage,
                reaction: facts.harmlessReaction(for: intention)
            )
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try Reacting(to: message, with: reaction, by: actor, asked, on: facts).set(on: facts)
    }
}

extension React: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.sets(reaction, on: message) }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

/// Removes the actor's reaction from a message.
public struct Unreact: Hashable, Sendable {
    /// The message with the reaction.
    public var message: MessageID
    /// The reaction that is taken off.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

extension Unreact: UserRule {
    static var answer: AnswerShape { .reactions }
    var name: CommandName { .unreact }
    var number: CommandKind? { .unreact }
    var changedCounts: CountChange { .reactions(to: message) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .unreact(
            Unreact(
                message: try intention.requiredMessage,
                reaction: facts.harmlessReaction(for: intention)
            )
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let reacting = try Reacting(to: message, with: reaction, by: actor, asked, on: facts)
        return try reacting.isThere ? reacting.removed : reacting.nothing
    }
}

extension Unreact: RepeatableByOneEvent {
    func matches(_ first: RecordedEvent) -> Bool { first.removes(reaction, from: message) }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

/// Adds a reaction to a message, or removes it if it is there, as a tap does.
public struct ToggleReaction: Hashable, Sendable {
    /// The message to react to.
    public var message: MessageID
    /// One of the six names, or an emoji where the conversation allows any.
    public var reaction: String

    /// Names the message and the reaction.
    public init(message: MessageID, reaction: String) {
        self.message = message
        self.reaction = reaction
    }
}

extension ToggleReaction: UserRule {
    static var answer: AnswerShape { .reactions }
    static var needsID: Bool { true }
    var name: CommandName { .toggleReaction }
    var number: CommandKind? { .toggleReaction }
    var changedCounts: CountChange { .reactions(to: message) }

    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? {
        .toggleReaction(
            ToggleReaction(
                message: try intention.requiredMessage,
                reaction: facts.harmlessReaction(for: intention)
            )
        )
    }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        let reacting = try Reacting(to: message, with: reaction, by: actor, asked, on: facts)
        return reacting.isThere ? reacting.removed : try reacting.set(on: facts)
    }
}

extension ToggleReaction: RepeatableByOneEvent {
    var isNeverIdle: Bool { true }

    /// Whether the reaction was there the first time is not known any more.
    func matches(_ first: RecordedEvent) -> Bool {
        first.sets(reaction, on: message) || first.removes(reaction, from: message)
    }

    var repeatedAnswer: Answer { .reactions(of: message) }
}

/// A user who sets or removes a reaction on a message.
private struct Reacting {
    let seen: SeenMessage
    let reaction: String
    /// The actor's present reactions on the message.
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

    /// The decision about removing a missing reaction: no event, unless it could never have
    /// existed.
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

extension RecordedEvent {
    fileprivate func sets(_ reaction: String, on message: MessageID) -> Bool {
        guard case .reactionSet(let set) = event else { return false }
        return set.message == message.rawValue && set.reaction == reaction
    }

    fileprivate func removes(_ reaction: String, from message: MessageID) -> Bool {
        guard case .reactionRemoved(let removed) = event else { return false }
        return removed.message == message.rawValue && removed.reaction == reaction
    }
}

extension Facts where Self: ~Copyable {
    /// A reaction that the message's conversation allows.
    fileprivate func harmlessReaction(for intention: Intention) -> String {
        let place = intention.message.flatMap { message($0) }?.conversation
        let isOpen = place.flatMap { conversation($0) }?.reactions == .open
        return isOpen ? "👍" : "like"
    }
}
