internal import EventLog
internal import LMDB
internal import Messaging
internal import Wire

/// A command that waits for its answer.
///
/// One object a command; a subclass knows the command's type, so that the loop need not.
class Job: @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    /// What the writer made of the command.
    enum Outcome {
        /// The answer, or the refusal, stands.
        case stands
        case overloaded
        case viewsUnavailable
        case storageFull
        case tooLarge(events: Int, bytes: Int)
        case outcomeUnknown(LMDBError)
        case stopped
        case clockNotAccepted
        case closed
        case failed(WriteFault)
    }

    /// Whether the batch it was run in could not be kept, so that it runs in one of its own.
    var isAlone = false

    /// When it was asked; the writer's clock if nil.
    let time: Timestamp?

    init(at time: Timestamp? = nil) { self.time = time }

    let enqueued = ContinuousClock.now

    /// Whether it is work between batches instead of a command; then `work` is called, not
    /// `decide`.
    var isWork: Bool { false }

    /// What work leaves behind.
    enum WorkResult {
        case done
        /// It is not known what was stored, so nothing more may be written.
        case outcomeUnknown
        /// The views are another generation, which is at the end of the log and can be read.
        case viewsReplaced
    }

    /// Does the work, and keeps its answer.
    func work(on facts: inout CurrentFacts) -> WorkResult {
        preconditionFailure("Only work is done between batches.")
    }

    /// Decides the command; false if it was refused.
    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Bool {
        preconditionFailure("A job is made of a command.")
    }

    /// Whether nothing else may be committed together with it.
    var commitsApart: Bool { false }

    /// Whether it appends its events itself, in a commit of its own; then `carryOut` is called,
    /// not `decide`.
    var runsAlone: Bool { false }

    /// Decides and appends; false if it was refused, and the batch is to be undone.
    func carryOut(_ facts: inout CurrentFacts) -> Bool {
        preconditionFailure("Only what runs alone carries itself out.")
    }

    /// Whether it has to be decided again, because what it rests on is not read to the end yet.
    var isUnfinished: Bool { false }

    /// Whether it is the one that is decided while others of its kind wait.
    var hasItsTurn = false

    /// What goes on behind its events.
    var pass: ErasingPass? { nil }

    /// Gives the caller its answer.
    func resume(_ outcome: Outcome) {
        preconditionFailure("A job is made of a command.")
    }
}

final class CommandJob<C: WriterCommand>: Job, @unchecked Sendable {
    // Sendable: as every job, handed on and never shared.

    typealias Answer = Result<C.Answer, WriteError<C.Refusal>>

    private let command: C
    private let continuation: UnsafeContinuation<Answer, Never>
    private var decision: Answer = .failure(.closed)

    init(_ command: C, _ continuation: UnsafeContinuation<Answer, Never>) {
        self.command = command
        self.continuation = continuation
    }

    override func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Bool {
        do throws(C.Refusal) {
            decision = .success(try command.decide(facts, &events))
            return true
        } catch {
            decision = .failure(.refused(error))
            return false
        }
    }

    override func resume(_ outcome: Outcome) {
        continuation.resume(returning: outcome.failure().map { .failure($0) } ?? decision)
    }
}

extension Job.Outcome {
    /// What a caller is told instead of an answer; nil where the answer stands.
    func failure<Refusal: Error>() -> WriteError<Refusal>? {
        switch self {
        case .stands: nil
        case .overloaded: .overloaded
        case .viewsUnavailable: .viewsUnavailable
        case .storageFull: .storageFull
        case .tooLarge(let events, let bytes): .tooLarge(events: events, bytes: bytes)
        case .outcomeUnknown(let error): .outcomeUnknown(error)
        case .stopped: .stopped
        case .clockNotAccepted: .clockNotAccepted
        case .closed: .closed
        case .failed(let fault): .failed(fault)
        }
    }
}
