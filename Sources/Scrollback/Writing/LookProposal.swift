internal import EventLog
internal import Messaging
internal import Wire

/// A look that waits to be logged: its event shares a commit with other commands.
final class LookProposal: Proposal, @unchecked Sendable {
    // Sendable: handed from the caller to the queue to the writer's thread, never shared.

    /// The position of the event that stands for the look; nil if the log takes none.
    typealias Result = Swift.Result<Position?, WriteError<BatchRefusal>>

    let time: Timestamp?
    let sharing = CommitSharing.shared
    private let look: Look
    private let continuation: UnsafeContinuation<Result, Never>
    private var result: Result = .failure(.unwritten(.closed))

    init(_ look: Look, at time: Timestamp?, for continuation: UnsafeContinuation<Result, Never>) {
        self.look = look
        self.time = time
        self.continuation = continuation
    }

    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Verdict {
        do throws(Refusal) {
            guard let event = try look.event(under: facts.configuration.looks) else {
                result = .success(nil)
                return .accepted(nil)
            }
            let identity = event.identity
            if let known = facts.looks.position(of: identity, at: facts.now) {
                result = .success(known)
                return .accepted(nil)
            }
            events.add(event.new, by: .operator, command: nil)
            let position = facts.size.next
            facts.looks.note(identity, at: position, facts.now)
            result = .success(position)
            return .accepted(nil)
        } catch {
            result = .failure(.refused(BatchRefusal(error)))
            return .refused
        }
    }

    func answer(_ failure: WriteFailure?) {
        continuation.resume(returning: failure.map { .failure(.unwritten($0)) } ?? result)
    }
}
