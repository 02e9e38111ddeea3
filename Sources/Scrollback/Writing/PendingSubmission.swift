internal import EventLog
internal import Messaging
internal import Wire

/// A submission that waits for its answer.
final class PendingSubmission: Proposal, @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    /// The caller to answer.
    enum Caller {
        case alone(UnsafeContinuation<SubmissionResult, Never>)
        case beside(Gathering, place: Int)
        /// It is told on the thread that answers.
        case told(@Sendable (SubmissionResult) -> Void)
    }

    let sharing: CommitSharing
    private let submission: Submission
    private let isSend: Bool
    private let newEvents: NewEvents
    private let journal: Journal?
    private let caller: Caller
    private var result: SubmissionResult = .failure(.unwritten(.closed))
    /// Whether the result is a success: to look at the result copies it.
    private var isDone = false
    /// The typing or presence signal of a single command.
    private var signal: Signal?
    /// The same of a batch.
    private var signals: [Signal] = []
    /// The plan of an erasure, while it is being made.
    private var survey: ErasureSurvey?

    init(
        _ submission: Submission,
        telling newEvents: NewEvents,
        keptIn journal: Journal?,
        for caller: Caller
    ) {
        self.submission = submission
        isSend = if case .command(.send, _) = submission.content { true } else { false }
        self.newEvents = newEvents
        self.journal = journal
        self.caller = caller
        sharing =
            switch submission.content {
            // A view that folds an erasure reads the erased content from the log, so that must be
            // committed before. A command that takes long to decide has to begin without others'
            // events.
            case .command(let command, _): command.restsOnKeeping ? .aloneInOrder : .shared
            // A refusal has to undo the effects of the earlier commands.
            case .batch: .alone
            }
    }

    var time: Timestamp? { submission.time }

    var sending: SendOutcome? {
        isSend ? isDone ? .done : .refused : nil
    }

    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Verdict {
        switch submission.content {
        case .command(let command, let id):
            return sharing == .aloneInOrder
                ? survey(command, id, facts, &events) : decide(command, id, facts, &events)
        case .batch(let members, let id):
            return decide(members, id, &facts)
        }
    }

    /// Decides a command after the log's records about erasing are read.
    private func survey(
        _ command: Messaging.Command,
        _ id: CommandID?,
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) -> Verdict {
        guard facts.readKeeping() else { return .unfinished }
        facts.survey.left = survey.take()
        let verdict = decide(command, id, facts, &events)
        survey = facts.survey.left.take()
        return survey == nil ? verdict : .unfinished
    }

    private func decide(
        _ command: Messaging.Command,
        _ id: CommandID?,
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) -> Verdict {
        let actor = submission.actor
        do throws(Refusal) {
            let request = Request(
                as: actor,
                command,
                id: id,
                now: facts.now,
                fresh: submission.fresh
            )
            let decided = try Messaging.decide(request, on: facts)
            try facts.rates.admit(
                decided,
                by: actor,
                under: facts.configuration.rateLimits,
                at: facts.now
            )
            for event in decided.events {
                events.add(event, by: actor, command: request.trace)
            }
            let last = facts.size.advanced(by: UInt64(decided.events.count))
            result = .success(SubmissionOutcome(decided.answer, at: decided.repeats ?? last))
            isDone = true
            // The signal of a repeated command was stored the first time.
            signal = decided.repeats == nil ? Signal(command, by: actor, on: facts) : nil
            return .accepted(decided.goesOn ? ErasingPass(facts.size.next) : nil)
        } catch {
            result = .failure(.refused(BatchRefusal(error)))
            isDone = false
            signal = nil
            return .refused
        }
    }

    /// Decides a batch: each command's events are folded before the next one is decided.
    private func decide(
        _ members: [Batch.Member],
        _ id: CommandID?,
        _ facts: inout CurrentFacts
    ) -> Verdict {
        let batch = Batch(
            as: submission.actor,
            members,
            id: id,
            now: facts.now,
            fresh: submission.fresh
        )
        let limits = facts.configuration.rateLimits
        let rates = facts.rates
        do throws(BatchRefusal) {
            let decided = try decideTogether(batch, on: &facts) { (decision) throws(Refusal) in
                try rates.admit(decision, by: batch.actor, under: limits, at: batch.now)
            }
            let answers = decided.decisions.map(\.answer)
            guard let first = answers.first else {
                throw BatchRefusal(.request(.nothingTogether))
            }
            result = .success(
                SubmissionOutcome(
                    first,
                    Array(answers.dropFirst()),
                    at: decided.repeats ?? facts.size
                )
            )
            signals =
                decided.repeats == nil
                ? members.compactMap { Signal($0.command, by: batch.actor, on: facts) } : []
            return .accepted(nil)
        } catch {
            result = .failure(.refused(error))
            signals = []
            return .refused
        }
    }

    func finish(_ failure: WriteFailure?) {
        let told: SubmissionResult
        if let failure {
            told = .failure(.unwritten(failure))
        } else {
            if let signal { newEvents.take(signal) }
            for signal in signals { newEvents.take(signal) }
            if let journal, submission.isAboutKeeping {
                told = result.map { outcome in
                    var outcome = outcome
                    outcome.keeping = journal.newest
                    return outcome
                }
            } else {
                told = result
            }
        }
        switch caller {
        case .alone(let continuation): continuation.resume(returning: told)
        case .beside(let gathering, let place): gathering.put(told, at: place)
        case .told(let take): take(told)
        }
    }
}

extension EventList {
    /// Adds an event that a decision led to.
    mutating func add(_ new: NewEvent, by actor: Actor, command: CommandTrace?) {
        var content = WireWriter()
        new.event.encodeContent(into: &content)
        add(
            new.event.number,
            to: new.stream.id,
            actor: actor.user?.rawValue,
            command: command,
            leastReader: new.leastReader(by: actor),
            content: content.bytes
        ) { new.event.encodeStructure(into: &$0) }
    }
}

extension CurrentFacts: EvolvingFacts {
    /// Appends events and folds them; a failure is kept for the writer.
    package mutating func append(
        _ events: [NewEvent],
        by actor: Actor,
        command: CommandTrace?,
        at time: Timestamp
    ) {
        guard !hasFailed else { return }
        var list = EventList()
        for event in events { list.add(event, by: actor, command: command) }
        do throws(StoreFault) {
            for index in 0..<list.count { try append(list[index], recorded: time) }
        } catch {
            keep(error)
        }
    }
}
