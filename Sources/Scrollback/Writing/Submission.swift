package import Messaging
package import Wire

/// Commands of one caller that happen together or not at all; mostly a single one.
package struct Submission: Sendable {
    package enum Content: Sendable {
        case command(Messaging.Command, id: CommandID?)
        /// Each command is decided on the effects of the previous ones.
        case batch([Batch.Member], id: CommandID?)
    }

    package var actor: Actor
    package var content: Content
    package var fresh: FreshIDs
    /// When it is submitted; the writer's clock if nil.
    package var time: Timestamp?

    /// Submits one command, which shares its commit with others that wait.
    package init(
        as actor: Actor,
        _ command: Messaging.Command,
        id: CommandID? = nil,
        fresh: FreshIDs,
        at time: Timestamp? = nil
    ) {
        self.actor = actor
        content = .command(command, id: id)
        self.fresh = fresh
        self.time = time
    }

    /// Submits several commands, in a commit of their own.
    package init(
        as actor: Actor,
        together members: [Batch.Member],
        id: CommandID? = nil,
        fresh: FreshIDs,
        at time: Timestamp? = nil
    ) {
        self.actor = actor
        content = .batch(members, id: id)
        self.fresh = fresh
        self.time = time
    }
}

extension Submission {
    /// Whether its answer shows how far the journal is: after erasures, requests and holds.
    var isAboutKeeping: Bool {
        guard case .command(let command, _) = content else { return false }
        if case .placeHold = command { return true }
        return command.restsOnKeeping
    }
}

/// The writer's answer to a submission that it has stored.
package struct SubmissionOutcome: Hashable, Sendable {
    /// The answer of the first command.
    package let answer: Messaging.Answer
    /// The answers of the other commands, in their order.
    let others: [Messaging.Answer]
    /// The position of the last event; of a submission without, the present one.
    package let position: Position
    /// The newest line of the journal when it was answered; nil without a journal, and for
    /// commands that are not about keeping.
    package var keeping: UInt64?

    init(_ answer: Messaging.Answer, _ others: [Messaging.Answer] = [], at position: Position) {
        self.answer = answer
        self.others = others
        self.position = position
    }

    /// The answer of each command, in their order.
    package var answers: [Messaging.Answer] { [answer] + others }
}

/// The result for the caller; a refusal names the refused command of a batch.
package typealias SubmissionResult = Result<SubmissionOutcome, WriteError<BatchRefusal>>
