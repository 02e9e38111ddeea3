package import Messaging
package import Wire

/// Commands of one caller that happen together or not at all; mostly a single one.
package struct Submission: Sendable {
    package enum Content: Sendable {
        case command(Messaging.Command, id: CommandID?)
        /// Each is decided on what the ones before it led to.
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

/// What the writer answers to a submission that it has stored.
package struct SubmissionOutcome: Hashable, Sendable {
    /// What the first command answers.
    package let answer: Messaging.Answer
    /// What the others answer, in their order.
    let others: [Messaging.Answer]
    /// The position of the last event; of a submission without, the present one.
    package let position: Position

    init(_ answer: Messaging.Answer, _ others: [Messaging.Answer] = [], at position: Position) {
        self.answer = answer
        self.others = others
        self.position = position
    }

    /// What each command answers, in their order.
    package var answers: [Messaging.Answer] { [answer] + others }
}

/// What a caller is told of a submission; a refusal names the command of a batch that it is about.
package typealias SubmissionResult = Result<SubmissionOutcome, WriteError<BatchRefusal>>
