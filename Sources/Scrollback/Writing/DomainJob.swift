internal import EventLog
public import Messaging
internal import Views
public import Wire

/// What the writer tells the one who asked.
public struct CommandOutcome: Hashable, Sendable {
    /// What the command answers.
    public let answer: Messaging.Answer
    /// The position of the command's last event; of a command without, the present one.
    public let position: Position
}

/// One command of the domain that waits for its answer.
final class DomainJob: Job, @unchecked Sendable {
    // Sendable: as every job, handed on and never shared.

    typealias Result = Swift.Result<CommandOutcome, WriteError<Refusal>>

    private let actor: Actor
    private let command: Messaging.Command
    private let id: CommandID?
    private let fresh: FreshIDs
    private let typing: TypingBoard
    private let tell: @Sendable (Result) -> Void
    private var decision: Result = .failure(.closed)
    private var sign: TypingChange?
    private var decidedPass: ErasingPass?
    /// The plan of an erasure, while it is being made.
    private var survey: ErasureSurvey?
    private var isBeingSurveyed = false

    init(_ ask: Ask, typing: TypingBoard, tell: @escaping @Sendable (Result) -> Void) {
        actor = ask.actor
        command = ask.command
        id = ask.id
        fresh = ask.fresh
        self.typing = typing
        self.tell = tell
        super.init(at: ask.time)
    }

    // A view that is told of an erasure looks up in the log what was erased, so that has to be
    // committed before. What takes long to decide has to begin without others' events.
    override var commitsApart: Bool { command.restsOnKeeping }

    override var isUnfinished: Bool { isBeingSurveyed }

    override var pass: ErasingPass? { decidedPass }

    override func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Bool {
        isBeingSurveyed = command.restsOnKeeping && !facts.readKeeping()
        if isBeingSurveyed { return false }
        facts.survey.left = survey.take()
        defer {
            survey = facts.survey.left.take()
            isBeingSurveyed = survey != nil
        }
        do throws(Refusal) {
            let request = Request(as: actor, command, id: id, now: facts.now, fresh: fresh)
            let decided = try Messaging.decide(request, on: facts)
            try facts.rates.admit(
                decided,
                by: actor,
                under: facts.configuration.rateLimit,
                at: facts.now
            )
            for event in decided.events {
                events.add(event, by: actor, command: request.trace)
            }
            let last = facts.size.advanced(by: UInt64(decided.events.count))
            decision = .success(
                CommandOutcome(answer: decided.answer, position: decided.repeats ?? last)
            )
            sign = TypingChange(command, by: actor, on: facts)
            decidedPass = decided.goesOn ? ErasingPass(facts.size.next) : nil
            return true
        } catch {
            decision = .failure(.refused(error))
            sign = nil
            decidedPass = nil
            return false
        }
    }

    override func resume(_ outcome: Outcome) {
        let failure: WriteError<Refusal>? = outcome.failure()
        if failure == nil, let sign { typing.take(sign) }
        tell(failure.map { .failure($0) } ?? decision)
    }
}

/// A command of the domain, with what its writer needs to decide it.
package struct Ask: Sendable {
    package var actor: Actor
    package var command: Messaging.Command
    package var id: CommandID?
    package var fresh: FreshIDs
    /// When it is asked; the writer's clock if nil.
    package var time: Timestamp?

    package init(
        as actor: Actor,
        _ command: Messaging.Command,
        id: CommandID? = nil,
        fresh: FreshIDs,
        at time: Timestamp? = nil
    ) {
        self.actor = actor
        self.command = command
        self.id = id
        self.fresh = fresh
        self.time = time
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
            content: content.bytes
        ) { new.event.encodeStructure(into: &$0) }
    }
}

extension Engine {
    /// Has a command of the domain decided, and answers when what it led to is durable.
    ///
    /// - Throws: `refused` by the rules; any other case says whether anything may be stored.
    package func ask(_ ask: Ask) async throws(WriteError<Refusal>) -> CommandOutcome {
        let answer = await withUnsafeContinuation { continuation in
            add(DomainJob(ask, typing: typing) { continuation.resume(returning: $0) })
        }
        return try answer.get()
    }
}
