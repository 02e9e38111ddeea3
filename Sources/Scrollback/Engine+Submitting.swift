internal import Locking
package import Messaging

extension Engine {
    /// Submits commands to be decided together, and returns when their events are durable.
    ///
    /// - Throws: `refused` by the rules; `unwritten` says whether anything may be stored.
    package func submit(
        _ submission: Submission
    ) async throws(WriteError<BatchRefusal>) -> SubmissionOutcome {
        let result = await withUnsafeContinuation { continuation in
            propose(
                PendingSubmission(
                    submission,
                    telling: newEvents,
                    keptIn: journal,
                    for: .alone(continuation)
                )
            )
        }
        return try result.get()
    }

    /// Submits commands to be decided together, and hands over the result when their events are
    /// durable, on the thread that committed them.
    func submit(
        _ submission: Submission,
        then take: @escaping @Sendable (SubmissionResult) -> Void
    ) {
        propose(
            PendingSubmission(submission, telling: newEvents, keptIn: journal, for: .told(take))
        )
    }

    /// Has submissions decided one after the other, and answers when all that they led to is
    /// durable.
    ///
    /// They wait side by side, so that as many share a commit as one takes.
    ///
    /// - Returns: a result for each, in their order.
    package func submit(_ submissions: [Submission]) async -> [SubmissionResult] {
        guard !submissions.isEmpty else { return [] }
        return await withUnsafeContinuation { continuation in
            let gathering = Gathering(of: submissions.count, for: continuation)
            let turns = submissions.indices.map { place in
                let pending = PendingSubmission(
                    submissions[place],
                    telling: newEvents,
                    keptIn: journal,
                    for: .beside(gathering, place: place)
                )
                return Turn(.proposal(pending))
            }
            queue.addOrFinish(turns)
        }
    }

    /// Puts a proposal in line for the writer, or answers it at once.
    package func propose(_ proposal: any Proposal) {
        queue.addOrFinish([Turn(.proposal(proposal))])
    }
}

/// The results of some submissions, until the last one is there.
final class Gathering: Sendable {
    private let results: Lock<(found: [SubmissionResult?], missing: Int)>
    private let continuation: UnsafeContinuation<[SubmissionResult], Never>

    init(of count: Int, for continuation: UnsafeContinuation<[SubmissionResult], Never>) {
        results = Lock((Array(repeating: nil, count: count), count))
        self.continuation = continuation
    }

    func put(_ result: SubmissionResult, at place: Int) {
        let all = results.withLock { results -> [SubmissionResult]? in
            results.found[place] = result
            results.missing -= 1
            return results.missing == 0 ? results.found.compactMap(\.self) : nil
        }
        if let all { continuation.resume(returning: all) }
    }
}
