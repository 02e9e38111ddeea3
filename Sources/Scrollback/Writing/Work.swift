package import EventLog
package import Merkle

// What the writer's thread does for others than commands: it owns the log's one write transaction.

/// Work on the log that waits in line with the commands, and is done between two batches.
final class WorkJob<Answer: Sendable, Refusal: Error>: Job, @unchecked Sendable {
    // Sendable: as every job, handed on and never shared.

    typealias Result = Swift.Result<Answer, WriteError<Refusal>>

    private let body: @Sendable (inout LogWriter) -> Result
    private let continuation: UnsafeContinuation<Result, Never>
    private var result: Result = .failure(.closed)

    init(
        _ continuation: UnsafeContinuation<Result, Never>,
        _ body: @escaping @Sendable (inout LogWriter) -> Result
    ) {
        self.continuation = continuation
        self.body = body
    }

    override var isWork: Bool { true }

    override func work(on facts: inout CurrentFacts) -> WorkResult {
        result = body(&facts.log)
        if case .failure(.outcomeUnknown) = result { return .outcomeUnknown }
        return .done
    }

    override func resume(_ outcome: Outcome) {
        continuation.resume(returning: outcome.failure().map { .failure($0) } ?? result)
    }
}

extension Engine {
    /// Keeps a signed checkpoint in the log; when this returns, a power cut cannot take it.
    ///
    /// A note that is kept already is kept; one with further signatures takes its place.
    ///
    /// - Throws: `refused` if it does not say what the log itself says.
    package func keepCheckpoint(
        _ note: SignedNote
    ) async throws(WriteError<CheckpointRefusal>) {
        try await perform { (log) -> Result<Void, WriteError<CheckpointRefusal>> in
            do throws(CheckpointFailure) {
                return .success(try log.keep(checkpoint: note))
            } catch {
                switch error {
                case .refused(let refusal): return .failure(.refused(refusal))
                case .log(let fault) where WriteFault.log(fault).isLackOfRoom:
                    return .failure(.storageFull)
                case .log(let fault): return .failure(.failed(.log(fault)))
                case .commit(.storageFull): return .failure(.storageFull)
                case .commit(.outcomeUnknown(let cause)): return .failure(.outcomeUnknown(cause))
                }
            }
        }
    }

    /// Has the writer's thread do something with the log, after the commands that wait now.
    package func perform<Answer: Sendable, Refusal: Error>(
        _ work: @escaping @Sendable (inout LogWriter) -> Result<Answer, WriteError<Refusal>>
    ) async throws(WriteError<Refusal>) -> Answer {
        let result = await withUnsafeContinuation { continuation in
            add(WorkJob(continuation, work))
        }
        return try result.get()
    }
}
