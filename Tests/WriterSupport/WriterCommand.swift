package import EventLog
package import Scrollback
internal import Wire

/// What a test has the writer decide around the rules of the domain.
package protocol WriterCommand: Sendable {
    associatedtype Answer: Sendable
    associatedtype Refusal: Error

    /// Adds the events that the command leads to, or refuses.
    ///
    /// It may be called again for the same command, after a batch that was undone: it reads
    /// facts and adds events, and does nothing else. A refusal stores nothing.
    func decide(
        _ facts: borrowing CurrentFacts,
        _ events: inout EventList
    ) throws(Refusal) -> Answer
}

extension Engine {
    /// Has a test's command decided in a batch with all others, and answers when it is durable.
    package func submit<C: WriterCommand>(
        _ command: C
    ) async throws(WriteError<C.Refusal>) -> C.Answer {
        let answer = await withUnsafeContinuation { continuation in
            propose(CommandProposal(command, continuation))
        }
        return try answer.get()
    }
}

/// A test's command that waits for its answer.
private final class CommandProposal<C: WriterCommand>: Proposal, @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    typealias Answer = Result<C.Answer, WriteError<C.Refusal>>

    let time: Timestamp? = nil
    let sharing = CommitSharing.shared
    private let command: C
    private let continuation: UnsafeContinuation<Answer, Never>
    private var decision: Answer = .failure(.unwritten(.closed))

    init(_ command: C, _ continuation: UnsafeContinuation<Answer, Never>) {
        self.command = command
        self.continuation = continuation
    }

    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Verdict {
        do throws(C.Refusal) {
            decision = .success(try command.decide(facts, &events))
            return .accepted(nil)
        } catch {
            decision = .failure(.refused(error))
            return .refused
        }
    }

    func answer(_ failure: WriteFailure?) {
        continuation.resume(returning: failure.map { .failure(.unwritten($0)) } ?? decision)
    }
}
