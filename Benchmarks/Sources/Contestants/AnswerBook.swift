internal import Synchronization
package import Workload

/// What contestants have answered, so that the next one is held to it.
package final class AnswerBook: Sendable {
    private let digests = Mutex<[String: (digest: UInt64, by: String)]>([:])

    package init() {}

    /// Refuses an answer that differs from another contestant's answer to the same question.
    package func hold(_ digest: UInt64, to question: String, by contestant: String) throws {
        let known = digests.withLock { digests in
            if let known = digests[question] { return known }
            digests[question] = (digest, contestant)
            return (digest, contestant)
        }
        try demand(
            known.digest == digest,
            "\(contestant) and \(known.by) answer differently: \(question)"
        )
    }

    /// Asks questions of every kind, and holds the answers to those that others gave.
    package func check(
        _ reader: some ChatReader,
        _ workload: Workload,
        by contestant: String,
        each count: Int = 100
    ) throws {
        for (place, question) in Question.sample(workload, seed: 3, each: count).enumerated() {
            let digest = reader.digest(of: try reader.answer(question))
            let about = "\(workload.shape) · \(place) · \(question)"
            try hold(digest, to: about, by: contestant)
        }
    }
}
