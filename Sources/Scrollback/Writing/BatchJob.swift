internal import EventLog
public import Messaging
internal import Views
public import Wire

/// What the writer tells the one who asked for several commands together.
public struct BatchOutcome: Hashable, Sendable {
    /// What each command answers, in their order.
    public let answers: [Messaging.Answer]
    /// The position of the batch's last event; of a batch without, the present one.
    public let position: Position
}

/// Several commands of one user, as one atomic append.
///
/// It runs in a commit of its own: each of its commands is decided on what the ones before it led
/// to, so that a refusal has to undo what was folded already.
final class BatchJob: Job, @unchecked Sendable {
    // Sendable: as every job, handed on and never shared.

    typealias Result = Swift.Result<BatchOutcome, WriteError<BatchRefusal>>

    private let ask: BatchAsk
    private let typing: TypingBoard
    private let tell: @Sendable (Result) -> Void
    private var decision: Result = .failure(.closed)
    private var signs: [TypingChange] = []

    init(_ ask: BatchAsk, typing: TypingBoard, tell: @escaping @Sendable (Result) -> Void) {
        self.ask = ask
        self.typing = typing
        self.tell = tell
        super.init(at: ask.time)
    }

    override var runsAlone: Bool { true }

    override func carryOut(_ facts: inout CurrentFacts) -> Bool {
        let batch = Batch(
            as: ask.actor,
            ask.members,
            id: ask.id,
            now: facts.now,
            fresh: ask.fresh
        )
        do throws(BatchRefusal) {
            let decided = try decide(batch, on: &facts)
            decision = .success(
                BatchOutcome(
                    answers: decided.decisions.map(\.answer),
                    position: decided.repeats ?? facts.size
                )
            )
            signs = ask.members.compactMap { member in
                TypingChange(member.command, by: ask.actor, on: facts)
            }
            return true
        } catch {
            decision = .failure(.refused(error))
            signs = []
            return false
        }
    }

    /// Decides the batch and counts its messages.
    private func decide(
        _ batch: Batch,
        on facts: inout CurrentFacts
    ) throws(BatchRefusal) -> BatchDecision {
        let limit = facts.configuration.rateLimit
        let rates = facts.rates
        return try decideTogether(batch, on: &facts) { (decision) throws(Refusal) in
            try rates.admit(decision, by: batch.actor, under: limit, at: batch.now)
        }
    }

    override func resume(_ outcome: Outcome) {
        let failure: WriteError<BatchRefusal>? = outcome.failure()
        if failure == nil { for sign in signs { typing.take(sign) } }
        tell(failure.map { .failure($0) } ?? decision)
    }
}

/// Several commands of one user, with what their writer needs to decide them.
package struct BatchAsk: Sendable {
    package var actor: Actor
    package var members: [Batch.Member]
    package var id: CommandID?
    package var fresh: FreshIDs
    /// When it is asked; the writer's clock if nil.
    package var time: Timestamp?

    package init(
        as actor: Actor,
        _ members: [Batch.Member],
        id: CommandID? = nil,
        fresh: FreshIDs,
        at time: Timestamp? = nil
    ) {
        self.actor = actor
        self.members = members
        self.id = id
        self.fresh = fresh
        self.time = time
    }
}

extension CurrentFacts: EvolvingFacts {
    /// Appends events and folds them; what cannot be done is kept for the writer.
    package mutating func append(
        _ events: [NewEvent],
        by actor: Actor,
        command: CommandTrace?,
        at time: Timestamp
    ) {
        guard !hasFailed else { return }
        var list = EventList()
        for event in events { list.add(event, by: actor, command: command) }
        do throws(WriteFault) {
            for index in 0..<list.count { try append(list[index], recorded: time) }
        } catch {
            keep(error)
        }
    }
}

extension Engine {
    /// Has several commands decided together, all or nothing, and answers when what they led to
    /// is durable.
    ///
    /// - Throws: `refused` with the first command that the rules refuse.
    package func ask(_ ask: BatchAsk) async throws(WriteError<BatchRefusal>) -> BatchOutcome {
        let answer = await withUnsafeContinuation { continuation in
            add(BatchJob(ask, typing: typing) { continuation.resume(returning: $0) })
        }
        return try answer.get()
    }
}
