package import EventLog
package import Wire

/// A decision about what the store itself notes, such as a look or an export: it waits for the
/// writer, and its events share a commit with commands.
private final class StoreDecision<Kept, Reason: Error>: Proposal, @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    typealias Outcome = Result<Kept, WriteError<Reason>>

    let time: Timestamp?
    let sharing = CommitSharing.shared
    private let body: (inout CurrentFacts, inout EventList) throws(Reason) -> Kept
    private let continuation: UnsafeContinuation<Outcome, Never>
    private var decision: Outcome = .failure(.unwritten(.closed))

    init(
        at time: Timestamp?,
        _ continuation: UnsafeContinuation<Outcome, Never>,
        _ body: @escaping (inout CurrentFacts, inout EventList) throws(Reason) -> Kept
    ) {
        self.time = time
        self.body = body
        self.continuation = continuation
    }

    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Verdict {
        do throws(Reason) {
            decision = .success(try body(&facts, &events))
            return .accepted(nil)
        } catch {
            decision = .failure(.refused(error))
            return .refused
        }
    }

    func finish(_ failure: WriteFailure?) {
        continuation.resume(returning: failure.map { .failure(.unwritten($0)) } ?? decision)
    }
}

extension Engine {
    /// Has the writer decide, and waits until the events of the decision are durable.
    ///
    /// - Parameters:
    ///   - time: When; the writer's clock if nil.
    ///   - body: Adds the events, and returns the answer. It is called again after a batch that was
    ///     undone; what it adds before it throws is not stored.
    /// - Returns: What the body returned.
    /// - Throws: What the body threw, or why the writer could not do it.
    package func decide<Kept: Sendable, Reason>(
        at time: Timestamp? = nil,
        _ body:
            @escaping @Sendable (
                inout CurrentFacts, inout EventList
            ) throws(Reason) -> Kept
    ) async throws(WriteError<Reason>) -> Kept {
        let result = await withUnsafeContinuation { continuation in
            propose(StoreDecision(at: time, continuation, body))
        }
        return try result.get()
    }
}
