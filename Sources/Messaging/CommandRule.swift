internal import LogSchema
internal import Wire

/// All that the store needs to know of one command.
///
/// The type of a command's fields conforms, in the same file. `Command.open` finds the conformance
/// of a command and `CommandName.rule` that of a name; nothing else lists the commands.
protocol CommandRule: Hashable, Sendable {
    /// Who may request the command.
    static var audience: Audience { get }

    /// The content of the command's answer.
    static var answer: AnswerShape { get }

    /// Whether it needs an id, because a retry without one would undo it.
    static var needsID: Bool { get }

    /// Whether deciding it reads holds, retention and erasure requests, which takes several windows
    /// of the log.
    static var restsOnKeeping: Bool { get }

    var name: CommandName { get }

    /// The number under which events name the command; nil if it leads to no event.
    var number: CommandKind? { get }

    /// The object that it creates and whose id identifies it; nil if it creates nothing.
    var creation: Creation? { get }

    /// The counts in answers that it may change.
    var changedCounts: CountChange { get }

    /// The command with content that no rule refuses, for `mayI`; nil if only the user's standing
    /// matters.
    ///
    /// - Throws: `targetIsNeeded` if the intention does not name what the command is about.
    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command?

    /// The events that follow from the command, if the rules allow it.
    func decide(
        as actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision

    /// The answer of the attempt that led to these events; nil if another command led to them.
    ///
    /// Compares the command as its rule records it: normalized, with defaults, without the
    /// client's clock. Does not compare erased content, the kind of command, which the events name,
    /// and the id of what is created, by which the events are found. A test changes every field of
    /// every command and expects a refusal.
    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer?

    /// The answer of an attempt that led to no event; nil if the command always leads to one.
    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer?
}

extension CommandRule {
    static var answer: AnswerShape { .done }
    static var needsID: Bool { false }
    static var restsOnKeeping: Bool { false }

    var creation: Creation? { nil }
    var changedCounts: CountChange { .all }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { .done }
}

/// A command of a user.
protocol UserRule: CommandRule {
    /// The events that follow from the command, if the rules allow it.
    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision
}

extension UserRule {
    static var audience: Audience { .users }

    func decide(
        as actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard let user = actor.user else { throw .request(.isForUsers) }
        try facts.requireNotSuspended(user, now: asked.now)
        return try decide(by: user, asked, on: facts)
    }
}

/// A command that changes a conversation: one of its members may request it, and the operator.
protocol ConversationRule: UserRule {
    /// The events that follow from the command, if the rules allow it.
    func decide(
        by actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision
}

extension ConversationRule {
    static var audience: Audience { .usersAndOperator }

    func decide(
        by actor: UserID,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        try decide(by: Actor.user(actor), asked, on: facts)
    }

    func decide(
        as actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        if let user = actor.user { try facts.requireNotSuspended(user, now: asked.now) }
        return try decide(by: actor, asked, on: facts)
    }
}

extension Facts where Self: ~Copyable {
    fileprivate func requireNotSuspended(_ user: UserID, now: Timestamp) throws(Refusal) {
        let standing = standing(of: user)
        guard !standing.isSuspended(at: now) else {
            throw .request(.actorIsSuspended(until: standing.end))
        }
    }
}

/// A command of a moderator; a moderator is also a user.
protocol ModeratorRule: UserRule {}

extension ModeratorRule {
    static var audience: Audience { .moderators }
}

/// A command of the operator; it is no member of any conversation.
protocol OperatorRule: CommandRule {
    /// The events that follow from the command, if the rules allow it.
    func decide(
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision
}

extension OperatorRule {
    static var audience: Audience { .operator }

    /// Users never may.
    static func harmless(
        _ intention: Intention,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Command? { nil }

    func decide(
        as actor: Actor,
        _ asked: Asked,
        on facts: borrowing some Facts & ~Copyable
    ) throws(Refusal) -> Decision {
        guard actor == .operator else { throw .request(.isForTheOperator) }
        return try decide(asked, on: facts)
    }
}

/// A command that leads to at most one event.
protocol RepeatableByOneEvent: CommandRule {
    func matches(_ first: RecordedEvent) -> Bool

    var repeatedAnswer: Answer { get }

    /// Whether the command leads to its event whenever it is not refused.
    var isNeverIdle: Bool { get }
}

extension RepeatableByOneEvent {
    var repeatedAnswer: Answer { .done }

    var isNeverIdle: Bool { false }

    func idleAnswer(
        by actor: Actor,
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? { isNeverIdle ? nil : repeatedAnswer }

    func firstAnswer(
        leadingTo events: [RecordedEvent],
        on facts: borrowing some Facts & ~Copyable
    ) -> Answer? {
        guard let first = events.first, matches(first) else { return nil }
        return repeatedAnswer
    }
}

/// The content of a command's answer.
package enum AnswerShape: Hashable, Sendable {
    case done, direct, conversation, message, reactions, unread, report, hold
    case erasure, erasureWithForwards, erasureWithUpcoming
    /// Nothing; of a dry run what would go.
    case release
}

/// The counts in answers that a command may change.
package enum CountChange: Hashable, Sendable {
    case none
    /// The actor's unread count, which the command's own answer contains.
    case unreadOfActor(in: ConversationID)
    case unread(in: ConversationID)
    /// The reactions, which the command's own answer contains.
    case reactions(to: MessageID)
    /// Every unread count, and the reactions to the message.
    case about(MessageID)
    /// Every count that the user sees.
    case seen(by: UserID)
    /// Every count that the actor sees.
    case seenByActor
    case all
}
