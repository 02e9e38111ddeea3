package import EventLog
package import Merkle

// Work on the writer's thread besides commands: it owns the log's one write transaction.

/// Work on the log that waits in line with the commands, and is done between two batches.
final class LogWork<Value: Sendable, Refusal: Error>: Work, @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    typealias Result = Swift.Result<Value, WriteError<Refusal>>

    private let body: @Sendable (inout LogWriter) -> Result
    private let continuation: UnsafeContinuation<Result, Never>
    private var result: Result = .failure(.unwritten(.closed))

    init(
        _ continuation: UnsafeContinuation<Result, Never>,
        _ body: @escaping @Sendable (inout LogWriter) -> Result
    ) {
        self.continuation = continuation
        self.body = body
    }

    func perform(on facts: inout CurrentFacts) -> WorkResult {
        result = body(&facts.log)
        if case .failure(.unwritten(.outcomeUnknown(let fault))) = result {
            return .outcomeUnknown(fault)
        }
        return .done
    }

    func finish(_ failure: WriteFailure?) {
        continuation.resume(returning: failure.map { .failure(.unwritten($0)) } ?? result)
    }
}

extension Engine {
    /// Keeps a signed checkpoint in the log; after it returns, a power cut cannot lose it.
    ///
    /// A note that is kept already stays; one with further signatures replaces it.
    ///
    /// - Throws: `refused` if the log contradicts it.
    package func keepCheckpoint(
        _ note: SignedNote
    ) async throws(WriteError<CheckpointRefusal>) {
        try await perform { (log) -> Result<Void, WriteError<CheckpointRefusal>> in
            do throws(CheckpointFailure) {
                return .success(try log.keep(checkpoint: note))
            } catch {
                switch error {
                case .refused(let refusal): return .failure(.refused(refusal))
                case .log(let error):
                    return .failure(.unwritten(WriteFailure(of: .log(error))))
                case .commit(let failure): return .failure(.unwritten(WriteFailure(failure)))
                }
            }
        }
    }

    /// Has the writer's thread do something with the log, after the commands that wait now.
    package func perform<Value: Sendable, Refusal: Error>(
        _ work: @escaping @Sendable (inout LogWriter) -> Result<Value, WriteError<Refusal>>
    ) async throws(WriteError<Refusal>) -> Value {
        let result = await withUnsafeContinuation { continuation in
            queue.addOrFinish([Turn(.work(LogWork(continuation, work)))])
        }
        return try result.get()
    }
}
